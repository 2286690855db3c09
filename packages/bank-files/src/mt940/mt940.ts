import { statementLimits } from '../common/contract.js';
import { parseDay } from '../common/days.js';
import { readDetails } from './mt940-details.js';
import { extractPayer } from '../common/payer.js';
import { type Cents, negated, plainCents, sumOfCents } from '../common/amounts.js';
import { isOwnCurrency, rowsIn } from '../common/own-currency.js';
import { type AccountProof, proveBalances } from '../common/proof.js';
import { cleanText, optionalFields, type StatementRows, tooManyRows } from '../common/statement-row.js';

/** A line that begins a field; one with any other tag is text. */
const fieldStart = /^:(20|21|25P?|28C?|34F|60[FM]|61|62[FM]|64|65|86|NS|940):/;

/** Lines that may follow the end of a message. */
const messageStart = /^(?:\{|:20:|:940:)/;

interface Field {
  tag: string;
  lines: string[];
}

function splitFields(text: string): Field[] {
  const fields: Field[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  let field: Field | undefined;
  for (const [index, line] of lines.entries()) {
    const tag = fieldStart.exec(line)?.[1];
    const isEnd =
      line.startsWith('-}') ||
      (/^-\s*$/.test(line) && (index + 1 === lines.length || messageStart.test(lines[index + 1] || '{')));
    if (tag) fields.push((field = { tag, lines: [line.slice(tag.length + 2)] }));
    else if (isEnd || line.startsWith('{')) field = undefined;
    else field?.lines.push(line);
  }
  return fields;
}

/** The balances around the entries of one message, or of a page of it, and the amounts of those that are read. */
interface Page {
  account: string;
  currency: string;
  opening: Cents | undefined;
  closing?: Cents | undefined;
  cents: Cents[];
  firstRow?: number;
}

interface Entry {
  page: Page | undefined;
  account: string;
  currency: string;
  lines: string[];
  details: string[];
  /** True in a message of the day that runs (MT942), as some banks append it. */
  isPending: boolean;
}

/** Parses an amount with a comma (SWIFT) or a point; undefined for one that may be of thousands: "1.000". */
const amountCents = (text: string): Cents | undefined =>
  /^\d+\.\d{3}$/.test(text) ? undefined : plainCents(text);

function balanceCents(text: string): Cents | undefined {
  const [, mark, amount = ''] = /^([CD])\d{6}[A-Z]{3}([\d.,]{1,20})/.exec(text) ?? [];
  const cents = amountCents(amount);
  return cents === undefined ? undefined : mark === 'D' ? negated(cents) : cents;
}

function collectEntries(fields: readonly Field[]) {
  const entries: Entry[] = [];
  const pages: Page[] = [];
  let account = '';
  let currency = '';
  let isPending = false;
  let entry: Entry | undefined;
  for (const { tag, lines } of fields) {
    const [first = ''] = lines;
    if (tag === '86') {
      // Behind a balance, it is about the whole statement.
      for (const line of lines) entry?.details.push(line);
      continue;
    }
    entry = undefined;
    if (tag === '20') isPending = false;
    else if (tag === '34F') {
      isPending = true;
      currency = first.slice(0, 3);
    } else if (tag.startsWith('25')) {
      const [, number = first, own = ''] = /^(.*\d)[\s/]*([A-Z]{3})?\s*$/.exec(first.slice(0, 80)) ?? [];
      account = number.trim();
      currency = own;
    } else if (tag.startsWith('60')) {
      currency = /^[CD]\d{6}([A-Z]{3})/.exec(first)?.[1] ?? currency;
      pages.push({ account, currency, opening: balanceCents(first), cents: [] });
    } else if (tag.startsWith('62')) {
      const page = pages.at(-1);
      if (page) page.closing ??= balanceCents(first);
    } else if (tag === '61') {
      entry = { page: pages.at(-1), account, currency, lines, details: [], isPending };
      entries.push(entry);
      if (entries.length > statementLimits.rows) throw tooManyRows();
    }
  }
  return { entries, pages };
}

/**
 * A statement line: value date, day of the entry, mark of debit or credit, the last letter of the currency, amount, kind
 * of transaction, the payer's reference and the bank's.
 */
const statementLine =
  /^(\d{6})(\d{4}| {1,4})?(R?[CD]|E[CD])[A-Z]?\s?([\d.,]{1,20})\s?(?:(?:[A-Z]{3}\d{3}(?=NONREF)|[A-Z][A-Z\d ]{3})([^/]*(?:\/[^/]+)*)(?:\/\/(.*))?)?$/;

/** The signs of the marks: a reversed credit takes money out, and a reversed debit puts it back. */
const signs: Record<string, 1 | -1> = { C: 1, D: -1, RC: -1, RD: 1 };

/** Parses the day of an entry, whose year is the one that is nearest to the value date. */
function entryDay(valueDate: string, monthAndDay: string | undefined): string | undefined {
  const century = Number(valueDate.slice(0, 2)) < 90 ? 20 : 19;
  // Banks that count thirty days a month write a day that February does not have.
  const ends = /02(?:29|30)$/.test(valueDate) ? ['0229', '0228'] : [];
  const [value] = [valueDate, ...ends.map((end) => `${valueDate.slice(0, 2)}${end}`)].flatMap(
    (date) => parseDay(`${century}${date}`) ?? [],
  );
  if (!value || !monthAndDay) return value;
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(value));
  const year = Number(value.slice(0, 4));
  return [year - 1, year, year + 1]
    .flatMap((one) => parseDay(`${one}${monthAndDay}`) ?? [])
    .sort((a, b) => distance(a) - distance(b))[0];
}

/** References that say that there is none, or that it is in tag 86. */
const noReference = /^(?:NONREF|NOREF|NOTPROVIDED|EREF|PREF|KREF|MARF|MREF|CREF|)$/i;

/** Reads an MT940 statement (SWIFT, Customer Statement Message). */
export function readMt940(text: string, account: string): StatementRows {
  const { entries, pages } = collectEntries(splitFields(text));
  const result = rowsIn(
    (entries.length ? entries : pages).map(({ currency }) => currency),
    account,
  );
  for (const [index, { page, account: number, currency, lines, details, isPending }] of entries.entries()) {
    const row = index + 1;
    const owner = number && { account: number };
    const refuse = (reason: string) => result.unreadable.push({ row, reason, ...owner });
    const [line = '', ...supplementary] = lines;
    const [, valueDate, entryDate, mark = '', amount = '', reference = '', bankReference = ''] =
      statementLine.exec(line.trim().slice(0, 200)) ?? [];
    const day = valueDate && entryDay(valueDate, entryDate?.trim());
    const cents = amountCents(amount);
    const sign = signs[mark];
    if (!isOwnCurrency(currency, account)) result.skipped.push({ row, reason: 'currency' });
    else if (isPending) result.skipped.push({ row, reason: 'pending' });
    else if (!valueDate) refuse('The entry (:61:) cannot be read');
    else if (!sign) result.skipped.push({ row, reason: 'pending' });
    else if (cents === 0) result.skipped.push({ row, reason: 'zero' });
    else if (!day) refuse('The date (:61:) cannot be read');
    else if (cents === undefined) refuse('The amount (:61:) cannot be read');
    else {
      const { texts, payer } = readDetails(details);
      const further = [supplementary.join(' ').trim(), reference.trim()];
      const said = texts.join(' ').replace(/\s/g, '');
      for (const one of further)
        if (!noReference.test(one) && !one.startsWith('/') && !said.includes(one.replace(/\s/g, '')))
          texts.push(one);
      const whole = cleanText(texts.filter(Boolean).join(' '));
      const bankId = noReference.test(bankReference.trim()) ? undefined : bankReference;
      if (page) {
        page.cents.push(sign * cents);
        page.firstRow ??= row;
      }
      result.rows.push({
        row,
        day,
        cents: sign * cents,
        text: whole,
        ...owner,
        ...optionalFields(payer || extractPayer(whole), bankId),
      });
    }
  }
  return { ...result, proofs: provePages(pages, account) };
}

/** Returns the proofs of the pages of each account; none for one of which a page has none. */
function provePages(pages: readonly Page[], currency: string): AccountProof[] {
  const own = pages.filter((page) => isOwnCurrency(page.currency, currency));
  const unproven = new Set<string>();
  const proofs = own.flatMap(({ account, opening, closing, cents, firstRow }) => {
    const proof = proveBalances([opening, closing], sumOfCents(cents), firstRow);
    if (!proof) unproven.add(account);
    return proof ? [{ account, ...proof }] : [];
  });
  return proofs.filter(({ account }) => !unproven.has(account));
}
