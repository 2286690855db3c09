import AddIcon from '@mui/icons-material/BookmarkAddOutlined';
import RemoveIcon from '@mui/icons-material/BookmarkRemoveOutlined';
import ViewIcon from '@mui/icons-material/BookmarkBorder';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useListContext, useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { messages } from '#domain/messages';
import type { ViewList } from '#domain/views';
import { errorMessage } from '../../../../browser/http.js';
import { useAsk } from '../common/useAsk.js';
import { viewSearch } from './formerViews.js';
import { SavedViewsMenu } from './SavedViewsMenu.js';
import { SaveViewDialog } from './SaveViewDialog.js';
import { useSavedViews } from './useSavedViews.js';

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
