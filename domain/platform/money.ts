import { defaultLanguage, type Language } from './languages.js';

/**
 * An amount of a transfer.
 * @exclusiveMinimum 0
 */
export type PositiveAmount = number;

export const currencies = ['THB', 'USD', 'CAD'] as const;
export type Currency = (typeof currencies)[number];

export const currencyNames: Record<Currency, string> = {
  THB: 'THB (Thai Baht)',
  USD: 'USD (US Dollar)',
  CAD: 'CAD (Canadian Dollar)',
};

/** US dollars for one unit of each currency. */
export type ExchangeRates = Record<Currency, number>;

/** Used until the operator configures others (EXCHANGE_RATES). */
export const defaultExchangeRates: ExchangeRates = { CAD: 0.73, THB: 0.028, USD: 1 };

/** The currency in which every visitor is shown the total; the payment may be recorded in another one. */
export const quotedCurrency = 'CAD' satisfies Currency;

/** The factor from a total in CAD to the approximate amount in US dollars that a visitor sees. */
const approximateUsdRate = 0.73;

/**
 * An amount in hundredths of its currency, in which sums and comparisons are exact. The domain calculates in cents;
 * decimals stand at the API and in stored payments, whose fields are specified.
 */
export type Cents = number & { readonly [unit]: 'cents' };
declare const unit: unique symbol;

/** Marks the result of a calculation with cents: a decimal amount where cents are taken is an error of types. */
export const asCents = (result: number): Cents => result as Cents;

/** Rounds to cents, halves away from zero, as the decimal text reads: 1.005 gives 1.01. */
export function roundToCents(amount: number): number {
  // Numbers this small print in exponent form.
  if (Math.abs(amount) < 1e-6) return 0;
  const shifted = Number(`${Math.abs(amount)}e2`);
  // Beyond 1e21 numbers print in exponent form and have no cents left to round.
  return Number.isFinite(shifted) ? (Math.sign(amount) * Math.round(shifted)) / 100 : amount;
}

/** Rounds an amount of US dollars that is still to be added up to four decimals. */
export const roundToUsd = (amount: number): number =>
  // Shifted as text, so that 167648.15 cents are 1676.4815 dollars.
  Number(`${roundToCents(amount * 100)}e-2`);

/** True for a number that has at most two decimals. */
export const isWholeCents = (amount: number): boolean => roundToCents(amount) === amount;

/** The amount in the other direction; of nothing nothing, not -0. */
export const negated = (cents: Cents): Cents => asCents(0 - cents);

/** The amount without its direction. */
export const absolute = (cents: Cents): Cents => asCents(Math.abs(cents));

/** The exact sum of amounts in cents. */
export const sumOfCents = (amounts: readonly Cents[]): Cents =>
  asCents(amounts.reduce((total, cents) => total + cents, 0));

/** A fraction in cents, half up: exact also where its terms are too large for exact numbers. The denominator is positive. */
export const fractionHalfUp = (numerator: bigint, denominator: bigint): Cents =>
  asCents(Number((2n * numerator + denominator) / (2n * denominator)));

/** Converts a decimal amount to cents. */
export const toCents = (amount: number): Cents => asCents(Math.round(amount * 100));

/** Converts cents to a decimal amount. */
export const toAmount = (cents: Cents): number => cents / 100;

/**
 * Converts fractions of cents, such as a sum of amounts times their exchange rates, to a decimal amount. Only here they
 * are rounded to cents.
 */
export const roundToAmount = (fractionalCents: number): number => roundToCents(fractionalCents / 100);

/** The exact sum of decimal amounts. */
export const sum = (amounts: readonly number[]): number => toAmount(sumOfCents(amounts.map(toCents)));

/** An amount in the form that banks' forms and fields take: "2256.61". */
export const plainAmount = (amount: number): string => amount.toFixed(2);

/** The same of cents. */
export const plainCents = (cents: Cents): string => plainAmount(toAmount(cents));

export const isCurrency = (currency: unknown): currency is Currency =>
  (currencies as readonly unknown[]).includes(currency);

/** "2,256.61": an amount whose currency stands beside it. */
export const formatAmount = (amount: number): string =>
  plainAmount(amount).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** The signs before amounts of several currencies. */
export const currencySigns: Record<Currency, string> = { CAD: 'CA$', THB: 'THB', USD: 'US$' };

/** The form of amounts in a language: its signs stand before the number, or behind it. */
interface MoneyForm {
  group: string;
  decimal: string;
  signs: Record<Currency, string>;
  isBehind?: true;
}

/**
 * English as Intl.NumberFormat has it, which takes a slow phone a tenth of a second to load; French as the Office québécois
 * does, with CA, which Intl leaves out, and with spaces that do not break.
 */
const moneyForms: Record<Language, MoneyForm> = {
  en: { group: ',', decimal: '.', signs: currencySigns },
  fr: {
    group: '\u00a0',
    decimal: ',',
    signs: { CAD: '$\u00a0CA', THB: 'THB', USD: '$\u00a0US' },
    isBehind: true,
  },
};

/** "9.975", in French "9,975": a number without groups. */
export const formatNumber = (number: number, language: Language): string =>
  String(number).replace('.', moneyForms[language].decimal);

function format(
  amount: number,
  currency: string,
  decimals: 0 | 2,
  language: Language = defaultLanguage,
): string {
  const { group, decimal, signs, isBehind } = moneyForms[language];
  const size = Math.abs(amount);
  const digits = (decimals ? roundToCents(size) : Math.round(size)).toFixed(decimals);
  const minus = amount < 0 && Number(digits) ? '-' : '';
  const written = digits.replace('.', decimal).replace(/\B(?=(\d{3})+(?!\d))/g, group);
  const sign = isCurrency(currency) ? signs[currency] : currency;
  if (isBehind) return `${minus}${written}\u00a0${sign}`;
  return minus + sign + (sign.endsWith('$') ? '' : '\u00a0') + written;
}

/** Formats an amount of any currency, such as a card payment's, as formatNamedMoney does ours: "EUR 12.00". */
export const formatAnyMoney = (amount: number, currency: string, language?: Language): string =>
  format(amount, currency, 2, language);

/** "CA$2,256.61", "US$1,997.00", "-US$4.10", "THB 2,050.00"; in French "1 997,00 $ US". */
export const formatNamedMoney = (amount: number, currency: Currency, language?: Language): string =>
  formatAnyMoney(amount, currency, language);

/** Like formatNamedMoney, where no other dollar stands beside that of the US: "$1,997.00". */
export const formatMoney = (amount: number, currency: Currency): string =>
  format(amount, currency, 2).replace('US', '');

/** "$12,346": for figures where cents do not matter. */
export const formatWholeMoney = (amount: number, currency: Currency): string =>
  format(amount, currency, 0).replace('US', '');

/** Formats cents as formatNamedMoney does an amount. */
export const formatCents = (cents: Cents, currency: Currency): string =>
  formatNamedMoney(toAmount(cents), currency);

/** "US$1,457.81": the approximate US dollars of a total in CAD. */
export const formatApproximateUsd = (amountInCad: number, language: Language = defaultLanguage): string =>
  formatNamedMoney(roundToCents(amountInCad * approximateUsdRate), 'USD', language);

/** Number and sum of amounts by currency; a currency without any is left out. */
export const totalsByCurrency = (amounts: readonly { amount: number; currency: Currency }[]) =>
  currencies.flatMap((currency) => {
    const those = amounts.filter((one) => one.currency === currency).map(({ amount }) => amount);
    return those.length ? [{ currency, count: those.length, amount: sum(those) }] : [];
  });
