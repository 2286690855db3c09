import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { ActivityItem, ActivityKind, ActivityPage } from '#domain/care/activity';
import { useCall, useRead } from '../../data/useCall.js';

/** The customer or payment whose timeline is shown. */
export type TimelineOwner = { customerId: string } | { paymentId: string };

/** The timeline of a customer or payment, page by page: all of it, or items of one kind. */
export function useTimeline(owner: TimelineOwner, kind: ActivityKind | '') {
  const call = useCall();
  return useInfiniteQuery({
    queryKey: ['activity', owner, kind],
    queryFn: ({ pageParam, signal }) =>
      call('GET /activity', { query: { filter: { ...owner, kind }, after: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }: ActivityPage) => next,
    select: joinPages,
    // Always asked again on opening: it shows what colleagues have just done.
    staleTime: 0,
  });
}

/** The items of all pages, each once: one that changes its place between two calls may stand on both. */
function joinPages({ pages }: InfiniteData<ActivityPage>) {
  const items = new Map<string, ActivityItem>();
  for (const item of pages.flatMap((page) => page.items)) {
    const key = `${item.kind} ${item._id}`;
    if (!items.has(key)) items.set(key, item);
  }
  return { items: [...items.values()], pinned: pages[0]?.pinned };
}

const none: string[] = [];

/** Queries the names of the colleagues who can be mentioned, once a text on the screen has an @; none until they are known. */
export function usePeopleNames(text: string): string[] {
  const { data = none } = useRead(
    ['people', 'names'],
    'GET /people/names',
    {},
    { select: ({ names }) => names, enabled: text.includes('@') },
  );
  return data;
}
