import DarkModeIcon from '@mui/icons-material/DarkModeOutlined';
import LightModeIcon from '@mui/icons-material/LightModeOutlined';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { keyframes, styled } from '@mui/material/styles';
import { useIsFetching } from '@tanstack/react-query';
import { AppBar as RaAppBar, useTranslate } from 'react-admin';
import { chooseColorScheme, useColorScheme } from '../../data/colorScheme.js';
import { SearchButton } from '../../search/SearchButton.js';
import { Sidebar } from './Sidebar.js';

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
