import type { DecimalMark } from './contract.js';
import type { Cents } from './cents.js';
import { choose, type Option, weights, where } from './evidence.js';

/** The largest amount of a row, in cents: sums over a whole file stay exact. */
const maximumCents = 1e12;

/** Longest text that is parsed as an amount, in characters. */
const maximumLength = 60;

// The general sign of a currency is also what the euro sign of another encoding is read as.
const currencyMark =
  /^(?:CA|C|US|U|A)?\$|^(?:CAD|USD|THB|EUR|฿|€|£|¤)|(?:CA|US)?\$$|(?:CAD|USD|THB|EUR|฿|€|£|¤)$/i;

/** Currencies by their marks; a dollar sign alone may be of either country. */
const markedCurrencies: readonly (readonly [RegExp, readonly string[]])[] = [
  [/US\$|U\$|USD/i, ['USD']],
  [/CA\$|C\$|CAD/i, ['CAD']],
  [/A\$/i, ['AUD']],
  [/\$/, ['CAD', 'USD']],
  [/EUR|€/i, ['EUR']],
  [/THB|฿/i, ['THB']],
  [/£/, ['GBP']],
];

/** Returns the currencies that a mark may stand for; none for other text. */
export const markedAs = (text: string): readonly string[] =>
  markedCurrencies.find(([mark]) => mark.test(text))?.[1] ?? [];

interface AmountParts {
  negative: boolean;
  /** True where a plus or CR says that the amount is positive. */
  marked: boolean;
  /** Digits with their separators, without sign, spaces and currency. */
  digits: string;
}

/** Removes sign, currency and spaces from an amount; undefined for text with anything else in it. */
function splitAmount(text: string): AmountParts | undefined {
  if (text.length > maximumLength) return undefined;
  let rest = text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    // A space between digits separates thousands, as an apostrophe does.
    .replace(/(?<=\d)\s(?=\d)|[\u2019`´]/g, "'")
    .replace(/\s/g, '');
  let signs = 0;
  let marked = false;
  const take = (pattern: RegExp, isNegative?: boolean) => {
    if (!pattern.test(rest)) return;
    rest = rest.replace(pattern, '');
    if (isNegative) signs += 1;
    else if (isNegative === false) marked = true;
  };
  if (/^\(.*\)$/.test(rest)) {
    rest = rest.slice(1, -1);
    signs += 1;
  }
  take(/^-/, true);
  take(/^\+/, false);
  take(currencyMark);
  take(/^-/, true);
  take(/^\+/, false);
  take(/(?:DR|DB)$/i, true);
  take(/CR$/i, false);
  take(currencyMark);
  take(/-$/, true);
  take(/\+$/, false);
  if (signs > 1 || !/^[\d.,']*\d[\d.,']*$/.test(rest)) return undefined;
  return { negative: signs === 1, marked, digits: rest };
}

/**
 * Parses an amount into cents with its sign. Understands thousands separators, brackets, a minus on either side and
 * currency signs. Undefined for text that is no amount of at most two decimals: it is never read as zero.
 */
export function parseCents(text: string, decimal: DecimalMark): Cents | undefined {
  const parts = splitAmount(text);
  if (!parts) return undefined;
  const thousands = decimal === '.' ? ',' : '.';
  const { negative, digits } = parts;
  const [whole = '', fraction = '', ...more] = digits.split(decimal);
  const mark = whole.includes("'") ? "'" : thousands;
  const isGrouped = whole.includes(mark);
  const groups = whole.split(mark);
  // India groups by two digits before the last three: "1,20,000".
  const isIndian = mark === ',' && /^\d{1,2}(?:,\d{2})*,\d{3}$/.test(whole);
  const areWhole = isGrouped
    ? isIndian ||
      (/^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => /^\d{3}$/.test(group)))
    : /^\d*$/.test(whole);
  if (more.length || !areWhole || !/^\d*$/.test(fraction) || /[1-9]/.test(fraction.slice(2)))
    return undefined;
  const cents = Number(groups.join('') || '0') * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  if (cents > maximumCents) return undefined;
  return negative && cents > 0 ? -cents : cents;
}

/** True for text that is an amount with either decimal mark. */
export const looksLikeAmount = (text: string): boolean =>
  parseCents(text, '.') !== undefined || parseCents(text, ',') !== undefined;

/** True where the amount has a minus, brackets or DR. */
export const isNegativeAmount = (text: string): boolean => splitAmount(text)?.negative === true;

/** Returns the sign that an amount is written with: 0 for none. */
export function amountSign(text: string): 1 | -1 | 0 {
  const parts = splitAmount(text);
  if (parts?.negative) return -1;
  return parts?.marked ? 1 : 0;
}

/** True where the amount's own mark names another currency than the account's. */
export function isOtherCurrency(text: string, account: string): boolean {
  const marked = markedAs(text);
  return marked.length > 0 && !!splitAmount(text) && !marked.includes(account);
}

/** Returns the decimal mark of one amount: "either" for "1,234", undefined for one without a mark. */
function toldBy(text: string): DecimalMark | 'either' | undefined {
  const digits = splitAmount(text)?.digits ?? '';
  const marks = [...digits.replace(/[^.,]/g, '')];
  const last = marks.at(-1) as DecimalMark | undefined;
  if (!last) return undefined;
  const other: DecimalMark = last === '.' ? ',' : '.';
  const count = marks.filter((mark) => mark === last).length;
  if (count > 1) return other;
  if (marks.length > 1) return last;
  const [before = '', after = ''] = digits.split(last);
  return after.length === 3 && /^[1-9]\d{0,2}$/.test(before) ? 'either' : last;
}

/**
 * Returns the decimal marks with what columns of amounts say of them: nothing speaks for either where "1,234" may be of
 * both and no other amount decides, or where two contradict each other.
 */
export function weighDecimals(texts: readonly string[]): Option<DecimalMark>[] {
  const examples = new Map(texts.map((text) => [toldBy(text), text.slice(0, 30)]));
  const isPlain = examples.size === (examples.has(undefined) ? 1 : 0);
  return (['.', ','] as const).map((value) => {
    const [own, other] = [examples.get(value), examples.get(value === '.' ? ',' : '.')];
    const evidence = [
      ...where(own, `"${own}" can be nothing else`, weights.proof),
      ...where(other, `"${other}" has the other one`, -weights.proof),
      ...where(isPlain && value === '.', 'no amount has a mark', weights.proof),
    ];
    return { value, reads: `the decimal mark is a ${value === '.' ? 'point' : 'comma'}`, evidence };
  });
}

/** Determines the decimal mark of columns of amounts from all of them; undefined where they leave it open. */
export function decideDecimal(texts: readonly string[]): DecimalMark | undefined {
  const choice = choose('decimal', weighDecimals(texts));
  return choice.record.isOpen ? undefined : choice.value;
}
