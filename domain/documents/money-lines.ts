import {
  type EntryKind,
  figuresAfter,
  figuresOf,
  statesOf,
  type LedgerEntry,
  type MoneyWay,
  standingOf,
} from '../ledger/ledger.js';
import type { PaymentMethod } from '../places/payment-methods.js';
import { agreedQuote } from '../payments/payments.js';
import type { Price } from '../places/prices.js';
import type { Language } from '../platform/languages.js';
import {
  asCents,
  type Cents,
  type Currency,
  formatAnyMoney,
  roundToCents,
  sum,
  sumOfCents,
  toAmount,
  toCents,
} from '../platform/money.js';
import { fill } from '../texts/catalogue.js';

/** An amount in the currency in which it moved. */
interface OriginalMoney {
  amount: number;
  currency: string;
}

/** Money in the currency of its payment; `original` where it moved in another one. */
export interface MovedMoney {
  /** Above 0. */
  amount: number;
  original?: OriginalMoney;
}

/**
 * Money on a document and on the visitor's page. `way` is the payment's method where a person said so without naming the
 * money; it is then money as the visitor was shown the price.
 */
export interface MoneyLine extends MovedMoney {
  /** YYYY-MM-DD. */
  day: string;
  way: MoneyWay | PaymentMethod;
}

/** The payment whose money is told. */
export interface PaymentMoney {
  amount: number;
  currency: Currency;
  quoted?: Price | undefined;
  ledger?: readonly LedgerEntry[] | undefined;
  paymentMethod: PaymentMethod;
}

/** The kinds of entries by which money goes back. */
export const returnKinds: readonly EntryKind[] = ['refund', 'chargeback'];

const partOf = ({ amount, currency }: OriginalMoney, part: number, whole: number): OriginalMoney => ({
  amount: roundToCents((amount * part) / whole),
  currency,
});

/** Returns what is left of an entry as it moved. */
function moved({ amount = 0, original }: LedgerEntry, left: Cents): MovedMoney {
  const value = toAmount(left);
  return { amount: value, ...(original && { original: partOf(original, value, amount) }) };
}

/** Returns a part of a payment that only a person's word tells, in the currency in which the visitor was shown the price. */
export function worded(payment: Omit<PaymentMoney, 'paymentMethod'>, part: Cents): MovedMoney {
  const value = toAmount(part);
  const quoted = agreedQuote(payment);
  return {
    amount: value,
    ...(quoted && { original: partOf(quoted, value, payment.amount) }),
  };
}

/** Returns the money that came for a payment, of receipts what was not reversed, and of a word what no receipt shows. */
export function moneyCame(payment: PaymentMoney): MoneyLine[] {
  const { amount, paymentMethod: way } = payment;
  const ledger = (payment.ledger ?? []).filter(({ voided }) => !voided);
  const cents = toCents(amount);
  const state = payment.ledger && statesOf(cents, payment.ledger).at(-1);
  const figures = state && figuresOf(cents, state);
  return ledger.flatMap((entry, index): MoneyLine[] => {
    const { kind, day } = entry;
    if (kind === 'receipt' && entry.way) {
      const left = standingOf(entry, ledger);
      return left > 0 ? [{ day, way: entry.way, ...moved(entry, left) }] : [];
    }
    const isWord = figures?.hasWord && index === ledger.findLastIndex(({ word }) => word);
    return isWord && figures.unproven > 0 ? [{ day, way, ...worded(payment, figures.unproven) }] : [];
  });
}

/** Returns the first lines of money up to an amount in the payment's currency; the last one is the part of it that is left. */
export function moneyUpTo(lines: readonly MoneyLine[], most: Cents): MoneyLine[] {
  let left = most as number;
  return lines.flatMap((line) => {
    const cents = toCents(line.amount);
    const part = Math.min(left, cents);
    left -= part;
    if (part <= 0) return [];
    const amount = toAmount(asCents(part));
    const { original } = line;
    return [{ ...line, amount, ...(original && { original: partOf(original, amount, line.amount) }) }];
  });
}

/** Returns the money that went back by the entries from this index on, of refunds what did not come back. */
export function moneyReturned(payment: PaymentMoney, from = 0): MoneyLine[] {
  const { amount, paymentMethod: way, ledger = [] } = payment;
  const states = statesOf(toCents(amount), ledger);
  return ledger.flatMap((entry, index): MoneyLine[] => {
    const { kind, day, status, voided } = entry;
    if (voided || index < from) return [];
    if (returnKinds.includes(kind) && entry.way) {
      const left = standingOf(entry, ledger);
      return left > 0 ? [{ day, way: entry.way, ...moved(entry, left) }] : [];
    }
    const { claim = 0 } = kind === 'said' && status === 'refunded' ? states.at(-1)! : {};
    const isLast = index === ledger.findLastIndex((one) => one.status === 'refunded' && !one.voided);
    return claim > 0 && isLast ? [{ day, way, ...worded(payment, asCents(claim)) }] : [];
  });
}

/**
 * Returns the money of a credit note's total that went back by the entries from this index on. Money that an earlier paper
 * has credited before it went back, as where a fee is kept of a payment, goes back first and is none of it.
 */
export function moneyCredited(payment: PaymentMoney, from: number, total: Cents): MoneyLine[] {
  const { amount, ledger = [] } = payment;
  const cents = toCents(amount);
  const { kept, sale } = figuresAfter(cents, ledger.slice(0, from));
  // Only the sale is said to be refunded by a person.
  const earlier = figuresAfter(cents, ledger).claim ? 0 : Math.max(0, kept - sale);
  const lines = moneyReturned(payment, from);
  const all = sumOfCents(lines.map((line) => toCents(line.amount)));
  const most = asCents(Math.min(total, Math.max(0, all - earlier)));
  return moneyUpTo(lines.toReversed(), most).reverse();
}

/** Returns the sum of money, as it moved where all of it did in one other currency. */
export function sumOfMoney(lines: readonly MovedMoney[]): MovedMoney {
  const amount = sum(lines.map((line) => line.amount));
  const originals = lines.flatMap(({ original }) => original ?? []);
  const [first] = originals;
  const isOne =
    originals.length === lines.length && originals.every(({ currency }) => currency === first?.currency);
  return {
    amount,
    ...(first &&
      isOne && { original: { amount: sum(originals.map((one) => one.amount)), currency: first.currency } }),
  };
}

/** "CA$1,997.00": money as it moved. */
export const movedText = ({ amount, original }: MovedMoney, currency: Currency, language: Language): string =>
  formatAnyMoney(original?.amount ?? amount, original?.currency ?? currency, language);

/** "CA$1,997.00 (settles US$1,997.00)", by a text that names both; what moved in the payment's currency is its amount. */
export const settlingText = (
  money: MovedMoney,
  currency: Currency,
  language: Language,
  settling: string,
): string =>
  money.original
    ? fill(settling, {
        amount: movedText(money, currency, language),
        settled: formatAnyMoney(money.amount, currency, language),
      })
    : movedText(money, currency, language);

/** Ways by which the payer's bank or card gets money back by itself, some days later. */
export const isByBank = (way: MoneyLine['way']): boolean =>
  way !== 'cash' && way !== 'cheque' && way !== 'other';
