import { type DateOrder, type Marks, type ReadingDecision, statementLimits } from '../common/contract.js';
import { decideDecimal, isOtherCurrency, parseCents } from '../common/amounts.js';
import { decideDateOrder, parseDay } from '../common/days.js';
import { extractPayer } from '../common/payer.js';
import { withoutEmpty } from '../common/without-empty.js';
import type { Answers } from '../csv/mapping.js';
import {
  cleanText,
  FileRefusedError,
  optionalFields,
  type StatementRows,
  tooManyRows,
} from '../common/statement-row.js';

/** QIF states neither the order of its dates nor the decimal mark. */
export interface QifReading extends StatementRows {
  mapping: Marks;
  decisions: ReadingDecision[];
}

/** The values of each field of an entry by its letter. Those of splits are parts of the whole amount `T`. */
type Values = Map<string, string[]>;

/** A list of transactions; its account has a name where the file has one of accounts. */
interface List {
  type: string;
  account: string | undefined;
}

/** The lists of accounts that have transactions of money; others are categories, classes, prices and the like. */
const moneyList = /^!Type:\s*(Bank|Cash|CCard|Oth [AL])\b/i;

/** Maximum number of values of a field in an entry: of the lines of an address, or of splits. */
const maximumValues = 50;

function splitEntries(text: string) {
  const lists: List[] = [];
  const found: { list: List; isWhole: boolean; values: Values }[] = [];
  let kind: 'money' | 'investments' | 'account' | 'other' = 'other';
  let account: string | undefined;
  let investments = 0;
  let dateOrder: DateOrder | undefined;
  let values: Values = new Map();
  const end = (isWhole: boolean) => {
    if (values.size && kind === 'account') account = values.get('N')?.[0] || 'unnamed';
    if (values.size && kind === 'investments') investments += 1;
    if (values.size && kind === 'money') found.push({ list: lists.at(-1)!, isWhole, values });
    if (found.length > statementLimits.rows) throw tooManyRows();
    values = new Map();
  };
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.startsWith('!')) {
      end(false);
      const type = moneyList.exec(line)?.[1];
      if (type) lists.push({ type, account });
      if (/^!Account/i.test(line)) kind = 'account';
      else if (type) kind = 'money';
      else if (/^!Type:\s*Invst/i.test(line)) kind = 'investments';
      else if (/^!Type/i.test(line)) kind = 'other';
      const order = /^!Option:\s*([DMY]{3})\s*$/i.exec(line)?.[1]?.toUpperCase();
      if (order) dateOrder = order as DateOrder;
    } else if (line.startsWith('^')) end(true);
    else if (line.trim()) {
      const [field = ''] = line;
      const known = values.get(field) ?? [];
      if (known.length < maximumValues) values.set(field, [...known, line.slice(1).trim()]);
    }
  }
  end(false);
  // A list without a name of its account is named by its type, and by its place among several of that.
  const nameOf = (list: List): string => {
    const isOnly = lists.filter(({ type }) => type === list.type).length === 1;
    return list.account ?? (isOnly ? list.type : `${list.type} (list ${lists.indexOf(list) + 1})`);
  };
  const entries = found.map(({ list, ...entry }) => ({ ...entry, account: nameOf(list) }));
  const undirected = new Map(
    lists.filter(({ type }) => /^CCard$/i.test(type)).map((list) => [nameOf(list), false]),
  );
  return { entries, investments, dateOrder, undirected };
}

/** A date; the year behind an apostrophe is of this century, and may have one digit. */
const shortDate = /^(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}|\d{2})|['’](\d{4}|\d{1,2}))$/;

/** Writes a date with one mark and, behind an apostrophe, the whole year: "1/15' 6" is 1/15/2006. */
function plainDate(text: string): string {
  const [, first, second, year, late = ''] = shortDate.exec(text.slice(0, 60).replace(/\s/g, '')) ?? [];
  if (!first) return text;
  return `${first}/${second}/${year ?? (late.length === 4 ? late : `20${late.padStart(2, '0')}`)}`;
}

/** Parses a plain date; years of two digits are from 1970 on. */
function parseQifDay(text: string, order: DateOrder | undefined): string | undefined {
  const short = order === 'YMD' ? undefined : /^(.*\/)(\d{2})$/.exec(text);
  return parseDay(short ? `${short[1]}${Number(short[2]) < 70 ? 20 : 19}${short[2]}` : text, order);
}

/** Reads a QIF file (Quicken Interchange Format), whose dates have the order of the program's country. */
export function readQif(text: string, account: string, told: Answers = {}, before: Marks = {}): QifReading {
  const { entries, investments, dateOrder, undirected } = splitEntries(text);
  if (!entries.length && investments)
    throw new FileRefusedError('The file has investments only, no transactions of a bank account');
  const valuesOf = (field: string) => entries.flatMap(({ values }) => values.get(field)?.slice(0, 1) ?? []);
  const ofOrder = decideDateOrder(valuesOf('D').map(plainDate), {
    said: told.dateOrder,
    remembered: before.dateOrder,
    known: dateOrder,
    account,
  });
  const ofMark = decideDecimal([...valuesOf('T'), ...valuesOf('U')], told.decimal, before.decimal);
  const [order, decimal] = [ofOrder.value, ofMark.value];
  const result: QifReading = {
    rows: [],
    skipped: [],
    unreadable: [],
    undirected,
    mapping: withoutEmpty({ dateOrder: order, decimal }),
    decisions: [ofOrder.decision, ofMark.decision],
  };
  for (const [index, { account: name, isWhole, values }] of entries.entries()) {
    const row = index + 1;
    const owner = { account: name };
    const refuse = (reason: string) => result.unreadable.push({ row, reason, ...owner });
    const first = (field: string) => values.get(field)?.[0] ?? '';
    const day = parseQifDay(plainDate(first('D')), order);
    const amounts = ['T', 'U'].flatMap((field) => values.get(field)?.slice(0, 1) ?? []);
    const [cents, same = cents] = amounts.map((amount) => parseCents(amount, decimal ?? '.'));
    const isOpening = /^opening balance$/i.test(first('P'));
    if (!isWhole) refuse('The entry has no end (^)');
    else if (isOpening && /^\[.*\]$/.test(first('L'))) result.skipped.push({ row, reason: 'balance' });
    else if (cents === 0 && same === 0) result.skipped.push({ row, reason: 'zero' });
    else if (isOpening) refuse('This may be a balance, no transaction');
    else if (!day) refuse('The date (D) cannot be read');
    else if (amounts.some((amount) => isOtherCurrency(amount, account)))
      result.skipped.push({ row, reason: 'currency' });
    else if (cents === undefined) refuse('The amount (T) cannot be read');
    else if (cents !== same) refuse('The amounts (T and U) differ');
    else if (cents > 0 && /^withdrawal$/i.test(first('N')))
      refuse(`The amount (T) has no minus, but its number (N) says "${first('N')}"`);
    else {
      const whole = textOf(values);
      result.rows.push({
        row,
        day,
        cents,
        text: whole,
        ...owner,
        ...optionalFields(extractPayer(whole), undefined),
      });
    }
  }
  for (let index = 0; index < investments; index++)
    result.skipped.push({ row: entries.length + index + 1, reason: 'account' });
  return result;
}

/** Payee, memo and number; the address or the category where there is neither payee nor memo. */
function textOf(values: Values): string {
  const of = (...fields: string[]) => fields.flatMap((field) => values.get(field) ?? []).filter(Boolean);
  const own = of('P', 'M');
  const texts = [...(own.length ? own : of('A', 'L')), ...of('N')];
  const isSaidBy = (text: string, other: string) => other.length > text.length && other.includes(text);
  const said = [...new Set(texts)].filter((text) => !texts.some((other) => isSaidBy(text, other)));
  // Some banks write the entities of their web pages.
  return cleanText(said.join(' ').replace(/&amp;/gi, '&'));
}
