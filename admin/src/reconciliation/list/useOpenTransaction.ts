import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { firstFilter } from './reconcileFilter.js';

/** The query with a transaction open, and with the filter: react-admin applies its defaults to an empty query only. */
function withTransaction(search: URLSearchParams | string, id: string | undefined): URLSearchParams {
  const params = new URLSearchParams(search);
  if (!params.has('filter')) params.set('filter', JSON.stringify(firstFilter));
  if (id) params.set('transaction', id);
  else params.delete('transaction');
  return params;
}

/** The transaction that is open beside the list; its id is in the address. */
export function useOpenTransaction() {
  const [params, setParams] = useSearchParams();
  const openId = params.get('transaction') ?? undefined;
  /** Opens a transaction, or closes the open one. Only the first opening adds an entry to the browser's history. */
  const open = useCallback(
    (id: string | undefined) => {
      // Based on the browser's address: React may not have rendered the last change yet.
      const isOpen = new URLSearchParams(location.search).has('transaction');
      setParams(withTransaction(location.search, id), { replace: !id || isOpen });
    },
    [setParams],
  );
  /** The link to the list with a transaction open. */
  const pathOf = (id: string) => `?${withTransaction(params, id)}`;
  return { openId, open, pathOf };
}
