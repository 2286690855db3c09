import { useQuery } from '@tanstack/react-query';
import type { Currency } from '#domain/platform/money';
import { maximumPageSize } from '#domain/platform/lists';
import { useCall } from '../../data/useCall.js';
import { type BankAccountRecord, withId } from '../../data/records.js';

/** Every bank account. */
export function useBankAccounts() {
  const call = useCall();
  const query = useQuery({
    queryKey: ['bank-accounts', 'all'],
    queryFn: async ({ signal }) => {
      const byName = { perPage: maximumPageSize, sort: { field: 'name', order: 'ASC' as const } };
      return (await call('GET /bank-accounts', { query: byName, signal })).bankAccounts.map(withId);
    },
  });
  const nameOf = (id: string) => query.data?.find((account) => account.id === id)?.name ?? '';
  const currencyOf = (id: string): Currency =>
    query.data?.find((account) => account.id === id)?.currency ?? 'CAD';
  return { ...query, accounts: query.data, nameOf, currencyOf };
}

/** An account as a choice: "RBC Business · CAD · •••• 5678". */
export const accountChoice = ({ id, name, currency, lastDigits }: BankAccountRecord) => ({
  id,
  name: [name, currency, lastDigits && `•••• ${lastDigits}`].filter(Boolean).join(' · '),
});
