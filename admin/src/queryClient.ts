import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { HttpError } from '../../browser/http.js';
import { refreshAfterWrite, storeListed, storeRecord } from './recordCache.js';

const retries = 1;

/** One more try, but not of what the server refused. */
const retry = (failures: number, error: unknown): boolean =>
  failures < retries && !(error instanceof HttpError && error.status >= 400 && error.status < 500);

/**
 * Options of a page's own query: its errors stand where the data would, with a button to try again, and are not
 * notified on top of that. (react-admin's controllers never retry unless they are told.)
 */
export const pageQuery = { retry, onError: () => {} };

/**
 * Options of a form's query. A form opens on the record as it is now, never on what another page kept, and is not
 * filled anew while the user types.
 */
export const formQuery = { ...pageQuery, meta: { form: true }, gcTime: 0, refetchOnReconnect: false };

/**
 * A client of TanStack Query. Its stale time of 60 s holds while a page is open:
 * paging back and taking a filter away ask for nothing. A page that is opened always asks, and shows meanwhile what
 * is known. Mutations name their resource first in their key.
 */
export const createQueryClient = (): QueryClient => {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        refetchOnMount: 'always',
        staleTime: 60_000,
        retry,
        retryDelay: 500,
        networkMode: 'always',
      },
      // Offline writes fail at once instead of being sent later without notice.
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({ onSuccess: (data, query) => storeListed(client, query, data) }),
    mutationCache: new MutationCache({
      onSuccess: (data, _variables, _result, { options }) =>
        storeRecord(client, String(options.mutationKey?.[0]), data),
      // After a failure too: a call without an answer may have done its work. And not before react-admin has put its
      // own answers into the cache, which would count as fresh again.
      onSettled: (_data, _error, _variables, _result, { options, meta }) =>
        refreshAfterWrite(client, options.mutationKey?.[0], meta?.deletedId),
    }),
  });
  return client;
};
