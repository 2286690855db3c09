import { isByBank, type MoneyLine } from '#domain/documents/money-lines';
import { isTermsLink } from '#domain/payments/terms';
import { formatDay } from '#domain/platform/dates';
import type { Language } from '#domain/platform/languages';
import { formatAnyMoney } from '#domain/platform/money';
import { fill } from '#domain/texts/catalogue';
import { texts } from '#domain/texts/texts';
import type { Block, MailContent } from './layout.js';
import {
  amountRow,
  askedText,
  cameRows,
  expectedRows,
  mailTexts,
  methodRow,
  moneyRows,
  type OrderFacts,
  partBlocks,
  partText,
  referenceRow,
  settledText,
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

/** The refunded amount as it moves. */
export interface RefundFacts {
  refund: number;
  /** Its currency; that of the total shown to the visitor where it is missing, as in mails of before. */
  currency?: string;
  /** The amount in the payment's currency, where it moves in another one. */
  settled?: number;
  /** Missing in mails of before, which were about banks and cards. */
  way?: MoneyLine['way'];
  /** Of money: all that was refunded with it, in the payment's currency. Missing where a person has said so alone. */
  refundedInAll?: number;
  /** True of money after which the payment is refunded. */
  isWhole?: true;
  /** The number of the payment's entries with it; missing in mails of before. */
  entries?: number;
}

/** Announces the refund to the visitor. */
export function refundedMail(order: OrderFacts, facts: RefundFacts): MailContent {
  const { refund, currency = order.price.currency, settled, way, refundedInAll, isWhole } = facts;
  const { language, reference } = order;
  const { greeting, openPage, rows, refunded: t } = mailTexts[language];
  const values = { reference, refund: formatAnyMoney(refund, currency, language) };
  const row =
    settled === undefined
      ? values.refund
      : settledText(order, { amount: settled, original: { amount: refund, currency } });
  return {
    subject: fill(t.subject, values),
    title: refundedInAll === undefined || isWhole ? t.title : t.titleOfPart,
    blocks: [
      { paragraph: greeting },
      { paragraph: fill(way === undefined || isByBank(way) ? t.text : t.textByHand, values) },
      { facts: [referenceRow(order), [rows.refund, row]] },
      { link: { label: openPage, url: order.url } },
    ],
  };
}

/** Tells the visitor what was cancelled, what is kept, and what goes back. */
export function cancelledMail(order: OrderFacts): MailContent {
  const { reference, language, cancelled: { kept, back } = { kept: 0, back: 0 } } = order;
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
