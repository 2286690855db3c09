import type { MailDocument } from './layout.js';
import { amountRow, greeting, type OrderFacts, partRows, partText, referenceRow } from './order-facts.js';

/** Amounts as shown to the visitor. */
export interface PartlyFacts {
  /** The amount of this transfer. */
  arrived: number;
  /** The total received so far. */
  received: number;
  due: number;
}

/** A part of the amount has arrived. */
export const partlyMail = (
  order: OrderFacts,
  { arrived, received, due }: PartlyFacts,
): Omit<MailDocument, 'company'> => ({
  subject: `${order.reference}: we received ${partText(order, arrived)}, ${partText(order, due)} is missing`,
  title: 'A part of your payment has arrived',
  blocks: [
    { paragraph: greeting },
    {
      paragraph: `We received ${partText(order, arrived)}. To complete your payment, please send the missing ${partText(order, due)} with the same reference.`,
    },
    {
      facts: [
        referenceRow(order),
        amountRow(order),
        ...partRows({ price: order.price, partly: { received, due } }),
      ],
    },
    { link: { label: 'Open your payment page', url: order.url } },
    { paragraph: 'If your bank took a fee from the transfer, please answer this mail.' },
  ],
});
