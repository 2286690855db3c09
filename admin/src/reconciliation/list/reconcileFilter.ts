import { useListContext } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { TransactionState } from '#domain/reconciliation';

/** Filters of the list of transactions. */
export interface ReconcileFilter {
  state?: TransactionState;
  bankAccountId?: string;
  statementId?: string;
  search?: string;
}

/** The tab that is open at first. */
export const firstFilter: ReconcileFilter = { state: 'ready' };

/** The filters of the list in context, and a function to change some: it opens the first page and closes the panel. */
export function useReconcileFilter() {
  const list = useListContext();
  const setParams = useSearchParams()[1];
  const filter = list.filterValues as ReconcileFilter;
  const setFilter = (change: ReconcileFilter) => {
    const kept = Object.entries({ ...filter, ...change }).filter(([, value]) => value);
    const next = new URLSearchParams(location.search);
    for (const name of ['page', 'transaction']) next.delete(name);
    next.set('filter', JSON.stringify(Object.fromEntries(kept)));
    setParams(next);
  };
  const isNarrowed = Boolean(filter.bankAccountId || filter.statementId || filter.search);
  return { filter, setFilter, isNarrowed };
}
