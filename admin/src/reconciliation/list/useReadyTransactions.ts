import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { maximumPageSize } from '#domain/lists';
import type { dataProvider } from '../../data/dataProvider.js';
import type { ReconcileFilter } from './reconcileFilter.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';

/** Begins the keys of these queries. */
export const readyTransactionsKey = ['bank-transactions', 'ready'] as const;

/** Queries every transaction that is ready under the filters, never from the cache. */
export function useReadyTransactions(filter: ReconcileFilter) {
  const provider = useDataProvider<typeof dataProvider>();
  return useQuery({
    queryKey: [...readyTransactionsKey, filter],
    queryFn: async ({ signal }) => {
      const found: TransactionRecord[] = [];
      for (let page = 1, total = 1; found.length < total; page++) {
        const answer = await provider.getList<TransactionRecord>('bank-transactions', {
          pagination: { page, perPage: maximumPageSize },
          sort: { field: 'day', order: 'DESC' },
          filter: { ...filter, state: 'ready' },
          signal,
        });
        found.push(...answer.data);
        // Stop at an empty page: after a concurrent change, `total` is never reached.
        total = answer.data.length > 0 ? (answer.total ?? 0) : 0;
      }
      return [...new Map(found.map((transaction) => [transaction.id, transaction])).values()];
    },
    gcTime: 0,
  });
}
