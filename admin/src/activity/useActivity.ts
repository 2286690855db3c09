import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { AuditEntry, AuditResource } from '#domain/audit';
import { defaultPageSize } from '#domain/lists';
import type { dataProvider } from '../data/dataProvider.js';

/** Queries the audit entries of a record, newest first, page by page, while `enabled`. */
export function useActivity(
  resource: AuditResource,
  id: string,
  { enabled = true, perPage = defaultPageSize } = {},
) {
  const { getActivity: activity } = useDataProvider<typeof dataProvider>();
  return useInfiniteQuery({
    queryKey: ['audit', resource, id, perPage],
    queryFn: ({ pageParam, signal }) => activity(resource, id, { page: pageParam, perPage, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    select: distinctEntries,
    // Always refetched on opening: it shows what colleagues have just done.
    staleTime: 0,
    enabled,
  });
}

/** The entries of all pages, each once: an entry added between two fetches moves the last one of a page to the next. */
function distinctEntries({ pages }: InfiniteData<{ entries: AuditEntry[] }>): AuditEntry[] {
  const all = pages.flatMap(({ entries }) => entries);
  return [...new Map(all.map((entry) => [entry._id, entry])).values()];
}
