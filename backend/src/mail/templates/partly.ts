import { fill } from '#domain/texts/catalogue';
import type { MailContent } from './layout.js';
import { amountRow, mailTexts, type OrderFacts, partRows, partText, referenceRow } from './order-facts.js';

/** The amount of the transfer, as shown to the visitor. */
export interface PartlyFacts {
  arrived: number;
}

/** A part of the amount has arrived. */
export function partlyMail(order: OrderFacts, { arrived }: PartlyFacts): MailContent {
  const { greeting, openPage, partly: t } = mailTexts[order.language];
  const values = {
    reference: order.reference,
    arrived: partText(order, arrived),
    due: partText(order, order.partly?.due ?? 0),
  };
  return {
    subject: fill(t.subject, values),
    title: t.title,
    blocks: [
      { paragraph: greeting },
      { paragraph: fill(t.text, values) },
      { facts: [referenceRow(order), amountRow(order), ...partRows(order)] },
      { link: { label: openPage, url: order.url } },
      { paragraph: t.fee },
    ],
  };
}
