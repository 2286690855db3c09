import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Drawer from '@mui/material/Drawer';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTheme } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import { Navigation } from './Navigation.js';
import { UserBlock } from './UserBlock.js';

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
