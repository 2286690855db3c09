import Alert from '@mui/material/Alert';
import { useRecordContext, useTranslate } from 'react-admin';
import { cardProviderNames, providerAddress } from '#domain/cards';
import { formatNamedMoney } from '#domain/money';
import { ProviderLink } from '../../fields/cards/ProviderLink.js';
import { TestChip } from '../../fields/cards/TestChip.js';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { useHasCards } from '../../data/useHasCards.js';
import { Copyable } from '../../ui/common/Copyable.js';
import { Details } from '../../ui/common/Details.js';
import { Section } from '../../ui/common/Section.js';
import { TextLink } from '../../ui/common/TextLink.js';
import { paymentPath } from '../../ui/paths.js';
import { PriceCaption } from '../../fields/payments/PriceCaption.js';
import { CardDisputeAlert } from './CardDisputeAlert.js';
import { PaymentCardEvents } from './PaymentCardEvents.js';

/** The card provider's view of a payment: amount, mode, refunds, dispute and events. */
export function PaymentCard() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  // Their call is refused where they are not configured.
  const hasCards = useHasCards();
  if (!payment?.card) return null;
  const { id, amount, currency, status, card } = payment;
  const { provider, paymentIntentId, live, state, refunded, dispute, sameVisit } = card;
  const label = (name: string, options?: object) =>
    translate(`resources.payments.card.${name}`, { provider: cardProviderNames[provider], ...options });
  const address = providerAddress(card);

  return (
    <Section title={label('title')} action={live ? undefined : <TestChip />}>
      {dispute && <CardDisputeAlert dispute={dispute} />}
      {sameVisit && (
        <Alert severity={status === 'paid' ? 'warning' : 'info'} sx={{ mb: 1 }}>
          {label('sameVisit')}{' '}
          <TextLink to={paymentPath(sameVisit.paymentId)} underline="always">
            {sameVisit.referenceNumber}
          </TextLink>
        </Alert>
      )}
      <Details
        stacked
        rows={[
          [
            label(state === 'paid' || state === 'refunded' ? 'amountPaid' : 'amount'),
            <>
              {formatNamedMoney(amount, currency)}
              <PriceCaption />
            </>,
          ],
          [label('state'), label(`states.${state}`)],
          refunded > 0 && [
            label('refunded'),
            label('refundedOf', {
              refunded: formatNamedMoney(refunded, currency),
              amount: formatNamedMoney(amount, currency),
            }),
          ],
          [label('mode'), translate(live ? 'resources.card-events.live' : 'admin.testMode.hint')],
          paymentIntentId && [
            label('paymentIntentId'),
            <Copyable key="id" text={paymentIntentId} name={label('paymentIntentId')}>
              {paymentIntentId}
            </Copyable>,
          ],
        ]}
      />
      {address && <ProviderLink address={address} provider={cardProviderNames[provider]} />}
      {hasCards && <PaymentCardEvents id={id} />}
    </Section>
  );
}
