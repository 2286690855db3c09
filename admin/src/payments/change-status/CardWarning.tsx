import { Alert } from '@mui/material';
import { cardProviderNames, contradictsCard } from '#domain/cards/cards';
import { type Payment, type PaymentStatus, statusNames } from '#domain/payments/payments';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** Says that the card provider knows a payment otherwise than in the status that is about to be set by hand. */
export function CardWarning({ payment, status }: { payment: Pick<Payment, 'card'>; status: PaymentStatus }) {
  const translate = useTranslate();
  const { card } = payment;
  if (!card || !contradictsCard(payment, status)) return null;
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      {translate('resources.payments.card.otherwise', {
        provider: cardProviderNames[card.provider],
        state: translate(`resources.payments.card.states.${card.state}`).toLowerCase(),
        status: statusNames[status],
      })}
    </Alert>
  );
}
