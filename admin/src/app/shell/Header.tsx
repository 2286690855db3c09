import DarkModeIcon from '@mui/icons-material/DarkModeOutlined';
import LightModeIcon from '@mui/icons-material/LightModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import AppBar from '@mui/material/AppBar';
import IconButton from '@mui/material/IconButton';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { chooseColorScheme, useColorScheme } from '../../data/colorScheme.js';
import { SearchButton } from '../../search/SearchButton.js';
import { RefreshBar } from './RefreshBar.js';
import { drawerWidth } from './SideDrawer.js';

/** The bar at the top: the product's name, the theme, and the menu button where the drawer slides. */
export function Header({ onMenu }: { onMenu: () => void }) {
  const translate = useTranslate();
  const scheme = useColorScheme();
  const other = scheme === 'dark' ? 'light' : 'dark';

  return (
    <AppBar
      elevation={0}
      sx={{
        width: { md: `calc(100% - ${drawerWidth}px)` },
        ml: { md: `${drawerWidth}px` },
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Toolbar sx={{ gap: { xs: 0.5, sm: 1 } }}>
        <IconButton
          color="inherit"
          edge="start"
          onClick={onMenu}
          aria-label={translate('admin.shell.menu')}
          sx={{ display: { md: 'none' } }}
        >
          <MenuIcon />
        </IconButton>
        <Typography
          component="p"
          noWrap
          title={translate('admin.shell.title')}
          // On a phone, as large as fits on one line.
          sx={{ flex: 1, fontSize: { xs: 'clamp(0.6875rem, 3.2vw, 1rem)', sm: '1.25rem' }, fontWeight: 500 }}
        >
          {translate('admin.shell.title')}
        </Typography>
        <SearchButton />
        <IconButton
          color="inherit"
          edge="end"
          onClick={() => chooseColorScheme(other)}
          aria-label={translate(`admin.shell.scheme.${other}`)}
          title={translate(`admin.shell.scheme.${other}`)}
        >
          {scheme === 'dark' ? <LightModeIcon /> : <DarkModeIcon />}
        </IconButton>
      </Toolbar>
      <RefreshBar />
    </AppBar>
  );
}
