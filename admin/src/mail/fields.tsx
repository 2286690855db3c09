import { type ListedMail, type MailState, mailStateNames } from '#domain/mail/mail';
import type { Tone } from '#domain/platform/colors';
import { ToneChip } from '../ui/common/fields.js';

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
