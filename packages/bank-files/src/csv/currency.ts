import type { CsvMapping } from '../common/contract.js';
import {
  columnCurrency,
  currencyOf,
  isCurrencyCode,
  isCurrencyName,
  namedCurrencies,
} from '../common/currencies.js';
import { looksLikeAmount } from '../common/amounts.js';
import { looksLikeDay } from '../common/days.js';
import { columnNamed, decide, partOption, type Told } from '../common/decide.js';
import { refuseForeign } from '../common/own-currency.js';
import { isTextColumn } from './column-names.js';
import { nameKey } from '../common/name-key.js';
import { isHeader } from './header.js';
import { cellOf, columnsOf, type CsvRecord, type CsvTable, valuesOf } from './records.js';

/** Parts of names of what an amount was before its exchange. */
const beforeExchange = /orig|source|from|foreign|exchange|counter|quell|fremd/;

/** Refuses a file whose lines above or below the rows name another currency, where no column of the rows names the account's. */
export function refuseOutside(
  all: readonly CsvRecord[],
  rows: readonly CsvRecord[],
  { date, currency }: CsvMapping,
  account: string,
): void {
  if (currency !== undefined) return;
  const dated = rows.filter((row) => looksLikeDay(cellOf(row, date)));
  const [first, last] = [dated[0]?.line ?? 0, dated.at(-1)?.line ?? Infinity];
  const header = all.findLast((record) => record.line < first && isHeader(record));
  const outside = all.filter((record) => record !== header && (record.line < first || record.line > last));
  refuseForeign(
    outside.flatMap(({ cells }) => namedCurrencies(cells)),
    account,
  );
}

/** True for a column of codes, signs or names of currencies; some codes are words, which only a name makes certain. */
function isOfCurrencies(rows: readonly CsvRecord[], column: number, name: string): boolean {
  const values = valuesOf(rows, column);
  if (!values.length) return false;
  if (!isCurrencyName(name))
    return (
      !isTextColumn(name) &&
      values.every(isCurrencyCode) &&
      values.some((text) => namedCurrencies([text.toUpperCase()]).length > 0)
    );
  if (values.some((text) => looksLikeAmount(text) || looksLikeDay(text))) return false;
  return values.some((text) => currencyOf(text)) || values.length > 0.5 * rows.length;
}

/** Decides which column says the currency of the amounts: of several, only those that leave out the same rows are alike. */
export function readCurrency(
  { rows, header }: CsvTable,
  amounts: readonly number[],
  account: string,
  { said, remembered, known }: Told<number | null>,
) {
  const names = header?.cells;
  const nameOf = (column: number) => cellOf(header, column);
  const columns = columnsOf(rows).filter(
    (column) => !amounts.includes(column) && isOfCurrencies(rows, column, nameOf(column)),
  );
  const optionOf = (column: number | null) =>
    column === null
      ? partOption('currency', column, `the amounts are in ${account}`)
      : partOption('currency', column, `the currency is in ${columnNamed(column, names)}`, [column]);
  const isOwn = (text: string) => !text || currencyOf(text) === account;
  const areAlike = (one: number | null, other: number | null) =>
    rows.every((row) => isOwn(cellOf(row, one)) === isOwn(cellOf(row, other)));
  const isFull = (column: number) => 2 * valuesOf(rows, column).length > rows.length;
  const isBefore = (column: number) => beforeExchange.test(nameKey(nameOf(column)));
  const full = columns.filter(isFull);
  const isStated = amounts.some((column) => columnCurrency(nameOf(column)) === account);
  const isBeside = (column: number) => amounts.some((amount) => Math.abs(column - amount) === 1);
  const likely = (full.length ? full : columns).toSorted(
    (one, other) =>
      Number(isBeside(other)) - Number(isBeside(one)) || Number(isBefore(one)) - Number(isBefore(other)),
  );
  // The amount's own name says it, or a column that is full and is of nothing else; else none may be meant.
  const isOpen = !full.length || full.every(isBefore);
  const offered = likely.map(optionOf);
  // The currency before an exchange stands in the rows of one alone.
  const isOfExchanges = !full.length && columns.every(isBefore);
  if (isOpen) offered.splice(isOfExchanges ? 0 : offered.length, 0, optionOf(null));
  const options = isStated ? [optionOf(null)] : offered;
  const of = (value: number | null | undefined) => (value === undefined ? undefined : optionOf(value));
  if (!columns.length && typeof said !== 'number' && typeof remembered !== 'number') return { columns };
  // A column that an earlier file had filled with the account's own currency only may have another one now.
  const isAsBefore = remembered !== null || !likely.some((column) => !areAlike(column, null));
  const decided = decide('currency', options, {
    said: of(said),
    remembered: isAsBefore ? of(remembered) : undefined,
    known: of(known),
    areAlike,
  });
  // There is nothing to ask where every column that it may be is of another currency alone.
  const isNone = decided.value === undefined && options.some(({ value }) => value === null);
  const chosen = decided.value === undefined ? likely : [decided.value];
  const codes = chosen.flatMap((column) => valuesOf(rows, column)).map(currencyOf);
  // A file in whose column every row has another currency than the account's is refused.
  if (!isNone && !codes.includes(undefined)) refuseForeign(codes as string[], account);
  return { decided, columns };
}
