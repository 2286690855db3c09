import { type MailState, mailStateNames } from '../../../domain/mail.js';
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

/** How far a mail has come. */
export const MailStateChip = ({ state }: { state: MailState }) => (
  <ToneChip name={mailStateNames[state] ?? state} tone={tones[state] ?? 'neutral'} />
);
