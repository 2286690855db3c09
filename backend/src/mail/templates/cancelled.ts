import { fill } from '#domain/texts/catalogue';
import type { MailContent } from './layout.js';
import { amountRow, mailTexts, type OrderFacts, partText, referenceRow } from './order-facts.js';

/** The amounts of a cancellation, as shown to the visitor: what is kept, and what goes back. */
export interface CancelledFacts {
  kept: number;
  back: number;
}

/** Tells the visitor what was cancelled, what is kept, and what goes back. */
export function cancelledMail(order: OrderFacts, { kept, back }: CancelledFacts): MailContent {
  const { reference, language } = order;
  const { greeting, openPage, rows, cancelled: t } = mailTexts[language];
  const values = { reference, kept: partText(order, kept), back: partText(order, back) };
  const sentences = [
    fill(t.text, values),
    ...(kept > 0 ? [fill(t.kept, values)] : []),
    ...(back > 0 ? [fill(t.back, values)] : []),
    ...(kept > 0 || back > 0 ? [] : [t.sent]),
  ];
  return {
    subject: fill(t.subject, values),
    title: t.title,
    blocks: [
      { paragraph: greeting },
      { paragraph: sentences.join(' ') },
      {
        facts: [
          referenceRow(order),
          amountRow(order),
          ...(kept > 0 ? [[rows.kept, values.kept] as const] : []),
          ...(back > 0 ? [[rows.back, values.back] as const] : []),
        ],
      },
      { link: { label: openPage, url: order.url } },
    ],
  };
}
