import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton, Paper, Skeleton, styled, Typography } from '@mui/material';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { ListContextProvider, type RaRecord, useListContext } from 'react-admin';
import { useSearchParams } from 'react-router';
import { isMissing } from '#browser/http';
import { NotLoaded } from '../common/Section.js';
import { moreBehind } from '../common/moreBehind.js';
import { usePageShortcuts } from '../shortcuts/usePageShortcuts.js';
import { useIsBelow } from '../common/useIsBelow.js';
import { useKeptFocus } from '../common/useKeptFocus.js';
import { ViewError } from '../page/ViewError.js';
import { useTranslate } from '../i18n/useTranslate.js';

/** The query with a record open, and with the filter: react-admin applies its defaults to an empty query only. */
function withOpen(search: URLSearchParams | string, name: string, first: object, id: string | undefined) {
  const params = new URLSearchParams(search);
  if (!params.has('filter')) params.set('filter', JSON.stringify(first));
  if (id) params.set(name, id);
  else params.delete(name);
  return params;
}

/**
 * The record that is open beside the list in context, or on a narrow screen in its place; its id is in the address, as
 * `name`. `first` is the filter of a list that was opened without one. j and k move through the rows, Enter presses the main
 * button of the open record.
 */
export function useOpenBeside(name: string, first: object) {
  const [params, setParams] = useSearchParams();
  const ids = useListContext<RaRecord<string>>().data?.map(({ id }) => id) ?? [];
  const isBeside = !useIsBelow('lg');
  const openId = params.get(name) ?? undefined;
  /** Opens a record, or closes the open one. Only the first opening adds an entry to the browser's history. */
  const open = useCallback(
    (id: string | undefined) => {
      // Based on the browser's address: React may not have rendered the last change yet.
      const isOpen = new URLSearchParams(location.search).has(name);
      setParams(withOpen(location.search, name, first, id), { replace: !id || isOpen });
    },
    [setParams, name, first],
  );
  /** The link to the list with a record open. */
  const pathOf = (id: string) => `?${withOpen(params, name, first, id)}`;
  useBesideShortcuts(name, ids, open);
  const isWithoutFilter = params.size > 0 && !params.has('filter');
  useEffect(() => {
    if (isWithoutFilter) setParams((now) => withOpen(now, name, first, openId), { replace: true });
  }, [isWithoutFilter, setParams, name, first, openId]);
  const place: BesidePanelPlace = {
    isPage: !isBeside,
    next: openId && ids[ids.indexOf(openId) + 1],
    onOpen: open,
    onClose: () => open(undefined),
  };
  return { openId, open, pathOf, ids, isBeside, place };
}

/** Elements that handle Enter themselves. */
const pressable = 'a, button, input, [role="tab"], [role="button"], summary';

function useBesideShortcuts(name: string, ids: string[], open: (id: string) => void): void {
  usePageShortcuts(({ key, repeat }, target) => {
    // Read from the address: a quick key may come before React has rendered the last change.
    const openId = new URLSearchParams(location.search).get(name);
    const step = { j: 1, k: -1 }[key];
    if (step) {
      const focused = target.closest('[data-row-link]')?.getAttribute('data-row-link');
      const at = ids.indexOf(openId ?? focused ?? '');
      const next = at < 0 ? ids[0] : ids[Math.min(Math.max(at + step, 0), ids.length - 1)];
      if (!next) return false;
      if (openId) open(next);
      else document.querySelector<HTMLElement>(`[data-row-link="${next}"]`)?.focus();
    } else if (key === 'Enter' && !repeat && !target.closest(pressable))
      // Only the button of the open record, never of one that is still rendered but about to be replaced.
      document
        .querySelector<HTMLButtonElement>(
          `[data-beside="${CSS.escape(openId ?? '')}"] [data-main-action]:not(:disabled)`,
        )
        ?.click();
    else return false;
    return true;
  });
}

/**
 * Rows of areas (day, text, match, amount, actions): one line on wide screens, else a card (beside a panel, on a phone).
 * `--actions` is the width of the last one in a line.
 */
export const AreaRows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  containerType: 'inline-size',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '6.5rem minmax(0, 5fr) minmax(0, 4fr) 7.5rem var(--actions, 6rem)',
    gridTemplateAreas: '"day text match amount actions"',
    alignItems: 'start',
    gap: '4px 16px',
    padding: '12px 16px',
    borderBottom: `1px solid ${theme.palette.divider}`,
    cursor: 'pointer',
    '&:hover, &:focus-within': { background: theme.palette.action.hover },
    '&[data-open]': {
      background: theme.palette.action.hover,
      boxShadow: `inset 3px 0 0 ${theme.palette.primary.main}`,
    },
    '&:last-of-type': { borderBottom: 0 },
  },
  '[data-area]': { minWidth: 0, overflowWrap: 'anywhere' },
  '[data-area="day"]': { gridArea: 'day', whiteSpace: 'nowrap' },
  '[data-area="text"]': { gridArea: 'text' },
  '[data-area="text"] > a': { fontWeight: 600, color: 'inherit' },
  '[data-area="match"]': { gridArea: 'match' },
  '[data-area="amount"]': { gridArea: 'amount', textAlign: 'right', fontWeight: 600, whiteSpace: 'nowrap' },
  '[data-area="actions"]': { gridArea: 'actions', textAlign: 'right' },
  '[data-area="actions"] button': { minWidth: 88 },
  '[data-quiet]': { color: theme.palette.text.secondary, fontSize: '0.8125rem' },
  '[data-bank-text]': {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
  '@container (max-width: 759px)': {
    '& > li': {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gridTemplateAreas: '"text amount" "text day" "match actions"',
      gridTemplateRows: 'auto 1fr auto',
    },
    '[data-area="day"]': {
      textAlign: 'right',
      fontSize: '0.8125rem',
      color: theme.palette.text.secondary,
    },
    '[data-area="actions"]': { alignSelf: 'end' },
    // The row is one link; every other one takes presses on 44 px.
    '[data-area="match"] a': { paddingBlock: 15 },
  },
}));

interface BesideGridProps {
  /** The open record's name in the address. */
  name: string;
  /** The open record, beside the list; none leaves the list the whole width. */
  panel: ReactNode;
  /** The list with its tabs, filters and pagination. */
  children: ReactNode;
}

/** A list with the open record beside it, which a change of the list's filters closes. */
export function BesideGrid({ name, panel, children }: BesideGridProps) {
  const list = useListContext();
  const setParams = useSearchParams()[1];
  const setFilters = (filter: object) => {
    const next = new URLSearchParams(location.search);
    for (const closed of ['page', name]) next.delete(closed);
    next.set('filter', JSON.stringify(filter));
    setParams(next);
  };
  return (
    <ListContextProvider value={{ ...list, setFilters }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: panel ? 'minmax(0, 1fr) minmax(0, 1fr)' : 'minmax(0, 1fr)',
          gap: 2,
          alignItems: 'start',
        }}
      >
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          {children}
        </Paper>
        {panel}
      </Box>
    </ListContextProvider>
  );
}

interface BesideListProps {
  /** Begins its ids, as those of its tabs. */
  list: string;
  /** The state whose tab is open. */
  state: string | undefined;
  /** Another content, such as that a feature is off: neither records nor a failure are shown beside it. */
  instead?: ReactNode;
  /** True while it loads what its rows name. */
  isNaming?: boolean;
  /** Lines of the outline of a row. */
  lines: number;
  empty: ReactNode;
  /** The rows, shown where there are any. */
  children: ReactNode;
}

/** The records of the open tab, or their outline, why they could not be loaded, or that there is none. */
export function BesideList(props: BesideListProps) {
  const { list, state, instead, isNaming = false, lines, empty, children } = props;
  const { data, error, isPending, isPlaceholderData } = useListContext();
  const keptFocus = useKeptFocus('li');
  return (
    <Box
      {...keptFocus}
      id={`${list}-list`}
      role="tabpanel"
      aria-labelledby={state === undefined ? undefined : `${list}-tab-${state}`}
      aria-busy={isPending || isPlaceholderData}
      sx={{ opacity: isPlaceholderData ? 0.6 : 1, transition: 'opacity 120ms' }}
    >
      {instead ? (
        instead
      ) : error && !data ? (
        <ViewError />
      ) : isPending || isNaming ? (
        Array.from({ length: 5 }, (_, row) => (
          <Box key={row} sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
            <Skeleton width="40%" height={24} />
            {['70%', '55%'].slice(0, lines - 1).map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </Box>
        ))
      ) : data?.length ? (
        children
      ) : (
        empty
      )}
    </Box>
  );
}

export interface BesidePanelPlace {
  /** True on narrow screens, where it takes the place of the list. */
  isPage: boolean;
  /** The record after it in the list. */
  next: string | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
}

interface BesidePanelProps extends BesidePanelPlace {
  /** The open record. */
  id: string;
  title: string;
  /** Behind the title: a state. */
  after?: ReactNode;
  /** The query of the record. */
  state: { data?: unknown; error: unknown; refetch: () => unknown };
  /** Shown for a failure without a message of its own. */
  failure: string;
  /** Shown once the record is loaded. */
  children: ReactNode;
}

/** One record beside its list, or in its place. Its heading takes the focus when it is opened. */
export function BesidePanel({
  id,
  title,
  after,
  state: { data, error, refetch },
  failure,
  isPage,
  next,
  onOpen,
  onClose,
  children,
}: BesidePanelProps) {
  const translate = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = Boolean(data);

  useEffect(() => {
    if (isPage) scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isLoaded, isPage]);
  const keptFocus = useKeptFocus('section', heading);

  return (
    <Paper
      variant="outlined"
      {...keptFocus}
      component="section"
      data-beside={id}
      aria-labelledby="beside-title"
      sx={
        isPage
          ? undefined
          : // Ends in view below the page's header, so that the button at its end does too.
            {
              position: 'sticky',
              top: 80,
              maxHeight: 'calc(100vh - 188px)',
              overflowY: 'auto',
              background: moreBehind,
            }
      }
    >
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, px: 2, minHeight: 56 }}
      >
        {isPage && (
          <IconButton edge="start" aria-label={translate('admin.list.beside.back')} onClick={onClose}>
            <ArrowBackIcon />
          </IconButton>
        )}
        <Typography
          ref={heading}
          id="beside-title"
          variant="h2"
          component={isPage ? 'h1' : 'h2'}
          tabIndex={-1}
          sx={{ flex: 1, outline: 'none', fontVariantNumeric: 'tabular-nums' }}
        >
          {title}
        </Typography>
        {after}
        {isPage && next && (
          <Button onClick={() => onOpen(next)}>{translate('admin.list.beside.next')}</Button>
        )}
        {!isPage && (
          <IconButton edge="end" aria-label={translate('ra.action.close')} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        )}
      </Box>
      <Box sx={{ px: 2, pb: 2 }}>
        {data && !isMissing(error) ? (
          children
        ) : (
          <NotLoaded error={error} fallback={failure} refetch={refetch} height={280} />
        )}
      </Box>
    </Paper>
  );
}
