import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../data/dataProvider.js';
import { pageQuery } from '../data/queryClient.js';

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
  const query = useQuery({
    // 'payments' is invalidated by writes to both resources.
    queryKey: ['payments', 'searchEverything', asked],
    queryFn: ({ signal }) => searchEverything(asked, signal),
    placeholderData: keepPreviousData,
    ...pageQuery,
  });
  return { ...query, isWaiting: asked !== text || query.isPlaceholderData || query.isPending };
}
