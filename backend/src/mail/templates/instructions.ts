import { isTermsLink } from '#domain/payments/terms';
import { fill } from '#domain/texts/catalogue';
import type { Block, MailContent } from './layout.js';
import {
  amountRow,
  expectedRows,
  mailTexts,
  methodRow,
  type OrderFacts,
  partRows,
  partText,
  referenceRow,
} from './order-facts.js';

/** The terms as the visitor has accepted them. */
function termsBlocks({ terms, language }: OrderFacts): Block[] {
  if (terms === undefined) return [];
  const { termsHeading, readTerms } = mailTexts[language].instructions;
  return [
    { heading: termsHeading },
    isTermsLink(terms) ? { link: { label: readTerms, url: terms } } : { lines: terms },
  ];
}

/** Payment instructions after the checkout; once a part has arrived, for the rest. */
export function instructionsMail(order: OrderFacts): MailContent {
  const { reference, partly, language } = order;
  const { greeting, openPage, instructions: t } = mailTexts[language];
  return {
    subject: fill(t.subject, { reference }),
    title: fill(t.title, { reference }),
    blocks: [
      { paragraph: greeting },
      { paragraph: partly ? fill(t.askedForRest, { due: partText(order, partly.due) }) : t.askedFor },
      {
        facts: [
          referenceRow(order),
          amountRow(order),
          ...partRows(order),
          methodRow(order),
          ...expectedRows(order),
        ],
      },
      { heading: t.heading },
      { lines: order.instructions },
      { link: { label: openPage, url: order.url } },
      { paragraph: t.about },
      ...termsBlocks(order),
    ],
  };
}
