import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import type { SavedView } from '#domain/views';
import { errorMessage } from '../../../../browser/http.js';

interface SavedViewsMenuProps {
  anchor: HTMLElement;
  query: Pick<UseQueryResult<unknown, unknown>, 'error' | 'isPending' | 'data' | 'refetch'>;
  views: SavedView[];
  current: SavedView | undefined;
  /** The last entry. */
  action: { text: string; icon: ReactNode; run: () => void };
  onOpen: (view: SavedView) => void;
  onClose: () => void;
}

/** The views to choose from, and what can be done with the list as it is now. */
export function SavedViewsMenu({
  anchor,
  query,
  views,
  current,
  action,
  onOpen,
  onClose,
}: SavedViewsMenuProps) {
  const translate = useTranslate();
  const choose = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {query.isPending && (
        <MenuItem disabled aria-label={translate('admin.views.loading')}>
          <Skeleton width={160} />
        </MenuItem>
      )}
      {Boolean(query.error) && !query.data && (
        <MenuItem onClick={() => void query.refetch()} sx={{ color: 'error.main', whiteSpace: 'normal' }}>
          {errorMessage(query.error, messages.fetchViews)} · {translate('admin.error.retry')}
        </MenuItem>
      )}
      {views.map((view) => (
        <MenuItem
          key={view._id}
          selected={view === current}
          onClick={choose(() => onOpen(view))}
          sx={{ maxWidth: 320 }}
        >
          <ListItemText slotProps={{ primary: { noWrap: true, title: view.name } }}>{view.name}</ListItemText>
        </MenuItem>
      ))}
      {views.length > 0 && <Divider />}
      <MenuItem onClick={choose(action.run)}>
        <ListItemIcon>{action.icon}</ListItemIcon>
        {action.text}
      </MenuItem>
    </Menu>
  );
}
