import { useTranslate } from 'react-admin';
import { type CardEvent, type CardPayer, cardProviderNames, providerAddress } from '#domain/cards';
import { formatDateTime } from '#domain/dates';
import { locationName } from '#domain/locations';
import { EmailLink } from '../../ui/common/EmailLink.js';
import { Details } from '../../ui/common/Details.js';
import { TimeText } from '../../ui/common/TimeText.js';
import { TextLink } from '../../ui/common/TextLink.js';
import { customerPath } from '../../ui/paths.js';
import { cardEventAmount } from '../../fields/cards/cardEventAmount.js';
import { CardEventMatch } from '../../fields/cards/CardEventMatch.js';
import { ProviderLink } from '../../fields/cards/ProviderLink.js';

/** The content of an event: amount, payer and the provider's ids; and its payment and decision. */
export function CardEventFacts({ event }: { event: CardEvent & { payer?: CardPayer } }) {
  const translate = useTranslate();
  const { payer, customer, decided, live, provider, paymentIntentId } = event;
  const label = (name: string, options?: object) => translate(`resources.card-events.facts.${name}`, options);
  const address = paymentIntentId && providerAddress({ paymentIntentId, live });
  const email = payer?.email || event.email;
  const lines = payer && [payer.address, [payer.city, payer.postalCode].filter(Boolean).join(' ')];
  return (
    <Details
      rows={[
        [label('amount'), cardEventAmount(event) ?? translate('resources.card-events.noAmount')],
        event.paymentId && [label('payment'), <CardEventMatch key="payment" event={event} />],
        customer && [
          label('customer'),
          <TextLink key="customer" to={customerPath(customer._id)}>
            {customer.fullName}
          </TextLink>,
        ],
        decided && [
          label('decided'),
          [label('decidedBy', { at: formatDateTime(decided.at), by: decided.by }), decided.reason]
            .filter(Boolean)
            .join('\n'),
        ],
        (payer?.fullName || event.name) && [label('name'), payer?.fullName || event.name],
        email && [label('email'), <EmailLink key="email" email={email} />],
        payer?.phone && [label('phone'), payer.phone],
        payer && [label('location'), locationName(payer)],
        lines?.some(Boolean) && [label('address'), lines.filter(Boolean).join('\n')],
        [label('occurredAt'), <TimeText key="occurredAt" value={event.occurredAt} />],
        [label('createdAt'), <TimeText key="createdAt" value={event.createdAt} />],
        [label('eventId'), event.eventId],
        event.sessionId && [label('sessionId'), event.sessionId],
        paymentIntentId && [
          label('paymentIntentId'),
          <>
            {paymentIntentId}
            {address && <ProviderLink address={address} provider={cardProviderNames[provider]} />}
          </>,
        ],
        event.chargeId && [label('chargeId'), event.chargeId],
        event.refundId && [label('refundId'), event.refundId],
        event.disputeId && [label('disputeId'), event.disputeId],
      ]}
    />
  );
}
