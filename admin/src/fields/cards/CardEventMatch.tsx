import { useTranslate } from 'react-admin';
import { type CardEvent, heldReasonText } from '#domain/cards';
import { TextLink } from '../../ui/common/TextLink.js';
import { paymentPath } from '../../ui/paths.js';

/** The payment of an event, or why it has none. */
export function CardEventMatch({ event }: { event: CardEvent }) {
  const translate = useTranslate();
  const { state, heldReason, paymentId, referenceNumber, customer, decided } = event;
  return (
    <>
      {paymentId && (
        <div>
          {referenceNumber ? (
            <TextLink to={paymentPath(paymentId)}>{referenceNumber}</TextLink>
          ) : (
            translate('resources.card-events.paymentDeleted')
          )}
        </div>
      )}
      {customer && <div data-quiet>{customer.fullName}</div>}
      {state === 'held' && heldReason && <div data-quiet>{heldReasonText(heldReason, event)}</div>}
      {state === 'waiting' && <div data-quiet>{translate('resources.card-events.waiting')}</div>}
      {state === 'dismissed' && decided?.reason && <div data-quiet>{decided.reason}</div>}
    </>
  );
}
