import { useEffect } from 'react';
import { type ListedMail, unsentMailStates } from '#domain/mail/mail';

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
