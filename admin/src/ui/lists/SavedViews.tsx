import AddIcon from '@mui/icons-material/BookmarkAddOutlined';
import ViewIcon from '@mui/icons-material/BookmarkBorder';
import RemoveIcon from '@mui/icons-material/BookmarkRemoveOutlined';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useDataProvider, useListContext, useNotify, useStoreContext, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { messages } from '#domain/messages';
import {
  maximumViewName,
  type SavedView,
  type SavedViewInput,
  type ViewList,
  viewLists,
} from '#domain/views';
import { errorMessage } from '../../../../browser/http.js';
import type { dataProvider } from '../../data/dataProvider.js';
import { pageQuery } from '../../data/queryClient.js';
import { useWrite } from '../../data/useWrite.js';
import { FormDialog } from '../common/FormDialog.js';
import { useAsk } from '../common/useAsk.js';
import { formerViews, formerViewsKey, type KeptViews, viewSearch } from './formerViews.js';

const queryKey = ['saved-views'];

/** The saved views of the signed-in person, of all lists, with the writes that change them. */
function useSavedViews() {
  const { getViews, saveView, removeView } = useDataProvider<typeof dataProvider>();
  const client = useQueryClient();
  const store = useStoreContext();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      let views = await getViews(signal);
      // Views that were kept in this browser move to the account, once.
      for (const list of viewLists) {
        const key = formerViewsKey(list);
        for (const view of formerViews(store.getItem<KeptViews>(key), list, views))
          views = await saveView(view);
        store.removeItem(key);
      }
      return views;
    },
    refetchOnMount: true,
    retry: pageQuery.retry,
  });
  const keep = (views: SavedView[]) => client.setQueryData(queryKey, views);
  const save = useWrite({
    mutationKey: [...queryKey, 'save'],
    mutationFn: (view: SavedViewInput) => saveView(view),
    onSuccess: keep,
  });
  const remove = useWrite({
    mutationKey: [...queryKey, 'remove'],
    mutationFn: ({ _id }: SavedView) => removeView(_id),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const viewsOf = (list: ViewList) => query.data?.filter((view) => view.list === list) ?? [];
  return { query, viewsOf, save, remove };
}

interface SaveViewDialogProps {
  error: unknown;
  isSaving: boolean;
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a view. */
function SaveViewDialog({ error, isSaving, onSave, onClose }: SaveViewDialogProps) {
  const translate = useTranslate();
  const [name, setName] = useState('');
  return (
    <FormDialog
      title={translate('admin.views.addTitle')}
      error={error ? errorMessage(error, messages.saveView) : undefined}
      isPending={isSaving}
      isDisabled={!name.trim()}
      onSubmit={() => onSave(name.trim())}
      onClose={onClose}
    >
      <TextField
        fullWidth
        autoFocus
        margin="normal"
        id="view-name"
        label={translate('admin.views.name')}
        helperText={translate('admin.views.hint')}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
        slotProps={{ htmlInput: { maxLength: maximumViewName } }}
      />
    </FormDialog>
  );
}

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
function SavedViewsMenu({ anchor, query, views, current, action, onOpen, onClose }: SavedViewsMenuProps) {
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

/** The saved views of the list in context: filter, order and page size under a name, kept with the account. */
export function SavedViews() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const notify = useNotify();
  const list = useListContext();
  const resource = list.resource as ViewList;
  const { query, viewsOf, save, remove } = useSavedViews();
  const { ask, dialog } = useAsk();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  const [isNaming, setNaming] = useState(false);
  const label = (name: string, options?: object) => translate(`admin.views.${name}`, options);
  const views = viewsOf(resource);
  const now = viewSearch({ filter: list.filterValues as object, sort: list.sort, perPage: list.perPage });
  const current = views.find(({ search }) => search === now);

  const title = current?.name ?? label('title');

  const removeCurrent = async () => {
    if (!current) return;
    const question = {
      title: label('removeTitle'),
      text: label('removeText', { name: current.name }),
      confirm: label('remove'),
    };
    if (!(await ask(question))) return;
    await remove
      .mutateAsync(current)
      .catch((error: unknown) => notify(errorMessage(error, messages.removeView), { type: 'error' }));
  };

  return (
    <>
      <Button
        startIcon={isPhone ? undefined : <ViewIcon />}
        aria-label={isPhone ? title : undefined}
        title={isPhone ? title : undefined}
        sx={isPhone ? { minWidth: 44, px: 1 } : undefined}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {isPhone ? <ViewIcon /> : title}
      </Button>
      {anchor && (
        <SavedViewsMenu
          anchor={anchor}
          query={query}
          views={views}
          current={current}
          action={
            current
              ? {
                  text: label('remove'),
                  icon: <RemoveIcon fontSize="small" />,
                  run: () => void removeCurrent(),
                }
              : { text: label('add'), icon: <AddIcon fontSize="small" />, run: () => setNaming(true) }
          }
          onOpen={({ search }) => void navigate({ search })}
          onClose={() => setAnchor(null)}
        />
      )}
      {isNaming && (
        <SaveViewDialog
          error={save.error}
          isSaving={save.isPending}
          onSave={(name) =>
            void save.mutateAsync({ list: resource, name, search: now }).then(
              () => setNaming(false),
              () => {},
            )
          }
          onClose={() => {
            setNaming(false);
            save.reset();
          }}
        />
      )}
      {dialog}
    </>
  );
}
