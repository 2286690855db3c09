import { type PaymentStatus, statusNames, statusTones } from '#domain/payments';
import { ToneChip } from './ToneChip.js';

/** A payment's status; an unknown one is shown as stored. */
export const StatusChip = ({ status }: { status: PaymentStatus }) => (
  <ToneChip name={statusNames[status] ?? status} tone={statusTones[status] ?? 'neutral'} />
);
