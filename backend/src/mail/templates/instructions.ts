import { paymentMethodName } from '#domain/payments';
import { isTermsLink } from '#domain/terms';
import type { Block, MailDocument } from './layout.js';
import {
  amountRow,
  expectedRows,
  greeting,
  type OrderFacts,
  partRows,
  partText,
  referenceRow,
} from './order-facts.js';

const askedFor = (order: OrderFacts): string =>
  order.partly
    ? `Thank you, a part of your payment has arrived. Please send the missing ${partText(order, order.partly.due)}.`
    : 'Thank you for your order. It is complete once your payment has arrived.';

/** The terms as the visitor has accepted them. */
const termsBlocks = ({ terms }: OrderFacts): Block[] =>
  terms === undefined
    ? []
    : [
        { heading: 'The terms that you have accepted' },
        isTermsLink(terms) ? { link: { label: 'Read the terms', url: terms } } : { lines: terms },
      ];

/** Payment instructions after the checkout; once a part has arrived, for the rest. */
export const instructionsMail = (order: OrderFacts): Omit<MailDocument, 'company'> => ({
  subject: `${order.reference}: how to pay for your trip`,
  title: `Your reference: ${order.reference}`,
  blocks: [
    { paragraph: greeting },
    {
      paragraph: `${askedFor(order)} Please write the reference into the message of your transfer, so that we know it is yours.`,
    },
    {
      facts: [
        referenceRow(order),
        amountRow(order),
        ...partRows(order),
        ['Payment method', paymentMethodName(order.method)],
        ...expectedRows(order),
      ],
    },
    { heading: 'How to pay' },
    { lines: order.instructions },
    { link: { label: 'Open your payment page', url: order.url } },
    {
      paragraph:
        'There you can copy these details, tell us when you have sent the transfer, and print your receipt later. Everyone who has this link can open the page.',
    },
    ...termsBlocks(order),
  ],
});
