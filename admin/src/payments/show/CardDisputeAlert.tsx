import Alert from '@mui/material/Alert';
import { useTranslate } from 'react-admin';
import { isOpenDispute } from '#domain/cards';
import type { CardDispute } from '#domain/paymentCard';
import { formatDateTime } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import { humanize } from '#domain/payments';

/** The dispute of a card payment, with the end of the time to respond. */
export function CardDisputeAlert({ dispute }: { dispute: CardDispute }) {
  const translate = useTranslate();
  const { amount, currency, reason, status, dueBy } = dispute;
  const label = (name: string, options?: object) =>
    translate(`resources.payments.card.dispute.${name}`, options);
  const isOpen = isOpenDispute(dispute);
  const text = label(isOpen ? 'open' : 'lost', {
    amount: formatNamedMoney(amount, currency),
    reason: humanize(reason),
  });
  return (
    <Alert severity={isOpen ? 'warning' : 'error'} sx={{ mb: 1 }}>
      <strong>{text}</strong>
      {isOpen && <div>{humanize(status)}</div>}
      {isOpen && dueBy && <div>{label('dueBy', { at: formatDateTime(dueBy) })}</div>}
    </Alert>
  );
}
