import { useInfiniteQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ResourceName } from '../apiErrors.js';
import type { dataProvider } from '../dataProvider.js';

/** What was done to a record, newest first, page by page. */
export function useActivity(resource: ResourceName, id: string) {
  const { getActivity: activity } = useDataProvider<typeof dataProvider>();
  return useInfiniteQuery({
    queryKey: ['audit', resource, id],
    queryFn: ({ pageParam, signal }) => activity(resource, id, { page: pageParam, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    // Whoever opens the trail wants to see what others have just done.
    staleTime: 0,
  });
}
