import { useNotify } from 'react-admin';
import type { ListedMail } from '#domain/mail/mail';

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
