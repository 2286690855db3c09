import type { MailDocument } from './layout.js';
import { amountRow, greeting, type OrderFacts, referenceRow } from './order-facts.js';

/** Thanks for a payment that has arrived. */
export const paidMail = (order: OrderFacts): Omit<MailDocument, 'company'> => ({
  subject: `${order.reference}: thank you, your payment has arrived`,
  title: 'Thank you, your payment has arrived',
  blocks: [
    { paragraph: greeting },
    { paragraph: 'Your payment has arrived and your order is complete. There is nothing more to do.' },
    { facts: [referenceRow(order), amountRow(order)] },
    { link: { label: 'See and print your receipt', url: order.url } },
  ],
});
