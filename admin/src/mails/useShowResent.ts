import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { MailRecord } from '../data/mailMethods.js';
import { mailPath } from '../ui/paths.js';

/** Returns a function that says where a mail that was sent again goes, and opens it. */
export function useShowResent() {
  const notify = useNotify();
  const navigate = useNavigate();
  return ({ id, to, state }: Pick<MailRecord, 'id' | 'to' | 'state'>) => {
    const isHeld = state === 'held';
    notify(`resources.mails.${isHeld ? 'heldNow' : 'queuedNow'}`, {
      type: isHeld ? 'warning' : 'success',
      messageArgs: { to },
    });
    void navigate(mailPath(id));
  };
}
