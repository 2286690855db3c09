import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from './dataProvider.js';

const none: string[] = [];

/** Queries the names of the colleagues who can be mentioned, once a text on the screen has an @; none until they are known. */
export function usePeopleNames(text: string): string[] {
  const { getPeopleNames } = useDataProvider<typeof dataProvider>();
  const { data = none } = useQuery({
    queryKey: ['people', 'names'],
    queryFn: ({ signal }) => getPeopleNames(signal),
    enabled: text.includes('@'),
  });
  return data;
}
