import { useRecordContext } from 'react-admin';
import { type ListedMail, mailKindNames, type MailState, mailStateNames } from '#domain/mail/mail';
import type { Tone } from '#domain/platform/colors';
import type { MailRecord } from '../data/records.js';
import { TextLink, ToneChip } from '../ui/common/fields.js';
import { mailPath } from '../ui/paths.js';

const tones: Record<MailState, Tone> = {
  held: 'warning',
  queued: 'info',
  sending: 'info',
  sent: 'success',
  retrying: 'warning',
  failed: 'error',
  cancelled: 'neutral',
};

/** The state of a mail; in a neutral colour once a failed one was dismissed. */
export const MailStateChip = ({ state, dismissed }: Pick<ListedMail, 'state' | 'dismissed'>) => (
  <ToneChip
    name={mailStateNames[state] ?? state}
    tone={dismissed ? 'neutral' : (tones[state] ?? 'neutral')}
  />
);

const useMail = () => useRecordContext<MailRecord>();

/** The subject, linked to the mail. */
export function MailSubject() {
  const mail = useMail();
  return mail && <TextLink to={mailPath(mail.id)}>{mail.subject}</TextLink>;
}

/** The name of the mail's kind. */
export function MailKindName() {
  const mail = useMail();
  return mail && (mailKindNames[mail.kind] ?? mail.kind);
}

/** The chip with the mail's state. */
export function MailState() {
  const mail = useMail();
  return mail && <MailStateChip {...mail} />;
}
