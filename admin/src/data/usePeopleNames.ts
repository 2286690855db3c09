import { useRead } from './useCall.js';

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
