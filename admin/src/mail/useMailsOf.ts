import { useQuery } from '@tanstack/react-query';
import type { Identifier } from 'react-admin';
import { newestRecords } from '../data/records.js';
import { useCall } from '../data/useCall.js';

/** The payment or customer whose mails are listed. */
export type MailOwner = { paymentId: Identifier } | { customerId: Identifier };

/** The newest mails about a payment, or to a customer. */
export function useMailsOf(owner: MailOwner, options: { enabled?: boolean; staleTime?: number } = {}) {
  const call = useCall();
  return useQuery({
    queryKey: ['mails', 'of', owner],
    queryFn: ({ signal }) => call('GET /mails', { query: { ...newestRecords, filter: owner }, signal }),
    ...options,
  });
}
