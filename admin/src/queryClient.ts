import { MutationCache, QueryClient } from '@tanstack/react-query';
import { HttpError } from './http.js';

const retries = 1;

/** One more try, but not of what the server refused. */
export const retry = (failures: number, error: unknown): boolean =>
  failures < retries && !(error instanceof HttpError && error.status >= 400 && error.status < 500);

/**
 * Options of a page's own query: its errors stand where the data would, with a button to try again, and are not
 * notified on top of that. (react-admin's controllers never retry unless they are told.)
 */
export const pageQuery = { retry, onError: () => {} };

/**
 * Options of a form's query. A form opens on the record as it is now, never on what another page kept, and is not
 * filled anew while somebody types.
 */
export const formQuery = { ...pageQuery, meta: { form: true }, gcTime: 0 };

/** A client of TanStack Query with the settings of the specification. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { refetchOnWindowFocus: false, staleTime: 60_000, retry, retryDelay: 500 },
    },
    // One write shows on many pages: lists, totals, the other record's status. Whatever is looked at next is asked
    // for again, but for the record that was deleted: its page is about to be left.
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, _mutation, { client, meta }) => {
        const gone = meta?.deletedId;
        void client.invalidateQueries({
          predicate: ({ queryKey }) => typeof gone !== 'string' || !JSON.stringify(queryKey).includes(gone),
        });
      },
    }),
  });
