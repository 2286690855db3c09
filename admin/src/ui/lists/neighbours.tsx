import PreviousIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import { Box, IconButton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Identifier,
  type RaRecord,
  useDataProvider,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
import { Link, useLocation } from 'react-router';
import type { Pagination } from '#domain/platform/lists';
import { formatCount, formatCounted } from '#domain/platform/numbers';
import { Hint } from '../common/fields.js';
import { type SeenList, useSeenList } from '../page/seenList.js';
import { useTranslate } from '../i18n/useTranslate.js';

interface Neighbour {
  id: string;
  /** The page of the list that it is on. */
  page: number;
}

interface Neighbours {
  previous?: Neighbour;
  next?: Neighbour;
  /** The position in the whole list, from 1; absent for a record that is not in the list. */
  place?: number;
  /** The number of records in the list, as a text: "10,000+" where there may be more. */
  total?: string;
}

/**
 * The previous and the next record in the list that was open last. react-admin's own buttons know the first records of
 * a list only; this queries the page that the record is on, and the adjacent page at its ends. A record that has left
 * the list meanwhile (marked as paid in a list of pending ones) keeps its position while it is shown.
 */
function useNeighbours(resource: string, id: string): Neighbours {
  const [{ page: seenPage, perPage, sort, filter }] = useSeenList(resource);
  const page = (useLocation().state as { page?: number } | null)?.page ?? seenPage;
  const shown = usePage(resource, { page, perPage, sort, filter });
  const ids = shown.data?.data.map((record) => record.id) ?? [];
  const found = ids.indexOf(id);
  const [last, setLast] = useState({ id: '', index: -1 });
  if (found >= 0 && (last.id !== id || last.index !== found)) setLast({ id, index: found });
  const index = found >= 0 ? found : last.id === id ? last.index : -1;
  const behind = found >= 0 ? index + 1 : index;

  const isFirst = index === 0 && page > 1;
  const isLast = index >= 0 && behind >= ids.length && page * perPage < (shown.data?.total ?? 0);
  const before = usePage(resource, { page: page - 1, perPage, sort, filter }, isFirst);
  const after = usePage(resource, { page: page + 1, perPage, sort, filter }, isLast);
  if (index < 0) return {};

  const neighbour = (neighbourId: string | undefined, itsPage: number): Neighbour | undefined =>
    neighbourId === undefined ? undefined : { id: neighbourId, page: itsPage };
  return {
    previous: isFirst
      ? neighbour(before.data?.data.at(-1)?.id, page - 1)
      : neighbour(index > 0 ? ids[index - 1] : undefined, page),
    next: isLast ? neighbour(after.data?.data[0]?.id, page + 1) : neighbour(ids[behind], page),
    place: found >= 0 ? (page - 1) * perPage + index + 1 : undefined,
    ...(shown.data?.total !== undefined && {
      total: formatCounted(
        shown.data.total,
        (shown.data.meta as Partial<Pagination> | undefined)?.atLeast ?? false,
      ),
    }),
  };
}

/** Queries a page of a list under react-admin's own key, so that a page the list has loaded comes from the cache. */
function usePage(
  resource: string,
  { page, perPage, sort, filter }: Omit<SeenList, 'search'>,
  enabled = true,
) {
  const dataProvider = useDataProvider();
  const params = { pagination: { page, perPage }, sort, filter, meta: undefined };
  return useQuery({
    queryKey: [resource, 'getList', params],
    queryFn: ({ signal }) => dataProvider.getList<RaRecord<string>>(resource, { ...params, signal }),
    enabled,
    // Refetch a stale page only, instead of with every record that is opened.
    refetchOnMount: true,
  });
}

/** Links to the previous and the next record of the list that was open last. Reserves its space while it loads. */
export function NeighbourButtons({ path }: { path: (id: Identifier) => string }) {
  const translate = useTranslate();
  const record = useRecordContext<RaRecord<string>>();
  const { previous, next, place, total } = useNeighbours(useResourceContext() ?? '', record?.id ?? '');
  const button = (to: typeof next, name: 'previous' | 'next', icon: typeof NextIcon) => {
    const Icon = icon;
    const label = translate(`admin.neighbours.${name}`);
    return to ? (
      <IconButton
        component={Link}
        to={path(to.id)}
        state={{ page: to.page }}
        aria-label={label}
        title={label}
        size="small"
      >
        <Icon />
      </IconButton>
    ) : (
      <IconButton disabled aria-label={label} size="small">
        <Icon />
      </IconButton>
    );
  };
  return (
    <Box
      component="nav"
      aria-label={translate('admin.neighbours.title')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        minHeight: { xs: 44, md: 34 },
        visibility: previous || next ? undefined : 'hidden',
      }}
    >
      {button(previous, 'previous', PreviousIcon)}
      <Hint
        sx={{
          minWidth: { xs: '4.5rem', sm: '5.5rem' },
          textAlign: 'center',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {place !== undefined &&
          total !== undefined &&
          translate('admin.neighbours.place', {
            place: formatCount(place),
            total,
          })}
      </Hint>
      {button(next, 'next', NextIcon)}
    </Box>
  );
}
