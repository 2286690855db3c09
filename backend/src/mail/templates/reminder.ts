import type { MailDocument } from './layout.js';
import { amountRow, expectedRows, greeting, type OrderFacts, referenceRow } from './order-facts.js';

/** A pending transfer that is past its expected date. */
export const reminderMail = (order: OrderFacts): Omit<MailDocument, 'company'> => ({
  subject: `${order.reference}: we have not seen your transfer yet`,
  title: 'We have not seen your transfer yet',
  blocks: [
    { paragraph: greeting(order) },
    {
      paragraph:
        'We have not seen your transfer yet. If you sent it in the last days, there is nothing to do.',
    },
    { facts: [referenceRow(order), amountRow(order), ...expectedRows(order)] },
    { link: { label: 'See how to pay', url: order.url } },
    { paragraph: 'If anything keeps you from paying, please answer this mail.' },
  ],
});
