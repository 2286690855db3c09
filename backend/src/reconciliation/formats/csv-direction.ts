import { isNegativeAmount } from './amounts.js';
import { columnsByRole, isDirectionColumn } from './column-names.js';
import { type CsvRecord, valuesOf } from './csv-records.js';

/** Returns the word of a direction column as mappings name it. */
export const directionWord = (text: string): string => text.trim().toUpperCase().slice(0, 60);

/** Parses a word of a direction column: 1 for incoming, -1 for outgoing, undefined for any other word. */
export function readDirection(text: string): 1 | -1 | undefined {
  const word = text.trim().replace(/\.$/, '').toUpperCase();
  if (
    /^(?:CR|C|CREDIT|CRDT|IN|INCOMING|\+|DEPOSIT|DSLIP|H|HABEN|CRÉDIT|RECEIVED|(?:MONEY|PAID) IN)$/.test(word)
  )
    return 1;
  if (
    /^(?:DR|DB|D|DEBIT|DBIT|OUT|OUTGOING|-|WITHDRAWAL|CHECK|CHEQUE|S|SOLL|DÉBIT|SENT|(?:MONEY|PAID) OUT)$/.test(
      word,
    )
  )
    return -1;
  return undefined;
}

/** True for a column whose every word is a direction. */
export function isDirectionsOnly(rows: readonly CsvRecord[], column: number): boolean {
  const words = valuesOf(rows, column);
  return words.length > 0 && words.every((word) => readDirection(word));
}

/**
 * Returns the column of the direction, if the amounts need one: signs are more reliable than words. A column with
 * further words ("Fee") is one too where it calls an amount without a sign outgoing; one of another name, where every
 * row has a word of it.
 */
export function findDirection(
  rows: readonly CsvRecord[],
  amount: number,
  header?: CsvRecord,
): number | undefined {
  if (valuesOf(rows, amount).some(isNegativeAmount)) return undefined;
  const directionsOf = (column: number) => valuesOf(rows, column).map(readDirection);
  const named = columnsByRole(header?.cells ?? []).direction.find((column) => {
    const directions = directionsOf(column);
    const isStrong = isDirectionColumn(header?.cells[column] ?? '');
    return isStrong
      ? directions.some(Boolean)
      : directions.includes(-1) || (directions.length > 0 && directions.every(Boolean));
  });
  if (named !== undefined) return named;
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, column) => column).find((column) => {
    if (!rows.every(({ cells }) => readDirection(cells[column] ?? ''))) return false;
    const directions = new Set(directionsOf(column));
    // A lone dash may fill an empty column.
    const isWord = directions.has(1) || valuesOf(rows, column).some((word) => /\p{L}{2}/u.test(word));
    return directions.has(-1) && isWord;
  });
}
