import { useInfiniteQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ResourceName } from '../apiErrors.js';
import type { dataProvider } from '../dataProvider.js';

/** The audit entries of a record, newest first, page by page. */
export function useActivity(resource: ResourceName, id: string) {
  const { getActivity: activity } = useDataProvider<typeof dataProvider>();
  return useInfiniteQuery({
    queryKey: ['audit', resource, id],
    queryFn: ({ pageParam, signal }) => activity(resource, id, { page: pageParam, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    // Always refetched on opening: it shows what colleagues have just done.
    staleTime: 0,
  });
}
