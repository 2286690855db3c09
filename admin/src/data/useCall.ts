import {
  type MutationKey,
  type QueryKey,
  // The only import of it: every other write goes through useWrite.
  // oxlint-disable-next-line no-restricted-imports
  useMutation,
  type UseMutationOptions,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from './dataProvider.js';
import type { call } from './call.js';
import { useSingleFlight } from './useSingleFlight.js';

/** The calls to the server that react-admin has no method for, by method and path: see `call`. */
export const useCall = () => useDataProvider<typeof dataProvider>().call;

type Route = Parameters<typeof call>[0] & `GET ${string}`;
type Answer<R extends Route> = Awaited<ReturnType<typeof call<R>>>;
type Given<R extends Route> = Omit<NonNullable<Parameters<typeof call<R>>[1]>, 'signal'>;
type Options<R extends Route, Data> = Omit<UseQueryOptions<Answer<R>, Error, Data>, 'queryKey' | 'queryFn'>;

/** Queries what a call returns that only reads: `useRead(['payments', 'books'], 'GET /books')`. */
export function useRead<R extends Route, Data = Answer<R>>(
  queryKey: QueryKey,
  route: R,
  given?: Given<R>,
  options?: Options<R, Data>,
) {
  const read = useCall() as (of: R, given: object) => Promise<Answer<R>>;
  return useQuery({ queryKey, queryFn: ({ signal }) => read(route, { ...given, signal }), ...options });
}

interface WriteOptions<Data, Variables> extends UseMutationOptions<Data, Error, Variables> {
  /** The resource and the write; after one of a record, everything on the screen is read again (recordCache.ts). */
  mutationKey: MutationKey;
  /** Names the thing that a write changes: writes about different things run at once. */
  about?: ((variables: Variables) => string) | undefined;
}

/**
 * A write to the server, as `useMutation`. It is sent once until it is answered, however often it is called; writes
 * with a `scope` are sent one after the other.
 */
export function useWrite<Data, Variables = void>({ about, ...options }: WriteOptions<Data, Variables>) {
  const mutation = useMutation(options);
  const once = useSingleFlight(mutation.mutateAsync, about);
  const mutateAsync = options.scope ? mutation.mutateAsync : once;
  return {
    ...mutation,
    mutateAsync,
    /** The failure is given to `onError`, and is `error`. */
    mutate: (variables: Variables) => void mutateAsync(variables).catch(() => {}),
  };
}
