import { useQuery } from '@tanstack/react-query';
import { useCall } from './useCall.js';

const none: string[] = [];

/** Queries the names of the colleagues who can be mentioned, once a text on the screen has an @; none until they are known. */
export function usePeopleNames(text: string): string[] {
  const call = useCall();
  const { data = none } = useQuery({
    queryKey: ['people', 'names'],
    queryFn: ({ signal }) => call('GET /people/names', { signal }),
    select: ({ names }) => names,
    enabled: text.includes('@'),
  });
  return data;
}
