import Chip from '@mui/material/Chip';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import type { ReactElement } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { formatCounted } from '#domain/numbers';
import type { Waiting } from '../../ui/page/resource.js';

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
export function DrawerEntry({ name, label, icon, to, isOpen, waiting = {}, onNavigate }: DrawerEntryProps) {
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
