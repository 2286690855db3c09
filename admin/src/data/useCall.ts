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
import { useDataProvider, useNotify } from 'react-admin';
import type { dataProvider } from './dataProvider.js';
import type { Call, call } from './call.js';
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

type WriteOptions<Data, Variables> = Omit<UseMutationOptions<Data, Error, Variables>, 'mutationFn'> & {
  /** The resource and the write; after one of a record, everything on the screen is read again (recordCache.ts). */
  mutationKey: MutationKey;
  mutationFn: (variables: Variables, call: Call) => Promise<Data>;
  /** Says that it is done: the key of a text, or that with its words. */
  done?: string | ((data: Data, variables: Variables) => string | readonly [text: string, words: object]);
  /** Says in a notice why it failed, where no form or question does. */
  tellsFailure?: boolean;
  /** Names the thing that a write changes: writes about different things run at once. */
  about?: ((variables: Variables) => string) | undefined;
};

/** A `useMutation` that is sent once until it is answered; those with a `scope` are sent one after the other. */
export function useWrite<Data, Variables = void>(write: WriteOptions<Data, Variables>) {
  const { about, done, tellsFailure, mutationFn, onSuccess, onError, ...options } = write;
  const call = useCall();
  const notify = useNotify();
  const mutation = useMutation<Data, Error, Variables>({
    ...options,
    mutationFn: (variables) => mutationFn(variables, call),
    onSuccess: (...answer) => {
      const told = typeof done === 'function' ? done(answer[0], answer[1]) : done;
      const [text, messageArgs] = [told].flat() as [string?, object?];
      if (text) notify(text, { type: 'success', messageArgs });
      return onSuccess?.(...answer);
    },
    onError: (...failure) => {
      if (tellsFailure) notify(failure[0].message, { type: 'error' });
      return onError?.(...failure);
    },
  });
  const once = useSingleFlight(mutation.mutateAsync, about);
  const mutateAsync = options.scope ? mutation.mutateAsync : once;
  return {
    ...mutation,
    mutateAsync,
    /** The failure is given to `onError`, and is `error`. */
    mutate: (variables: Variables) => void mutateAsync(variables).catch(() => {}),
  };
}
