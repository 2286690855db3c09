import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../data/dataProvider.js';
import { pageQuery } from '../data/queryClient.js';
import { useHeldCardEvents } from '../data/useHeldCardEvents.js';

/** Milliseconds between the last key and the request. */
const pauseMs = 150;

/** Searches while the text is typed; an empty text finds the newest records. */
export function useSearch(text: string) {
  const { searchEverything } = useDataProvider<typeof dataProvider>();
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const held = useHeldCardEvents(asked);
  const query = useQuery({
    // 'payments' is invalidated by writes to both resources.
    queryKey: ['payments', 'searchEverything', asked],
    queryFn: ({ signal }) => searchEverything(asked, signal),
    placeholderData: keepPreviousData,
    ...pageQuery,
  });
  const failed = [query, held].filter(({ data, error }) => error && !data);
  return {
    data: query.data,
    held: held.data,
    error: failed[0]?.error,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
    isWaiting: asked !== text || query.isPlaceholderData || query.isPending || held.isLoading,
  };
}
