import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** The transaction that is open beside the list, as the address names it. */
export function useOpenTransaction() {
  const [params, setParams] = useSearchParams();
  const openId = params.get('transaction') ?? undefined;
  /** Opens another one in place of the open one, or closes it; a first one is an entry of the browser's history. */
  const open = useCallback(
    (id: string | undefined) => {
      setParams(
        () => {
          // On top of the browser's own address: the last change may not have been drawn yet.
          const next = new URLSearchParams(location.search);
          if (id) next.set('transaction', id);
          else next.delete('transaction');
          return next;
        },
        { replace: !id || new URLSearchParams(location.search).has('transaction') },
      );
    },
    [setParams],
  );
  /** The address of the list with a transaction open. */
  const pathOf = (id: string) => {
    const next = new URLSearchParams(params);
    next.set('transaction', id);
    return `?${next}`;
  };
  return { openId, open, pathOf };
}
