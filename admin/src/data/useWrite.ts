// The only import of it: every other write goes through this hook.
// oxlint-disable-next-line no-restricted-imports
import { type MutationKey, useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useSingleFlight } from './useSingleFlight.js';

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
