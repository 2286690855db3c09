import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../dataProvider.js';

/** How many transactions are in each state, of all accounts. */
export function useTransactionCounts() {
  const { countTransactions } = useDataProvider<typeof dataProvider>();
  return useQuery({ queryKey: ['bank-transactions', 'counts'], queryFn: countTransactions }).data;
}
