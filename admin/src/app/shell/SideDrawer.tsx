import DashboardIcon from '@mui/icons-material/DashboardOutlined';
import LogoutIcon from '@mui/icons-material/LogoutOutlined';
import AccountIcon from '@mui/icons-material/ManageAccountsOutlined';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Divider from '@mui/material/Divider';
import Drawer from '@mui/material/Drawer';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Fragment, type ReactElement } from 'react';
import { useGetIdentity, useLogout, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { listPage } from '#domain/adminPages';
import { formatCounted } from '#domain/numbers';
import { pages } from '#domain/pages';
import { version } from '#domain/version';
import { useCounts } from '../../data/useCounts.js';
import type { Waiting } from '../../ui/page/resource.js';
import { useShownResources } from '../../ui/page/useShownResources.js';
import { ShortcutsButton } from '../../ui/shortcuts/ShortcutsButton.js';

/** The signed-in user, the own account, Logout, the program's version and its keyboard shortcuts. */
function UserBlock({ onNavigate }: { onNavigate: () => void }) {
  const translate = useTranslate();
  const logout = useLogout();
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
          <Typography noWrap variant="body2" color="text.secondary" title={email}>
            {email}
          </Typography>
        </Box>
      </Box>
      <List component="div" disablePadding>
        <ListItemButton
          component={Link}
          to={pages.account}
          onClick={onNavigate}
          sx={{ minHeight: 48, borderRadius: 2 }}
        >
          <ListItemIcon sx={{ minWidth: 40 }}>
            <AccountIcon />
          </ListItemIcon>
          <ListItemText primary={translate('admin.shell.account')} />
        </ListItemButton>
        <ListItemButton
          component="button"
          onClick={() => void logout()}
          sx={{ minHeight: 48, borderRadius: 2, width: '100%' }}
        >
          <ListItemIcon sx={{ minWidth: 40 }}>
            <LogoutIcon />
          </ListItemIcon>
          <ListItemText primary={translate('admin.shell.logout')} />
        </ListItemButton>
      </List>
      <Typography variant="caption" color="text.secondary" sx={{ display: 'block', px: 2, pt: 0.5 }}>
        {translate('admin.shell.version', { version })}
        <br />
        <ShortcutsButton />
      </Typography>
    </Box>
  );
}

interface DrawerEntryProps {
  /** The name of its resource. */
  name?: string;
  label: string;
  icon: ReactElement;
  to: string;
  isOpen: boolean;
  waiting?: Waiting | undefined;
  onNavigate: () => void;
}

/** An entry of the drawer, with the number of what waits there. */
function DrawerEntry({ name, label, icon, to, isOpen, waiting = {}, onNavigate }: DrawerEntryProps) {
  const translate = useTranslate();
  const { alarm, count, color = 'primary' } = waiting;
  return (
    <ListItem component="div" disablePadding>
      <ListItemButton
        component={Link}
        to={waiting.to || to}
        onClick={onNavigate}
        selected={isOpen}
        aria-current={isOpen ? 'page' : undefined}
        sx={{ minHeight: 48, borderRadius: 2, my: 0.25 }}
      >
        <ListItemIcon sx={{ minWidth: 40, color: isOpen ? 'primary.dark' : undefined }}>{icon}</ListItemIcon>
        <ListItemText primary={label} slotProps={{ primary: { sx: { fontWeight: isOpen ? 600 : 400 } } }} />
        {alarm && <Chip color="error" label={translate(alarm)} />}
        {count ? (
          <Chip
            color={color}
            label={formatCounted(count)}
            title={translate(`resources.${name}.toDo`, { smart_count: count })}
          />
        ) : null}
      </ListItemButton>
    </ListItem>
  );
}

/** The entries of the drawer; the one whose section is open is marked. */
function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const { data: counts } = useCounts();
  const groups = useShownResources();

  return (
    <List component="nav" aria-label={translate('admin.shell.navigation')} sx={{ px: 1 }}>
      <DrawerEntry
        label={translate('admin.shell.dashboard')}
        icon={<DashboardIcon />}
        to={pages.admin}
        isOpen={pathname === pages.admin || pathname === pages.dashboard}
        onNavigate={onNavigate}
      />
      {groups.map((group, at) => (
        <Fragment key={group[0]!.name}>
          {at > 0 && <Divider component="div" role="presentation" sx={{ my: 1 }} />}
          {group.map(({ name, icon, waiting }) => (
            <DrawerEntry
              key={name}
              name={name}
              label={translate(`resources.${name}.entry`, { _: translate(`resources.${name}.title`) })}
              icon={icon}
              to={listPage(name)}
              isOpen={pathname.startsWith(listPage(name))}
              waiting={counts && waiting?.(counts)}
              onNavigate={onNavigate}
            />
          ))}
        </Fragment>
      ))}
    </List>
  );
}

export const drawerWidth = 240;

/** The navigation panel: permanent on wide screens, sliding in at the small breakpoint and below. */
export function SideDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const translate = useTranslate();
  const wide = useMediaQuery(useTheme().breakpoints.up('md'), { noSsr: true });

  return (
    <Drawer
      variant={wide ? 'permanent' : 'temporary'}
      open={wide || open}
      onClose={onClose}
      sx={{ width: { md: drawerWidth }, flexShrink: 0 }}
      slotProps={{
        paper: {
          component: 'aside',
          square: true,
          sx: { width: drawerWidth, boxSizing: 'border-box' },
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
      <Box sx={{ flex: 1, overflowY: 'auto' }}>
        <Navigation onNavigate={onClose} />
      </Box>
      <Divider />
      <UserBlock onNavigate={onClose} />
    </Drawer>
  );
}
