import type { MailDocument } from './layout.js';
import { greeting, type OrderFacts, partText, referenceRow } from './order-facts.js';

/** The refunded amount, as shown to the visitor. */
export interface RefundFacts {
  refund: number;
  /** Of a part only: all that was refunded with it, in the payment's currency. */
  refundedInAll?: number;
}

/** Announces the refund to the visitor. */
export const refundedMail = (
  order: OrderFacts,
  { refund, refundedInAll }: RefundFacts,
): Omit<MailDocument, 'company'> => ({
  subject: `${order.reference}: your refund of ${partText(order, refund)}`,
  title: refundedInAll === undefined ? 'Your payment is refunded' : 'A part of your payment is refunded',
  blocks: [
    { paragraph: greeting },
    {
      paragraph: `We refund ${partText(order, refund)} to you, the way it came. Banks take a few business days until it arrives.`,
    },
    { facts: [referenceRow(order), ['Refund', partText(order, refund)]] },
    { link: { label: 'Open your payment page', url: order.url } },
  ],
});
