import { type ListedMail, type MailState, mailStateNames } from '../../../domain/mail.js';
import type { Tone } from '../../../domain/payments.js';
import { ToneChip } from '../common/StatusChip.js';

const tones: Record<MailState, Tone> = {
  held: 'warning',
  queued: 'info',
  sending: 'info',
  sent: 'success',
  retrying: 'warning',
  failed: 'error',
  cancelled: 'neutral',
};

/** How far a mail has come; quiet where it has failed and was dealt with. */
export const MailStateChip = ({ state, dismissed }: Pick<ListedMail, 'state' | 'dismissed'>) => (
  <ToneChip
    name={mailStateNames[state] ?? state}
    tone={dismissed ? 'neutral' : (tones[state] ?? 'neutral')}
  />
);
