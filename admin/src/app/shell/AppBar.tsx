import DarkModeIcon from '@mui/icons-material/DarkModeOutlined';
import DashboardIcon from '@mui/icons-material/DashboardOutlined';
import LightModeIcon from '@mui/icons-material/LightModeOutlined';
import LogoutIcon from '@mui/icons-material/LogoutOutlined';
import AccountIcon from '@mui/icons-material/ManageAccountsOutlined';
import {
  Avatar,
  Box,
  Chip,
  Divider,
  Drawer,
  IconButton,
  keyframes,
  styled,
  Toolbar,
  Typography,
} from '@mui/material';
import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Logout, Menu, AppBar as RaAppBar, useGetIdentity, useSidebarState } from 'react-admin';
import { useLocation } from 'react-router';
import { listPage } from '#domain/platform/admin-pages';
import { formatCounted } from '#domain/platform/numbers';
import { pages } from '#domain/platform/pages';
import { version } from '#domain/platform/version';
import { Hint } from '../../ui/common/fields.js';
import { chooseColorScheme, useColorScheme } from '../../data/colorScheme.js';
import { useCounts, useFeatures } from '../../data/useCounts.js';
import { SearchButton } from '../../office/search/SearchButton.js';
import { moreBehind } from '../../ui/common/moreBehind.js';
import { useShownResources } from '../../ui/page/useShownResources.js';
import { ShortcutsButton } from './ShellShortcuts.js';
import { drawerWidth } from './shellTheme.js';
import { useIsBelow } from '../../ui/common/useIsBelow.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** Names the theme that it leads to; it is that of the login page too. */
function ThemeButton() {
  const translate = useTranslate();
  const scheme = useColorScheme();
  const other = scheme === 'dark' ? 'light' : 'dark';
  const label = translate(`admin.shell.scheme.${other}`);
  return (
    <IconButton
      color="inherit"
      edge="end"
      onClick={() => chooseColorScheme(other)}
      aria-label={label}
      title={label}
    >
      {scheme === 'dark' ? <LightModeIcon /> : <DarkModeIcon />}
    </IconButton>
  );
}

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });
// Moves by a transform: MUI's own bar moves by `left`, which causes a layout with every frame.
const slide = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } });

/** Delayed, so that quick responses do not show it. */
const Line = styled('div')(({ theme }) => ({
  position: 'absolute',
  insetInline: 0,
  top: '100%',
  height: 3,
  overflow: 'hidden',
  animation: `${appear} 150ms 250ms both`,
  '&::before': {
    content: '""',
    display: 'block',
    width: '40%',
    height: '100%',
    background: theme.palette.secondary.main,
    animation: `${slide} 1.4s infinite linear`,
  },
}));

/** A line under the bar while the page's queries are refetched. */
function RefreshBar() {
  const translate = useTranslate();
  const refreshing = useIsFetching({ predicate: ({ state }) => state.data !== undefined }) > 0;
  return refreshing && <Line role="progressbar" aria-label={translate('admin.refresh.running')} />;
}

/** The bar at the top, and the panel beside it: the layout's own place for a sidebar is within the main landmark. */
export function AppBar() {
  const translate = useTranslate();
  const title = translate('admin.shell.title');
  return (
    <>
      <RaAppBar
        toolbar={
          <>
            <SearchButton />
            <ThemeButton />
            <RefreshBar />
          </>
        }
      >
        <Typography
          component="p"
          noWrap
          title={title}
          // On a phone, as large as fits on one line.
          sx={{ flex: 1, fontSize: { xs: 'clamp(0.6875rem, 3.2vw, 1rem)', sm: '1.25rem' }, fontWeight: 500 }}
        >
          {title}
        </Typography>
      </RaAppBar>
      <Sidebar />
    </>
  );
}

/** The entries of the groups of resources, with the number of what waits there; the one whose section is open is marked. */
function OfficeMenu() {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const { data: counts } = useCounts();
  const { areKnown } = useFeatures();
  const open = useRef<HTMLElement>(null);
  const markOf = (isOpen: boolean) =>
    isOpen && ({ ref: open, selected: true, 'aria-current': 'page' } as const);
  useEffect(() => {
    open.current?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);

  return (
    // On the first visit of a browser, entries that depend on the settings come later than the others.
    <Menu
      aria-label={translate('admin.shell.navigation')}
      sx={areKnown ? undefined : { visibility: 'hidden' }}
    >
      <Menu.Item
        to={pages.admin}
        primaryText="ra.page.dashboard"
        leftIcon={<DashboardIcon />}
        {...markOf(pathname === pages.admin || pathname === pages.dashboard)}
      />
      {useShownResources().map((group, at) => [
        at > 0 && <Divider key={at} component="div" role="presentation" sx={{ my: 1 }} />,
        group.map(({ name, icon, waiting }) => {
          const { alarm, count, color = 'primary', to } = (counts && waiting?.(counts)) ?? {};
          return (
            <Menu.Item
              key={name}
              to={to || listPage(name)}
              leftIcon={icon}
              primaryText={
                <Box component="span" sx={{ display: 'flex', justifyContent: 'space-between' }}>
                  <span>
                    {translate(`resources.${name}.entry`, { _: translate(`resources.${name}.title`) })}
                  </span>
                  {alarm && <Chip component="span" color="error" label={translate(alarm)} />}
                  {count ? (
                    <Chip
                      component="span"
                      color={color}
                      label={formatCounted(count)}
                      title={translate(`resources.${name}.toDo`, { smart_count: count })}
                    />
                  ) : null}
                </Box>
              }
              {...markOf(pathname.startsWith(listPage(name)))}
            />
          );
        }),
      ])}
    </Menu>
  );
}

/** Name, email and Logout in the drawer, as specified; react-admin's UserMenu has them behind a button. */
function UserBlock() {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const name = identity?.fullName || translate('admin.shell.user');
  const email = (identity?.email as string | undefined) || translate('admin.shell.email');

  return (
    <Box sx={{ p: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 1, py: 1 }}>
        <Avatar
          aria-hidden
          sx={{ width: 36, height: 36, bgcolor: 'primary.main', color: 'primary.contrastText' }}
        >
          {name.charAt(0).toUpperCase()}
        </Avatar>
        <Box sx={{ minWidth: 0 }}>
          <Typography noWrap sx={{ fontSize: '0.9375rem', fontWeight: 600 }} title={name}>
            {name}
          </Typography>
          <Hint noWrap title={email}>
            {email}
          </Hint>
        </Box>
      </Box>
      <Menu.Item to={pages.account} primaryText="admin.shell.account" leftIcon={<AccountIcon />} />
      <Logout icon={<LogoutIcon />} />
      <Typography variant="caption" color="text.secondary" sx={{ display: 'block', px: 2, pt: 0.5 }}>
        {translate('admin.shell.version', { version })}
        <br />
        <ShortcutsButton />
      </Typography>
    </Box>
  );
}

/** The panel: permanent on wide screens, sliding in at the small breakpoint and below. */
function Sidebar() {
  const translate = useTranslate();
  const isWide = !useIsBelow('md');
  const [isOpen, setOpen] = useSidebarState();

  return (
    <Drawer
      variant={isWide ? 'permanent' : 'temporary'}
      open={isWide || isOpen}
      onClose={() => setOpen(false)}
      slotProps={{
        paper: {
          // The sliding one is a dialog.
          component: isWide ? 'aside' : 'div',
          square: true,
          sx: { width: drawerWidth },
          'aria-label': translate('admin.shell.panel'),
        } as object,
      }}
    >
      <Toolbar>
        <Typography component="p" variant="h2">
          {translate('admin.shell.panel')}
        </Typography>
      </Toolbar>
      <Divider />
      <Box sx={{ flex: 1, overflowY: 'auto', background: moreBehind }}>
        <OfficeMenu />
      </Box>
      <Divider />
      <UserBlock />
    </Drawer>
  );
}
