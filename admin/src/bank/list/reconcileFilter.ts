import type { TransactionState } from '#domain/bank/reconciliation';
import { useListFilter } from '../../ui/lists/FilterBar.js';

/** Filters of the list of transactions. */
export interface ReconcileFilter {
  state?: TransactionState;
  bankAccountId?: string;
  statementId?: string;
  search?: string;
}

/** The tab that is open at first. */
export const firstFilter: ReconcileFilter = { state: 'ready' };

/** The name of the open transaction in the address. */
export const openName = 'transaction';

/** The filters of the list in context, and a function to change some. */
export function useReconcileFilter() {
  const { filter, setFilter } = useListFilter<ReconcileFilter>();
  const isNarrowed = Boolean(filter.bankAccountId || filter.statementId || filter.search);
  return { filter, setFilter, isNarrowed };
}
