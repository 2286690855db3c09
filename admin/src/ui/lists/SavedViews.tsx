import AddIcon from '@mui/icons-material/BookmarkAddOutlined';
import RemoveIcon from '@mui/icons-material/BookmarkRemoveOutlined';
import ViewIcon from '@mui/icons-material/BookmarkBorder';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import {
  AddSavedQueryDialog,
  extractValidSavedQueries,
  RemoveSavedQueryDialog,
  type SavedQuery,
  useListContext,
  useSavedQueries,
  useTranslate,
} from 'react-admin';
import { useNavigate } from 'react-router';

/** The query string of a list with the filter, order and page size of a view. */
const viewSearch = ({ filter, sort, perPage }: SavedQuery['value']): string =>
  `?${new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: sort?.field ?? '',
    order: sort?.order ?? '',
    page: '1',
    perPage: String(perPage),
  })}`;

/** The saved views of the list in context: filter, order and page size under a name, kept in this browser. */
export function SavedViews() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const list = useListContext();
  const [savedQueries] = useSavedQueries(list.resource);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<'add' | 'remove'>();
  const views = extractValidSavedQueries(savedQueries);
  const label = (name: string) => translate(`admin.views.${name}`);
  const now = viewSearch({ filter: list.filterValues as object, sort: list.sort, perPage: list.perPage });
  const current = views.find(({ value }) => viewSearch(value) === now);
  const choose = (what: () => void) => {
    setAnchor(null);
    what();
  };

  return (
    <>
      <Button
        startIcon={<ViewIcon />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {current?.label ?? label('title')}
      </Button>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {views.map((view, index) => (
            <MenuItem
              key={index}
              selected={view === current}
              onClick={() => choose(() => void navigate({ search: viewSearch(view.value) }))}
              sx={{ maxWidth: 320 }}
            >
              <ListItemText slotProps={{ primary: { noWrap: true, title: view.label } }}>
                {view.label}
              </ListItemText>
            </MenuItem>
          ))}
          {views.length > 0 && <Divider />}
          {current ? (
            <MenuItem onClick={() => choose(() => setDialog('remove'))}>
              <ListItemIcon>
                <RemoveIcon fontSize="small" />
              </ListItemIcon>
              {label('remove')}
            </MenuItem>
          ) : (
            <MenuItem onClick={() => choose(() => setDialog('add'))}>
              <ListItemIcon>
                <AddIcon fontSize="small" />
              </ListItemIcon>
              {label('add')}
            </MenuItem>
          )}
        </Menu>
      )}
      <AddSavedQueryDialog open={dialog === 'add'} onClose={() => setDialog(undefined)} />
      <RemoveSavedQueryDialog open={dialog === 'remove'} onClose={() => setDialog(undefined)} />
    </>
  );
}
