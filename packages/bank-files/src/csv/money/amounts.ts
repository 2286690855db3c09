import type { CsvMapping } from '../../common/contract.js';
import { type Cents, negated } from '../../common/cents.js';
import { amountSign, isOtherCurrency, parseCents } from '../../common/amounts.js';
import { columnCurrency } from '../../common/currencies.js';
import { namedAs, nameKey } from '../column-names.js';
import { type CsvRecord, valuesOf } from '../records.js';

/** The amount of a row in cents, with the sign that it is written with, or the reason that the record is no row. */
export type RowAmount = { cents: Cents } | { skip: 'zero' | 'currency' } | { fault: string };

/** Returns a function that reads the amount of one of these rows. */
export function createAmountReader(
  rows: readonly CsvRecord[],
  mapping: CsvMapping,
  account: string,
  header?: CsvRecord,
): (cells: string[]) => RowAmount {
  const decimal = mapping.decimal ?? '.';
  const foreign = (header?.cells ?? []).flatMap((name, index) => {
    const currency = columnCurrency(name);
    return currency && currency !== account ? [index] : [];
  });
  const signsOf = (column: number | undefined) =>
    new Set(column === undefined ? [] : valuesOf(rows, column).map(amountSign));
  const amountName = nameKey(header?.cells[mapping.amount ?? -1] ?? '');
  const feeColumn =
    header && !amountName.startsWith('net') && !amountName.startsWith('target')
      ? namedAs('fee', header.cells)[0]
      : undefined;
  const hasFee = (cells: string[]) => /[1-9]/.test(feeColumn === undefined ? '' : (cells[feeColumn] ?? ''));
  const outSigns = signsOf(mapping.out);
  // Amounts of which each one has a minus are written as they are in their column, as outgoing ones are.
  const inTexts =
    mapping.in === undefined ? [] : valuesOf(rows, mapping.in).filter((text) => /[1-9]/.test(text));
  const areCreditsNegative =
    inTexts.length > 0 &&
    inTexts.every((text) => amountSign(text) < 0) &&
    outSigns.has(0) &&
    !outSigns.has(-1);
  const hasReversals = outSigns.has(-1) && (outSigns.has(0) || outSigns.has(1));

  const readOne = (text: string, cells: string[]): RowAmount => {
    if (!text)
      return foreign.some((column) => cells[column])
        ? { skip: 'currency' }
        : { fault: 'The amount is missing' };
    if (isOtherCurrency(text, account)) return { skip: 'currency' };
    const cents = parseCents(text, decimal);
    if (cents === undefined) return { fault: 'The amount cannot be read' };
    if (cents === 0) return { skip: 'zero' };
    if (cents > 0 && hasFee(cells)) return { fault: 'There is a fee: what arrived is not the amount' };
    return { cents };
  };

  const readTwo = (textIn: string, textOut: string): RowAmount => {
    if (!textIn && !textOut) return { fault: 'The amount is missing' };
    if (isOtherCurrency(textIn, account) || isOtherCurrency(textOut, account)) return { skip: 'currency' };
    const moneyIn = textIn ? parseCents(textIn, decimal) : 0;
    const moneyOut = textOut ? parseCents(textOut, decimal) : 0;
    if (moneyIn === undefined || moneyOut === undefined) return { fault: 'The amount cannot be read' };
    if (moneyIn && moneyOut) return { fault: 'There is an amount in both columns' };
    if (moneyIn < 0 && !areCreditsNegative)
      return { fault: 'The amount is negative in the column of incoming money' };
    if (moneyIn) return { cents: Math.abs(moneyIn) };
    if (moneyOut < 0 && hasReversals)
      return { fault: 'The amount is negative, while other outgoing amounts are not' };
    // Some banks write outgoing money with a minus even in its own column.
    return moneyOut ? { cents: negated(Math.abs(moneyOut)) } : { skip: 'zero' };
  };

  return (cells) => {
    const cellOf = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''));
    if (mapping.amount !== undefined) return readOne(cellOf(mapping.amount), cells);
    const [textIn = '', textOut = ''] = [mapping.in, mapping.out].map((column) =>
      // A dash stands for no amount.
      cellOf(column).replace(/^[-\u2010-\u2015\u2212]+$/, ''),
    );
    return readTwo(textIn, textOut);
  };
}
