import type { Identifier } from 'react-admin';
import { newestRecords } from '../data/records.js';
import { useRead } from '../data/useCall.js';

/** The payment or customer whose mails are listed. */
export type MailOwner = { paymentId: Identifier } | { customerId: Identifier };

/** The newest mails about a payment, or to a customer. */
export function useMailsOf(owner: MailOwner, options: { enabled?: boolean; staleTime?: number } = {}) {
  return useRead(
    ['mails', 'of', owner],
    'GET /mails',
    { query: { ...newestRecords, filter: owner } },
    options,
  );
}
