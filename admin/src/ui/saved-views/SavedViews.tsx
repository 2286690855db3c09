import AddIcon from '@mui/icons-material/BookmarkAddOutlined';
import ViewIcon from '@mui/icons-material/BookmarkBorder';
import RemoveIcon from '@mui/icons-material/BookmarkRemoveOutlined';
import { Divider, ListItemIcon, ListItemText, MenuItem, Skeleton } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { TextInput, useListContext, useStoreContext } from 'react-admin';
import { useNavigate } from 'react-router';
import { messages } from '#domain/platform/messages';
import { cleanLine } from '#domain/platform/rules';
import {
  maximumViewName,
  maximumViews,
  type SavedView,
  type SavedViewInput,
  type ViewList,
  viewLists,
  viewRules,
} from '#domain/auth/views';
import { errorMessage } from '#browser/http';
import { useCall, useWrite } from '../../data/useCall.js';
import { FormDialog, SafeConfirm } from '../forms/FormDialog.js';
import { MenuButton, NarrowingButton } from '../common/buttons.js';
import { useTexts, useTranslate } from '../i18n/useTranslate.js';

/** The order, filter and page size of a list, as its address has them. */
interface ViewedList {
  filter?: unknown;
  sort?: { field: string; order: string };
  perPage?: number;
}

/** The query string of a list with the filter, order and page size of a view. */
const viewSearch = ({ filter, sort, perPage }: ViewedList): string =>
  `?${new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: sort?.field ?? '',
    order: sort?.order ?? '',
    page: '1',
    perPage: String(perPage),
  })}`;

/** A view as react-admin kept it in the browser. */
interface KeptView {
  label: string;
  value: ViewedList;
}

const queryKey = ['saved-views'];

/** The saved views of the signed-in person, of all lists, with the writes that change them. */
function useSavedViews() {
  const call = useCall();
  const saveView = async (body: SavedViewInput) => (await call('PUT /account/views', { body })).views;
  const client = useQueryClient();
  const store = useStoreContext();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      let { views } = await call('GET /account/views', { signal });
      // Views that earlier versions kept in this browser move to the account, once, as many as it takes.
      for (const list of viewLists) {
        const key = `${list}.savedQueries`;
        const kept: unknown = store.getItem(key);
        for (const { label, value } of Array.isArray(kept) ? (kept as KeptView[]) : []) {
          const search = viewSearch(value);
          const known = views.filter((view) => view.list === list);
          if (
            views.length >= maximumViews ||
            viewRules.search(search, {}) ||
            known.some((view) => view.search === search)
          )
            continue;
          const plain = cleanLine(label, maximumViewName - 3) || '1';
          let name = plain;
          for (let number = 2; known.some((view) => view.name === name); number++)
            name = `${plain} ${number}`;
          views = await saveView({ list, name, search });
        }
        store.removeItem(key);
      }
      return views;
    },
    refetchOnMount: true,
  });
  const keep = (views: SavedView[]) => client.setQueryData(queryKey, views);
  const save = useWrite({
    mutationKey: [...queryKey, 'save'],
    mutationFn: saveView,
    onSuccess: keep,
  });
  const remove = useWrite({
    mutationKey: [...queryKey, 'remove'],
    mutationFn: ({ _id }: SavedView) => call('DELETE /account/views/{id}', { id: _id }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const viewsOf = (list: ViewList) => query.data?.filter((view) => view.list === list) ?? [];
  return { query, viewsOf, save, remove };
}

interface SaveViewDialogProps {
  view: Omit<SavedViewInput, 'name'>;
  save: ReturnType<typeof useSavedViews>['save'];
  onClose: () => void;
}

/** Asks for the name of a view, and saves it. */
function SaveViewDialog({ view, save, onClose }: SaveViewDialogProps) {
  const translate = useTranslate();
  return (
    <FormDialog<{ name: string }>
      title={translate('admin.views.addTitle')}
      write={{
        ...save,
        mutateAsync: ({ name }) => save.mutateAsync({ ...view, name: name.trim() }),
      }}
      isReady={({ name }) => Boolean(name?.trim())}
      onClose={onClose}
    >
      <TextInput
        autoFocus
        source="name"
        label="admin.views.name"
        helperText="admin.views.hint"
        validate={viewRules.name}
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: maximumViewName } }}
      />
    </FormDialog>
  );
}

/** The saved views of the list in context: filter, order and page size under a name, kept with the account. */
export function SavedViews() {
  const translate = useTranslate();
  const label = useTexts('admin.views');
  const navigate = useNavigate();
  const list = useListContext();
  const resource = list.resource as ViewList;
  const { query, viewsOf, save, remove } = useSavedViews();
  const [isRemoving, setRemoving] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const views = viewsOf(resource);
  const now = viewSearch({ filter: list.filterValues as object, sort: list.sort, perPage: list.perPage });
  const current = views.find(({ search }) => search === now);

  const retry = (event: MouseEvent) => {
    // The menu stays, with what comes of it.
    event.stopPropagation();
    void query.refetch();
  };
  const closeRemoving = () => {
    setRemoving(false);
    remove.reset();
  };

  return (
    <>
      <MenuButton
        id="saved-views"
        button={(opens) => (
          <NarrowingButton icon={<ViewIcon />} text={current?.name ?? label('title')} {...opens} />
        )}
      >
        {query.isPending && (
          <MenuItem disabled aria-label={label('loading')}>
            <Skeleton width={160} />
          </MenuItem>
        )}
        {!!query.error && !query.data && (
          <MenuItem onClick={retry} sx={{ color: 'error.main', whiteSpace: 'normal' }}>
            {errorMessage(query.error, messages.fetchViews)} · {translate('admin.error.retry')}
          </MenuItem>
        )}
        {views.map((view) => (
          <MenuItem
            key={view._id}
            selected={view === current}
            onClick={() => void navigate({ search: view.search })}
            sx={{ maxWidth: 320 }}
          >
            <ListItemText slotProps={{ primary: { noWrap: true, title: view.name } }}>
              {view.name}
            </ListItemText>
          </MenuItem>
        ))}
        {views.length > 0 && <Divider />}
        <MenuItem onClick={() => (current ? setRemoving(true) : setNaming(true))}>
          <ListItemIcon>
            {current ? <RemoveIcon fontSize="small" /> : <AddIcon fontSize="small" />}
          </ListItemIcon>
          {label(current ? 'remove' : 'add')}
        </MenuItem>
      </MenuButton>
      {isNaming && (
        <SaveViewDialog view={{ list: resource, search: now }} save={save} onClose={() => setNaming(false)} />
      )}
      {isRemoving && current && (
        <SafeConfirm
          title={label('removeTitle')}
          content={label('removeText', { name: current.name })}
          write={remove}
          confirm={label('remove')}
          onConfirm={() => void remove.mutateAsync(current).then(closeRemoving, () => {})}
          onClose={closeRemoving}
        />
      )}
    </>
  );
}
