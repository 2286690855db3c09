import AccountIcon from '@mui/icons-material/ManageAccountsOutlined';
import LogoutIcon from '@mui/icons-material/LogoutOutlined';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useGetIdentity, useLogout, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import { version } from '#domain/version';
import { ShortcutsButton } from '../../ui/shortcuts/ShortcutsButton.js';

/** The signed-in user, the own account, Logout, the program's version and its keyboard shortcuts. */
export function UserBlock({ onNavigate }: { onNavigate: () => void }) {
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
          <ListItemText primary={translate('admin.account.open')} />
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
