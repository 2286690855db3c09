import { formatDay } from '#domain/platform/dates';
import type { Language } from '#domain/platform/languages';
import { type MovedMoney, settlingText } from '#domain/documents/money-lines';
import {
  type Currency,
  formatApproximateUsd,
  formatNamedMoney,
  quotedCurrency,
} from '#domain/platform/money';
import type { OrderStatus } from '#domain/visitor/orders';
import type { PaymentMethod } from '#domain/places/payment-methods';
import type { Price } from '#domain/places/prices';
import { texts } from '#domain/texts/texts';
import { fill } from '#domain/texts/catalogue';
import { en } from './en.js';
import { fr } from './fr.js';
import type { Block } from './layout.js';

/** A part of a plan; amounts are as shown to the visitor. */
interface PartFacts {
  amount: number;
  /** YYYY-MM-DD. */
  due: string;
  isPaid: boolean;
  /** All that is open up to it; 0 for one that is paid. */
  openUpTo: number;
}

/** The parts of a pending payment, and what is asked of it. */
export interface PlanFacts {
  /** `isLate` where its day is past. */
  asked: { amount: number; due: string; isLate: boolean };
  parts: readonly PartFacts[];
}

/** A payment's data for the templates; amounts are as shown to the visitor. */
export interface OrderFacts {
  /** That of the mail. */
  language: Language;
  reference: string;
  /** As it was typed: see quoted-name.ts. */
  name: string;
  price: Price;
  /** The currency of the payment, and the money that came and went back, in it. */
  currency: Currency;
  came: MovedMoney;
  returned: MovedMoney;
  /** The total shown to the visitor where another one is recorded. */
  agreed?: Price;
  /** True where the visitor lives outside Canada, and was also shown the approximate amount in US dollars. */
  isAbroad: boolean;
  method: PaymentMethod;
  status: OrderStatus;
  expectedOn?: string;
  /** The received and the missing amount of a pending payment that was paid in part. */
  partly?: { received: number; due: number };
  /** The amounts of a cancelled payment that are kept and go back, as shown to the visitor. */
  cancelled?: { kept: number; back: number };
  /** A payment in parts; its days stand in place of `expectedOn`. */
  plan?: PlanFacts;
  instructions: string;
  /** The terms that the visitor has accepted: their text, or an address. */
  terms?: string;
  url: string;
  /** The payment's page in the back-office. */
  adminUrl: string;
  /** True for a payment of the card provider's test mode. */
  isTest?: boolean;
}

/** The texts of mails by language. */
export const mailTexts: Record<Language, typeof en> = { en, fr };

/** "CA$1,997.00 (approximately US$1,457.81)" for visitors outside Canada, "CA$2,256.61" else. */
function priceText({
  price: { amount, currency },
  isAbroad,
  language,
}: Pick<OrderFacts, 'price' | 'isAbroad' | 'language'>): string {
  const total = formatNamedMoney(amount, currency, language);
  if (!isAbroad || currency !== quotedCurrency) return total;
  const approximate = fill(texts[language].offer.approximately, {
    amount: formatApproximateUsd(amount, language),
  });
  return fill(mailTexts[language].amountWithApproximate, { total, approximate });
}

/** An amount of the payment, with the one that moved. */
export const settledText = (
  { currency, language }: Pick<OrderFacts, 'currency' | 'language'>,
  money: MovedMoney,
) => settlingText(money, currency, language, texts[language].payment.settling);

/** A part of the total, in its currency. */
export const partText = ({ price, language }: Pick<OrderFacts, 'price' | 'language'>, part: number): string =>
  formatNamedMoney(part, price.currency, language);

/** The labels of a mail's rows. */
const labelsOf = ({ language }: Pick<OrderFacts, 'language'>) => mailTexts[language].rows;

export const referenceRow = (order: OrderFacts) => [labelsOf(order).reference, order.reference] as const;
export const amountRow = (order: OrderFacts) =>
  [order.plan ? labelsOf(order).total : labelsOf(order).amount, priceText(order)] as const;
/** The rows of the money that came, of what of it went back and, where it is not told by it, of the total that was agreed. */
export function cameRows(order: OrderFacts): (readonly [string, string])[] {
  const { came, returned, agreed, language } = order;
  if (came.amount <= 0) return [amountRow(order)];
  const isTold = came.original?.amount === agreed?.amount && came.original?.currency === agreed?.currency;
  return [
    [labelsOf(order).amount, settledText(order, came)],
    ...(returned.amount > 0 ? [[labelsOf(order).refund, settledText(order, returned)] as const] : []),
    ...(agreed && !isTold
      ? [[labelsOf(order).agreed, formatNamedMoney(agreed.amount, agreed.currency, language)] as const]
      : []),
  ];
}
/** The rows of the received and the missing amount, once a part has arrived. */
const partRows = (order: Pick<OrderFacts, 'price' | 'partly' | 'language'>) =>
  order.partly
    ? ([
        [labelsOf(order).receivedSoFar, partText(order, order.partly.received)],
        [labelsOf(order).missing, partText(order, order.partly.due)],
      ] as const)
    : [];
export const expectedRows = (order: OrderFacts) =>
  order.expectedOn
    ? ([[labelsOf(order).expected, formatDay(order.expectedOn, order.language)]] as const)
    : [];
/** An amount with its day: "CA$564.15 by Nov 28, 2026". */
const byDay = (order: OrderFacts, amount: number, due: string): string =>
  fill(mailTexts[order.language].parts.byDay, {
    amount: partText(order, amount),
    day: formatDay(due, order.language),
  });
/** The row of what is asked now of a payment in parts. */
export const askedRows = (order: OrderFacts) =>
  order.plan
    ? ([[labelsOf(order).asked, byDay(order, order.plan.asked.amount, order.plan.asked.due)]] as const)
    : [];
/** The sentence that asks for what is due now of a payment in parts. */
export function askedText(order: OrderFacts, { amount, due, isLate }: PlanFacts['asked']): string {
  const { ask, askLate } = mailTexts[order.language].parts;
  const values = { asked: partText(order, amount), day: formatDay(due, order.language) };
  return fill(isLate ? askLate : ask, values);
}
/** The rows of the parts with their days. */
export function planRows({ plan, ...order }: OrderFacts): (readonly [string, string])[] {
  const { part, received } = mailTexts[order.language].parts;
  return (plan?.parts ?? []).map(({ amount, due, isPaid }, index) => {
    const text = byDay(order, amount, due);
    return [fill(part, { number: index + 1 }), isPaid ? fill(received, { part: text }) : text];
  });
}
/** The list of the parts, for their payer. */
export const partBlocks = (order: OrderFacts): Block[] =>
  order.plan ? [{ heading: mailTexts[order.language].parts.heading }, { facts: planRows(order) }] : [];
/** The payment's reference, what is asked of it, and its money. */
export const moneyRows = (order: OrderFacts): (readonly [string, string])[] => [
  referenceRow(order),
  ...askedRows(order),
  amountRow(order),
  ...partRows(order),
];
/** The row of the payment method. */
export const methodRow = (order: OrderFacts) =>
  [labelsOf(order).method, texts[order.language].payment.methods[order.method] ?? order.method] as const;
