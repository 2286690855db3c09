import { fill } from '#domain/texts/catalogue';
import type { MailContent } from './layout.js';
import { cameRows, mailTexts, type OrderFacts, referenceRow } from './order-facts.js';

/** Thanks for a payment that has arrived. */
export function paidMail(order: OrderFacts): MailContent {
  const { greeting, paid: t } = mailTexts[order.language];
  return {
    subject: fill(t.subject, { reference: order.reference }),
    title: t.title,
    blocks: [
      { paragraph: greeting },
      { paragraph: t.text },
      { facts: [referenceRow(order), ...cameRows(order)] },
      { link: { label: t.link, url: order.url } },
    ],
  };
}
