import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../dataProvider.js';
import { pageQuery } from '../queryClient.js';

/** Milliseconds after the last key before the server is asked. */
const pauseMs = 150;

/** What the text finds, as it is typed; the newest records for none. */
export function useSearch(text: string) {
  const { searchEverything } = useDataProvider<typeof dataProvider>();
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery({
    // A part of both resources: what is written to either is found anew.
    queryKey: ['payments', 'searchEverything', asked],
    queryFn: ({ signal }) => searchEverything(asked, signal),
    placeholderData: keepPreviousData,
    ...pageQuery,
  });
  return { ...query, isWaiting: asked !== text || query.isPlaceholderData || query.isPending };
}
