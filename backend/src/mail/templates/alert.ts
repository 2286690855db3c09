import { type MailKind, mailKindNames } from '../../../../domain/mail.js';
import { paymentMethodName } from '../../../../domain/payments.js';
import type { MailDocument } from './layout.js';
import { amountRow, expectedRows, type OrderFacts, referenceRow } from './order-facts.js';

/** The event of a mail to the operator. */
export type AlertFacts =
  { event: 'checkout' } | { event: 'failed'; kind: MailKind; to: string; reason: string; mailsUrl: string };

/** A new payment, given as `order`, or a mail that could not be sent. */
export function alertMail(order: OrderFacts | undefined, facts: AlertFacts): Omit<MailDocument, 'company'> {
  if (facts.event === 'failed')
    return {
      subject: `A mail could not be sent: ${mailKindNames[facts.kind]}`,
      title: 'A mail could not be sent',
      blocks: [
        { paragraph: `The mail "${mailKindNames[facts.kind]}" to ${facts.to} could not be sent.` },
        { facts: [['Reason', facts.reason]] },
        { link: { label: 'Open the list of mails', url: facts.mailsUrl } },
      ],
    };
  if (!order) throw new Error('An alert of a checkout needs its payment');
  return {
    subject: `${order.reference}: new payment of ${amountRow(order)[1]}`,
    title: 'A checkout is complete',
    blocks: [
      {
        facts: [
          ['Customer', order.name],
          referenceRow(order),
          amountRow(order),
          ['Payment method', paymentMethodName(order.method)],
          ...expectedRows(order),
        ],
      },
      { link: { label: 'Open the payment', url: order.adminUrl } },
    ],
  };
}
