import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** The query with a record open, and with the filter: react-admin applies its defaults to an empty query only. */
function withOpen(search: URLSearchParams | string, name: string, first: object, id: string | undefined) {
  const params = new URLSearchParams(search);
  if (!params.has('filter')) params.set('filter', JSON.stringify(first));
  if (id) params.set(name, id);
  else params.delete(name);
  return params;
}

/**
 * The record that is open beside its list; its id is in the address, as `name`. `first` is the filter of a list that was
 * opened without one.
 */
export function useOpenBeside(name: string, first: object) {
  const [params, setParams] = useSearchParams();
  const openId = params.get(name) ?? undefined;
  /** Opens a record, or closes the open one. Only the first opening adds an entry to the browser's history. */
  const open = useCallback(
    (id: string | undefined) => {
      // Based on the browser's address: React may not have rendered the last change yet.
      const isOpen = new URLSearchParams(location.search).has(name);
      setParams(withOpen(location.search, name, first, id), { replace: !id || isOpen });
    },
    [setParams, name, first],
  );
  /** The link to the list with a record open. */
  const pathOf = (id: string) => `?${withOpen(params, name, first, id)}`;
  return { openId, open, pathOf };
}
