import { asCents, type Cents, toAmount } from './money.js';
import { asText } from './rules.js';

/** The largest number of digits before the decimal mark: the cents of any such amount are exact. */
const longestWhole = 12;

/** A typed amount in cents, or the message that says why it is none. */
export type TypedAmount = { cents: Cents; message?: undefined } | { cents?: undefined; message: string };

const typedAmountMessages = {
  unreadable: 'Type an amount such as 1,234.56',
  ambiguous: 'Type the amount with two decimals, or without the mark',
} as const;

const currencyBefore = /^(?:(?:CA|US|C|U)?\$|CAD|USD|THB|฿)\s*/i;
const currencyAfter = /\s*(?:(?:CA|US)?\$|CAD|USD|THB|฿)$/i;

/** Digits in groups of three by one mark, or without marks. */
const isWhole = (text: string, mark: string): boolean =>
  /^\d+$/.test(text) ||
  (mark !== '' &&
    /^[1-9]\d{0,2}$/.test(text.split(mark)[0] ?? '') &&
    text
      .split(mark)
      .slice(1)
      .every((group) => /^\d{3}$/.test(group)));

/** The mark that groups the digits: one that stands between them other than as the decimal mark. */
const groupingMark = (whole: string): string => /[.,' ]/.exec(whole)?.[0] ?? '';

function centsOf(whole: string, fraction: string): TypedAmount {
  const mark = groupingMark(whole);
  const digits = whole.replaceAll(mark, '').replace(/^0+(?=\d)/, '');
  if (!isWhole(whole, mark) || !/^\d{0,2}$/.test(fraction) || digits.length > longestWhole)
    return { message: typedAmountMessages.unreadable };
  return { cents: asCents(Number(digits) * 100 + Number(fraction.padEnd(2, '0'))) };
}

/**
 * Parses an amount that a person typed: "2256.61", "2,256.61", "CA$2,256.61", "2 256,61", "1.234,56". A comma groups
 * the digits by three; it is the decimal mark only where it can be nothing else, as in "25,50". A single point is the
 * decimal mark. Every screen and every call that takes typed amounts uses this one.
 */
export function parseTypedAmount(typed: string): TypedAmount {
  const text = typed
    .normalize('NFKC')
    .trim()
    .replace(currencyBefore, '')
    .replace(currencyAfter, '')
    .replace(/[’´\x60]/g, "'")
    .replace(/\s/g, ' ');
  if (!/^[\d.,' ]*\d$/.test(text)) return { message: typedAmountMessages.unreadable };
  const last = /[.,](?=\d*$)/.exec(text);
  if (!last) return centsOf(text, '');
  const [before, after] = [text.slice(0, last.index), text.slice(last.index + 1)];
  const isRepeated = before.includes(last[0]);
  if (isRepeated) return centsOf(text, '');
  if (last[0] === ',' && /^[1-9]\d{0,2}$/.test(before) && after.length === 3) return centsOf(text, '');
  // "2.550" is 2,550 to some and 2.55 to others.
  if (after.length > 2 && last[0] === '.') return { message: typedAmountMessages.ambiguous };
  return centsOf(before || '0', after);
}

/** The decimal number of a typed amount, or NaN and the message that says why it is none. */
export function typedNumber(typed: unknown): { value: number; message?: string | undefined } {
  const { cents, message } = parseTypedAmount(asText(typed));
  return { value: cents === undefined ? NaN : toAmount(cents), message };
}
