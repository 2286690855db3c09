import { fill } from '#domain/texts/catalogue';
import type { MailContent } from './layout.js';
import { expectedRows, mailTexts, moneyRows, type OrderFacts, partBlocks, partText } from './order-facts.js';

/** Reminds of a pending transfer that is past its expected date, of the rest of one, or of overdue parts. */
export function reminderMail(order: OrderFacts): MailContent {
  const { greeting, reminder: t } = mailTexts[order.language];
  const { reference, partly, plan } = order;
  const asked = plan ? partText(order, plan.asked.amount) : '';
  const about = asked ? t.ofPart : partly ? t.ofRest : t.ofAll;
  return {
    subject: fill(about.subject, { reference, asked }),
    title: fill(about.title, { asked }),
    blocks: [
      { paragraph: greeting },
      { paragraph: fill(about.text, { asked }) },
      {
        facts: [...moneyRows(order), ...expectedRows(order)],
      },
      ...partBlocks(order),
      { link: { label: t.link, url: order.url } },
      { paragraph: t.answer },
    ],
  };
}
