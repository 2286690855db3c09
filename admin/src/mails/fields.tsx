import Typography from '@mui/material/Typography';
import { type FieldProps, useFieldValue, useRecordContext } from 'react-admin';
import { formatTime } from '#domain/dates';
import { type ListedMail, mailKindNames, type MailState, mailStateNames } from '#domain/mail';
import type { Tone } from '#domain/payments';
import type { MailRecord } from '../data/mailMethods.js';
import { DateText } from '../ui/common/DateText.js';
import { TextLink } from '../ui/common/TextLink.js';
import { ToneChip } from '../ui/common/ToneChip.js';
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

/** The recipient's address; an alert has several. */
export const MailRecipient = () => useMail()?.to;

/** The name of the mail's kind. */
export function MailKindName() {
  const mail = useMail();
  return mail && (mailKindNames[mail.kind] ?? mail.kind);
}

/** Day and time of a moment, on one line. */
export const DateAndTime = ({ value }: { value: string }) => (
  <>
    <DateText value={value} />{' '}
    <Typography component="span" variant="caption" color="text.secondary" noWrap>
      {formatTime(value)}
    </Typography>
  </>
);

/** Day and time of a field of the mail in context. */
export function DateAndTimeField(props: FieldProps) {
  const value = useFieldValue(props) as string | undefined;
  return (
    value && (
      <span>
        <DateAndTime value={value} />
      </span>
    )
  );
}

/** The chip with the mail's state. */
export function MailState() {
  const mail = useMail();
  return mail && <MailStateChip {...mail} />;
}
