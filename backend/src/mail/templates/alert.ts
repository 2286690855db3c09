import { type MailKind, mailKindNames } from '#domain/mail/mail';
import { paymentMethodName } from '#domain/payments/payments';
import type { Calendar } from '#domain/platform/calendar';
import { pages } from '#domain/platform/pages';
import { type DisputeFacts, disputeMail } from './dispute.js';
import type { MailContent } from './layout.js';
import { quotedName } from './quoted-name.js';
import {
  amountRow,
  askedRows,
  expectedRows,
  type OrderFacts,
  planRows,
  referenceRow,
} from './order-facts.js';

/** The event of a mail to the operator. */
export type AlertFacts =
  | { event: 'checkout' }
  | { event: 'failed'; kind: MailKind; reference?: string }
  | { event: 'digest'; atMost: number }
  | DisputeFacts;

/** A new payment, given as `order`, a mail that could not be sent, more of both than are told one by one, or a dispute. */
export function alertMail(
  order: OrderFacts | undefined,
  facts: AlertFacts,
  siteUrl: string,
  calendar: Calendar,
): MailContent {
  if (facts.event === 'dispute') return disputeMail(facts, siteUrl, calendar);
  if (facts.event === 'failed') {
    const { reference } = facts;
    const kind = mailKindNames[facts.kind];
    return {
      subject: `A mail could not be sent: ${kind}${reference ? `, ${reference}` : ''}`,
      title: 'A mail could not be sent',
      blocks: [
        {
          // Neither the address nor the response of its mail server: strangers choose both.
          paragraph: `The mail "${kind}"${reference ? ` about ${reference}` : ''} could not be sent. The list of mails tells to whom, and why.`,
        },
        { link: { label: 'Open the list of mails', url: `${siteUrl}${pages.mails}` } },
      ],
    };
  }
  if (facts.event === 'digest')
    return {
      subject: 'More has happened in this hour',
      title: 'More has happened in this hour',
      blocks: [
        {
          paragraph: `More than ${facts.atMost} alerts were due in this hour. The further payments and failed mails of this hour are not told one by one: the back-office lists them.`,
        },
        { link: { label: 'Open the back-office', url: `${siteUrl}${pages.admin}` } },
      ],
    };
  if (!order) throw new Error('An alert of a checkout needs its payment');
  return {
    subject: `${order.reference}: new payment of ${amountRow(order)[1]}`,
    title: 'A checkout is complete',
    blocks: [
      {
        facts: [
          ['Customer', quotedName(order.name)],
          referenceRow(order),
          amountRow(order),
          ['Payment method', paymentMethodName(order.method)],
          ...askedRows(order),
          ...expectedRows(order),
          ...planRows(order),
        ],
      },
      { link: { label: 'Open the payment', url: order.adminUrl } },
    ],
  };
}
