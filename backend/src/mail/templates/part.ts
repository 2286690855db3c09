import { formatDay } from '#domain/platform/dates';
import { fill } from '#domain/texts/catalogue';
import type { MailContent } from './layout.js';
import { askedText, mailTexts, moneyRows, type OrderFacts, partBlocks, partText } from './order-facts.js';

/** The part that a notice or a reminder is about. */
export interface AskedPart {
  /** Its day, YYYY-MM-DD. */
  due: string;
}

/** Asks for all that is open up to a later part of a plan, before its day. */
export function partMail(whole: OrderFacts, { due }: AskedPart): MailContent {
  const { language, reference, plan } = whole;
  const part = plan?.parts.find((one) => one.due === due);
  const asked = { amount: part?.openUpTo ?? 0, due, isLate: false };
  const order = { ...whole, ...(plan && { plan: { ...plan, asked } }) };
  const { greeting, reminder, part: t } = mailTexts[language];
  const values = { reference, asked: partText(order, asked.amount), day: formatDay(due, language) };
  return {
    subject: fill(t.subject, values),
    title: fill(t.title, values),
    blocks: [
      { paragraph: greeting },
      { paragraph: fill(t.text, { ask: askedText(order, asked) }) },
      { facts: moneyRows(order) },
      ...partBlocks(order),
      { link: { label: reminder.link, url: order.url } },
      { paragraph: reminder.answer },
    ],
  };
}
