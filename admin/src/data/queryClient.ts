import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { HttpError } from '#browser/http';
import { refreshAfterWrite, storeListed, storeRecord } from './recordCache.js';

const retries = 1;

/** Retries once, except after a 4xx response. */
const retry = (failures: number, error: unknown): boolean =>
  failures < retries && !(error instanceof HttpError && error.status >= 400 && error.status < 500);

/** Options of a page's own query, which retries, and whose error the page shows itself instead of a notification. */
export const pageQuery = { retry, onError: () => {} };

/** Options of a form's query: it opens on the current record, and is not refilled while the user types. */
export const formQuery = { ...pageQuery, meta: { form: true }, gcTime: 0, refetchOnReconnect: false };

/**
 * A client of TanStack Query. Its stale time of 60 s applies while a page is open: paging back and removing a filter
 * send no request. A page that is opened always refetches, and shows cached data meanwhile. The first part of a
 * mutation's key is its resource.
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
      // After a failure too: a call without a response may have been executed. And only after react-admin has stored
      // its own results in the cache, which would mark them as fresh again.
      onSettled: (_data, error, _variables, _result, { options: { mutationKey }, meta }) =>
        refreshAfterWrite(client, { mutationKey, isAnswered: !error, deletedId: meta?.deletedId }),
    }),
  });
  return client;
};
