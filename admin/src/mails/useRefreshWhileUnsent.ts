import { useEffect } from 'react';
import { type ListedMail, unsentMailStates } from '../../../domain/mail.js';

const intervalMs = 5000;

/** Asks again for mails of which one is on its way: they go out without anybody's doing. */
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
