import { type OrderStatus, testNote } from '#domain/orders';
import type { Block, MailDocument } from './layout.js';
import { amountRow, greeting, type OrderFacts, partRows, referenceRow } from './order-facts.js';

const statusTexts: Record<OrderStatus, string> = {
  waiting: 'Waiting for your transfer',
  partly: 'Partly received',
  processing: 'Being processed',
  received: 'Received',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  failed: 'Failed',
};

/** Links to the pages of several payments, newest first. */
export const linkMail = (orders: readonly OrderFacts[]): Omit<MailDocument, 'company'> => ({
  subject: 'Links to your payments',
  title: 'Links to your payments',
  blocks: [
    { paragraph: greeting },
    { paragraph: 'You asked for the links to your payments. Everyone who has a link can open its page.' },
    ...orders.flatMap((order): Block[] => [
      {
        facts: [
          referenceRow(order),
          amountRow(order),
          ...partRows(order),
          ['Status', statusTexts[order.status]],
          ...(order.isTest ? ([['Note', testNote]] as const) : []),
        ],
      },
      { link: { label: `Open the page of ${order.reference}`, url: order.url } },
    ]),
    { paragraph: 'If you did not ask for this, there is nothing to do.' },
  ],
});
