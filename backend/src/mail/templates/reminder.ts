import { fill } from '#domain/texts/catalogue';
import type { MailContent } from './layout.js';
import {
  amountRow,
  expectedRows,
  mailTexts,
  type OrderFacts,
  partRows,
  referenceRow,
} from './order-facts.js';

/** Reminds of a pending transfer that is past its expected date, or of the rest of one. */
export function reminderMail(order: OrderFacts): MailContent {
  const { greeting, reminder: t } = mailTexts[order.language];
  const { reference, partly } = order;
  return {
    subject: fill(partly ? t.subjectOfRest : t.subject, { reference }),
    title: partly ? t.titleOfRest : t.title,
    blocks: [
      { paragraph: greeting },
      { paragraph: partly ? t.textOfRest : t.text },
      { facts: [referenceRow(order), amountRow(order), ...partRows(order), ...expectedRows(order)] },
      { link: { label: t.link, url: order.url } },
      { paragraph: t.answer },
    ],
  };
}
