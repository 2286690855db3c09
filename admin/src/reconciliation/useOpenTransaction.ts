import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { firstFilter } from './reconcileFilter.js';

/** The address with a transaction open. It names the filter too: react-admin applies its defaults to a bare address only. */
function withTransaction(search: URLSearchParams | string, id: string | undefined): URLSearchParams {
  const params = new URLSearchParams(search);
  if (!params.has('filter')) params.set('filter', JSON.stringify(firstFilter));
  if (id) params.set('transaction', id);
  else params.delete('transaction');
  return params;
}

/** The transaction that is open beside the list, as the address names it. */
export function useOpenTransaction() {
  const [params, setParams] = useSearchParams();
  const openId = params.get('transaction') ?? undefined;
  /** Opens another one in place of the open one, or closes it; a first one is an entry of the browser's history. */
  const open = useCallback(
    (id: string | undefined) => {
      // On top of the browser's own address: the last change may not have been drawn yet.
      const isOpen = new URLSearchParams(location.search).has('transaction');
      setParams(withTransaction(location.search, id), { replace: !id || isOpen });
    },
    [setParams],
  );
  /** The address of the list with a transaction open. */
  const pathOf = (id: string) => `?${withTransaction(params, id)}`;
  return { openId, open, pathOf };
}
