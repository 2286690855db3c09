import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useGetList } from 'react-admin';
import { messages } from '#domain/messages';
import { HttpError } from '../../../browser/http.js';
import type { CustomerRecord, dataProvider, ListedPaymentRecord } from '../data/dataProvider.js';

const newest = { pagination: { page: 1, perPage: 5 }, sort: { field: 'createdAt', order: 'DESC' } } as const;

/** The dashboard's queries. */
export function useDashboard() {
  const { getPaymentStats: paymentStats, getCustomerStats: customerStats } =
    useDataProvider<typeof dataProvider>();
  const stats = useQuery({ queryKey: ['payments', 'stats'], queryFn: paymentStats });
  const totals = useQuery({ queryKey: ['customers', 'stats'], queryFn: customerStats });
  const payments = useGetList<ListedPaymentRecord>('payments', newest);
  const customers = useGetList<CustomerRecord>('customers', newest);
  // RefreshNotice reports a failed refresh; these queries have no data at all.
  const failed = [
    { query: stats, failure: messages.getPaymentStatistics },
    { query: payments, failure: messages.getPayments },
    { query: customers, failure: messages.getCustomers },
    { query: totals, failure: messages.getCustomers },
  ].filter(({ query: { error, data } }) => error && !data);
  return {
    stats,
    totals,
    payments,
    customers,
    /** The first failure; a response that could not be parsed gets the message of the whole page. */
    failure:
      failed[0] &&
      (failed[0].query.error instanceof HttpError
        ? { error: failed[0].query.error, fallback: failed[0].failure }
        : { error: undefined, fallback: messages.dashboard }),
    refetch: () => failed.forEach(({ query }) => void query.refetch()),
  };
}
