import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { call } from './call.js';
import { useCall } from './useCall.js';

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
