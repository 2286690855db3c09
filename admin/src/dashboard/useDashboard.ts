import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useGetList } from 'react-admin';
import type { CustomerRecord, dataProvider, ListedPaymentRecord } from '../dataProvider.js';

const newest = { pagination: { page: 1, perPage: 5 }, sort: { field: 'createdAt', order: 'DESC' } } as const;

/** What the dashboard shows. The newest customers come with the number of all. */
export function useDashboard() {
  const { paymentStats } = useDataProvider<typeof dataProvider>();
  const stats = useQuery({ queryKey: ['payments', 'stats'], queryFn: paymentStats });
  const payments = useGetList<ListedPaymentRecord>('payments', newest);
  const customers = useGetList<CustomerRecord>('customers', newest);
  // A refresh that fails is told by the page's frame; here it is what never came.
  const failed = [stats, payments, customers].filter(({ error, data }) => error && !data);
  return {
    stats,
    payments,
    customers,
    error: failed[0]?.error,
    refetch: () => failed.forEach(({ refetch }) => void refetch()),
  };
}
