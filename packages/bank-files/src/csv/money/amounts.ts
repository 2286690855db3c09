import type { CsvMapping, SkipReason } from '../../common/contract.js';
import {
  amountSign,
  type Cents,
  isNone,
  isOtherCurrency,
  negated,
  parseCents,
} from '../../common/amounts.js';
import { columnCurrency } from '../../common/currencies.js';
import { namedAs } from '../column-names.js';
import { nameKey } from '../../common/name-key.js';
import { cellOf, type CsvRecord, type CsvTable, valuesOf } from '../records.js';

/** The reason that a record is no row: it is left out, or cannot be read. */
export type NoRow = { skip: SkipReason } | { fault: string };

/** The amount of a row in cents, with the sign that it is written with. */
export type RowAmount = { cents: Cents } | NoRow;

/** Returns a function that reads the amount of one of these rows. */
export function createAmountReader(
  { rows, header }: CsvTable,
  mapping: CsvMapping,
  account: string,
): (record: CsvRecord) => RowAmount {
  const decimal = mapping.decimal ?? '.';
  const foreign = (header?.cells ?? []).flatMap((name, index) => {
    const currency = columnCurrency(name);
    return currency && currency !== account ? [index] : [];
  });
  const isLessFee = /^(?:net|target)/.test(nameKey(cellOf(header, mapping.amount)));
  const feeColumn = isLessFee ? undefined : namedAs('fee', header?.cells)[0];
  const sumsIn = (column: number | undefined) => valuesOf(rows, column).filter((text) => /[1-9]/.test(text));
  const outSigns = new Set(sumsIn(mapping.out).map(amountSign));
  // Amounts of which each one has a minus are written as they are in their column, as outgoing ones are.
  const inTexts = sumsIn(mapping.in);
  const areCreditsNegative =
    inTexts.length > 0 &&
    inTexts.every((text) => amountSign(text) < 0) &&
    outSigns.has(0) &&
    !outSigns.has(-1);
  const hasReversals = outSigns.has(-1) && (outSigns.has(0) || outSigns.has(1));

  const readOne = (record: CsvRecord): RowAmount => {
    const text = cellOf(record, mapping.amount);
    const isForeign = !text && foreign.some((column) => record.cells[column]);
    if (isForeign || isOtherCurrency(text, account)) return { skip: 'currency' };
    if (!text) return { fault: 'The amount is missing' };
    const cents = parseCents(text, decimal);
    if (cents === undefined) return { fault: 'The amount cannot be read' };
    if (cents >= 0 && /[1-9]/.test(cellOf(record, feeColumn)))
      return { fault: 'There is a fee: what arrived is not the amount' };
    return cents === 0 ? { skip: 'zero' } : { cents };
  };

  const readTwo = (record: CsvRecord): RowAmount => {
    const [textIn = '', textOut = ''] = [mapping.in, mapping.out].map((column) =>
      isNone(cellOf(record, column)) ? '' : cellOf(record, column),
    );
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

  return mapping.amount === undefined ? readTwo : readOne;
}
