import type { MailDocument } from './layout.js';
import { amountRow, expectedRows, greeting, type OrderFacts, partRows, referenceRow } from './order-facts.js';

/** Reminds of a pending transfer that is past its expected date, or of the rest of one. */
export function reminderMail(order: OrderFacts): Omit<MailDocument, 'company'> {
  const what = order.partly ? 'the rest of your payment' : 'your transfer';
  return {
    subject: `${order.reference}: we have not seen ${what} yet`,
    title: `We have not seen ${what} yet`,
    blocks: [
      { paragraph: greeting },
      {
        paragraph: `We have not seen ${what} yet. If you sent it in the last days, there is nothing to do.`,
      },
      { facts: [referenceRow(order), amountRow(order), ...partRows(order), ...expectedRows(order)] },
      { link: { label: 'See how to pay', url: order.url } },
      { paragraph: 'If anything keeps you from paying, please answer this mail.' },
    ],
  };
}
