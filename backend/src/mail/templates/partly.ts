import { fill } from '#domain/texts/catalogue';
import type { MailContent } from './layout.js';
import { askedText, mailTexts, moneyRows, type OrderFacts, partBlocks, partText } from './order-facts.js';

/** The amount of the transfer, as shown to the visitor. */
export interface PartlyFacts {
  arrived: number;
}

/** A part of the amount has arrived; of a plan it says what is asked next. */
export function partlyMail(order: OrderFacts, { arrived }: PartlyFacts): MailContent {
  const { greeting, openPage, partly: t } = mailTexts[order.language];
  const { plan } = order;
  const about = plan ? t.ofPlan : t.ofRest;
  const values = {
    reference: order.reference,
    arrived: partText(order, arrived),
    due: partText(order, order.partly?.due ?? 0),
    ask: plan ? askedText(order, plan.asked) : '',
  };
  return {
    subject: fill(about.subject, values),
    title: t.title,
    blocks: [
      { paragraph: greeting },
      { paragraph: fill(about.text, values) },
      { facts: moneyRows(order) },
      ...partBlocks(order),
      { link: { label: openPage, url: order.url } },
      { paragraph: t.fee },
    ],
  };
}
