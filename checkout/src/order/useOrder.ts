import { startTransition, useCallback, useEffect, useState } from 'react';
import type { Order } from '#domain/visitor/orders';
import { type Failure, failureOf } from '../api.js';
import { fetchOrder } from './orderApi.js';
import type { PlanViews } from './plan/planViews.js';
import { useLanguage } from '../texts/language.js';

export interface OrderResult {
  /** The last loaded order; kept while a refresh runs or fails. */
  order?: Order;
  /** The parts of the page for a payment with a plan, which alone loads them. */
  views?: PlanViews;
  /** The failure of the last load. */
  failure?: Failure;
  isLoading: boolean;
}

/** A page is reloaded when the visitor returns to it after more than this time, in milliseconds. */
const staleAfterMs = 30_000;

/** Returns the order at `path`, and a function that reloads it. */
export function useOrder(path: string): OrderResult & { reload: () => Promise<void> } {
  const [result, setResult] = useState<OrderResult>({ isLoading: true });

  const language = useLanguage();
  const load = useCallback(
    () =>
      fetchOrder(path)
        .then(async (order) => ({
          order,
          ...(order.plan && { views: await (await import('./plan/planViews.js')).loadPlanViews() }),
        }))
        .then(
          // A transition renders in slices: the order is most of the page.
          (loaded) => startTransition(() => setResult({ ...loaded, isLoading: false })),
          (error: unknown) => {
            const failure = failureOf(error);
            // 404: the link was renewed meanwhile, so the order is removed from the page.
            setResult(({ order, views }) => ({
              ...(failure.status !== 404 && order && { order, views }),
              failure,
              isLoading: false,
            }));
          },
        ),
    // The operator's texts are those of the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [path, language],
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
