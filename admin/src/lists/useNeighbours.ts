import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type RaRecord, useDataProvider, useListContext, useStore } from 'react-admin';
import { useLocation } from 'react-router';
import { defaultPageSize } from '../../../domain/lists.js';
import { pageQuery } from '../queryClient.js';

/** A list as it was seen last: its order, filter and page. */
interface SeenList {
  sort: { field: string; order: 'ASC' | 'DESC' };
  filter: object;
  page: number;
  perPage: number;
}

const untouched: SeenList = {
  sort: { field: 'createdAt', order: 'DESC' },
  filter: {},
  page: 1,
  perPage: defaultPageSize,
};

const useSeenList = (resource: string) => useStore<SeenList>(`${resource}.seen`, untouched);

/** Remembers the list in context for the pages of its records, until the program is loaded again. */
export function useRememberList(): void {
  const list = useListContext();
  const { resource, sort, page, perPage } = list;
  const filter = list.filterValues as object;
  const [, setSeen] = useSeenList(resource ?? '');
  const seen = JSON.stringify({ sort, filter, page, perPage } satisfies SeenList);
  useEffect(() => setSeen(JSON.parse(seen) as SeenList), [seen, setSeen]);
}

interface Neighbour {
  id: string;
  /** The page of the list that it stands on. */
  page: number;
}

interface Neighbours {
  previous?: Neighbour;
  next?: Neighbour;
  /** The place in the whole list, from 1; absent for a record that the list does not have. */
  place?: number;
  total?: number;
}

/**
 * The records before and behind one in the list that was seen last. react-admin's own buttons know the first records of
 * a list alone; these ask for the page that the record stands on, and the next one at its ends. A record that has left
 * the list meanwhile (one that was marked, of a list of pending ones) keeps its place while it is shown.
 */
export function useNeighbours(resource: string, id: string): Neighbours {
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
    total: shown.data?.total,
  };
}

/** A page of a list, from what is known where the list has asked for it already. */
function usePage(resource: string, { page, perPage, sort, filter }: SeenList, enabled = true) {
  const dataProvider = useDataProvider();
  const params = { pagination: { page, perPage }, sort, filter, meta: undefined };
  return useQuery({
    queryKey: [resource, 'getList', params],
    queryFn: ({ signal }) => dataProvider.getList<RaRecord<string>>(resource, { ...params, signal }),
    enabled,
    // The place in a list is no reason to ask for all of it with every record.
    refetchOnMount: true,
    retry: pageQuery.retry,
  });
}
