import { useListContext } from 'react-admin';
import type { TransactionState } from '../../../domain/reconciliation.js';

/** What the list of transactions is filtered by. */
export interface ReconcileFilter {
  state?: TransactionState;
  bankAccountId?: string;
  statementId?: string;
  search?: string;
}

/** The filters of the list in context, and how to change some of them. */
export function useReconcileFilter() {
  const list = useListContext();
  const filter = list.filterValues as ReconcileFilter;
  const setFilter = (change: ReconcileFilter) => {
    const kept = Object.entries({ ...filter, ...change }).filter(([, value]) => value);
    list.setFilters(Object.fromEntries(kept));
  };
  const isNarrowed = Boolean(filter.bankAccountId || filter.statementId || filter.search);
  return { filter, setFilter, isNarrowed };
}
