import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../../data/dataProvider.js';

/** Queries the number of a statement's transactions in each state. */
export function useTransactionCounts(statementId: string) {
  const { countTransactions } = useDataProvider<typeof dataProvider>();
  return useQuery({
    queryKey: ['bank-transactions', 'counts', statementId],
    queryFn: ({ signal }) => countTransactions({ signal }, statementId),
  });
}
