import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Currency } from '#domain/platform/money';
import type { dataProvider } from '../../data/dataProvider.js';

/** Every bank account. */
export function useBankAccounts() {
  const { getBankAccounts } = useDataProvider<typeof dataProvider>();
  const query = useQuery({ queryKey: ['bank-accounts', 'all'], queryFn: getBankAccounts });
  const nameOf = (id: string) => query.data?.find((account) => account.id === id)?.name ?? '';
  const currencyOf = (id: string): Currency =>
    query.data?.find((account) => account.id === id)?.currency ?? 'CAD';
  return { ...query, accounts: query.data, nameOf, currencyOf };
}
