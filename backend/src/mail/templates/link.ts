import { texts } from '#domain/texts/texts';
import { fill } from '#domain/texts/catalogue';
import type { Language } from '#domain/platform/languages';
import type { Block, MailContent } from './layout.js';
import { mailTexts, moneyRows, type OrderFacts } from './order-facts.js';

/** Links to the pages of several payments, newest first, in the language of the newest. */
export function linkMail(orders: readonly OrderFacts[], language: Language): MailContent {
  const { greeting, rows, links: t } = mailTexts[language];
  return {
    subject: t.subject,
    title: t.title,
    blocks: [
      { paragraph: greeting },
      { paragraph: t.text },
      ...orders.flatMap((order): Block[] => [
        {
          facts: [
            ...moneyRows(order),
            [rows.status, t.statuses[order.status]],
            ...(order.isTest ? ([[rows.note, texts[language].payment.test]] as const) : []),
          ],
        },
        { link: { label: fill(t.link, { reference: order.reference }), url: order.url } },
      ]),
      { paragraph: t.notYou },
    ],
  };
}
