import { isTermsLink } from '#domain/payments/terms';
import { fill } from '#domain/texts/catalogue';
import type { Block, MailContent } from './layout.js';
import {
  askedText,
  expectedRows,
  mailTexts,
  methodRow,
  moneyRows,
  type OrderFacts,
  partBlocks,
  partText,
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

/** Returns the sentence that asks for all, for the rest once a part has arrived, or for what is due now of a plan. */
function askingFor(order: OrderFacts): string {
  const { partly, plan, language } = order;
  const t = mailTexts[language].instructions;
  if (plan) {
    const values = { count: plan.parts.length, ask: askedText(order, plan.asked) };
    return fill(partly ? t.askedForNextPart : t.askedForParts, values);
  }
  return partly ? fill(t.askedForRest, { due: partText(order, partly.due) }) : t.askedFor;
}

/** Payment instructions after the checkout. */
export function instructionsMail(order: OrderFacts): MailContent {
  const { reference, language } = order;
  const { greeting, openPage, instructions: t } = mailTexts[language];
  return {
    subject: fill(t.subject, { reference }),
    title: fill(t.title, { reference }),
    blocks: [
      { paragraph: greeting },
      { paragraph: askingFor(order) },
      {
        facts: [...moneyRows(order), methodRow(order), ...expectedRows(order)],
      },
      ...partBlocks(order),
      { heading: t.heading },
      { lines: order.instructions },
      { link: { label: openPage, url: order.url } },
      { paragraph: t.about },
      ...termsBlocks(order),
    ],
  };
}
