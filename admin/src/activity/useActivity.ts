import { useInfiniteQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { defaultPageSize } from '../../../domain/lists.js';
import type { ResourceName } from '../apiErrors.js';
import type { dataProvider } from '../dataProvider.js';

/** The audit entries of a record, newest first, page by page; asked for while it is `enabled`. */
export function useActivity(
  resource: ResourceName,
  id: string,
  { enabled = true, perPage = defaultPageSize } = {},
) {
  const { getActivity: activity } = useDataProvider<typeof dataProvider>();
  return useInfiniteQuery({
    queryKey: ['audit', resource, id, perPage],
    queryFn: ({ pageParam, signal }) => activity(resource, id, { page: pageParam, perPage, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    // Always refetched on opening: it shows what colleagues have just done.
    staleTime: 0,
    enabled,
  });
}
