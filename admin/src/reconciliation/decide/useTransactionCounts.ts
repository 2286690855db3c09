import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../../data/dataProvider.js';

/** Queries the number of transactions in each state, of all accounts or of one statement. */
export function useTransactionCounts(statementId?: string) {
  const { countTransactions } = useDataProvider<typeof dataProvider>();
  return useQuery({
    queryKey: ['bank-transactions', 'counts', statementId ?? null],
    queryFn: ({ signal }) => countTransactions({ signal }, statementId),
  });
}
