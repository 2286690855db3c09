import { startTransition, useCallback, useEffect, useState } from 'react';
import type { Order } from '../../../domain/orders.js';
import { type Failure, failureOf } from '../api.js';
import { fetchOrder } from './orderApi.js';

export interface OrderResult {
  /** The last one that was loaded; it stays while a refresh runs or fails. */
  order?: Order;
  /** Why the last load failed. */
  failure?: Failure;
  isLoading: boolean;
}

/** A page that was left alone for longer is loaded again when the visitor returns to it. */
const staleAfterMs = 30_000;

/** The order at `path`, and what loads it again. */
export function useOrder(path: string): OrderResult & { reload: () => Promise<void> } {
  const [result, setResult] = useState<OrderResult>({ isLoading: true });

  const load = useCallback(
    () =>
      fetchOrder(path).then(
        // A transition is rendered in slices: the order is most of the page.
        (order) => startTransition(() => setResult({ order, isLoading: false })),
        (error: unknown) => {
          const failure = failureOf(error);
          // A link that was renewed meanwhile shows nothing any more.
          setResult(({ order }) => ({
            ...(failure.status !== 404 && order && { order }),
            failure,
            isLoading: false,
          }));
        },
      ),
    [path],
  );

  const reload = useCallback(() => {
    setResult((before) => ({ ...before, isLoading: true }));
    return load();
  }, [load]);

  useEffect(() => {
    let loadedAt = Date.now();
    void load();
    function refresh() {
      if (document.visibilityState !== 'visible' || Date.now() - loadedAt < staleAfterMs) return;
      loadedAt = Date.now();
      void reload();
    }
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [load, reload]);

  return { ...result, reload };
}
