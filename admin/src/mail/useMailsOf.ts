import { useEffect } from 'react';
import { type Identifier, useNotify } from 'react-admin';
import { type ListedMail, unsentMailStates } from '#domain/mail/mail';
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

/** Returns a function that notifies that mails were queued, or are held as no mail server is configured. */
export function useTellQueued() {
  const notify = useNotify();
  return (mails: readonly Pick<ListedMail, 'to' | 'state'>[]) => {
    const [first] = mails;
    if (!first) return;
    const isHeld = first.state === 'held';
    notify(`resources.mails.${isHeld ? 'held' : 'queued'}${mails.length > 1 ? 'Many' : 'Now'}`, {
      type: isHeld ? 'warning' : 'success',
      messageArgs: { to: first.to, smart_count: mails.length },
    });
  };
}

const intervalMs = 5000;

/** Refetches mails while one of them is unsent: the server sends them without an admin's action. */
export function useRefreshWhileUnsent(
  mails: readonly Pick<ListedMail, 'state'>[] | undefined,
  refetch: () => unknown,
): void {
  const isUnsent = !!mails?.some(({ state }) => (unsentMailStates as readonly string[]).includes(state));
  useEffect(() => {
    if (!isUnsent) return undefined;
    const timer = setInterval(() => void refetch(), intervalMs);
    return () => clearInterval(timer);
  }, [isUnsent, refetch]);
}
