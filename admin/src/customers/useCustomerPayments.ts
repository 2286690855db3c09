import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useRecordContext } from 'react-admin';
import type { CustomerRecord, dataProvider } from '../data/dataProvider.js';

/** Every payment of the customer in context, newest first. */
export function useCustomerPayments() {
  const { getCustomerPayments: customerPayments } = useDataProvider<typeof dataProvider>();
  const id = useRecordContext<CustomerRecord>()?.id ?? '';
  return useQuery({
    queryKey: ['payments', 'ofCustomer', id],
    queryFn: ({ signal }) => customerPayments(id, signal),
    enabled: id !== '',
  });
}
