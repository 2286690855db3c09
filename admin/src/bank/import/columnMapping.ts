import type { CsvMapping } from '#bank-files/contract';

/** Roles of a column, in the order in which they are offered; several columns can be the text. */
export const columnRoles = [
  'date',
  'amount',
  'in',
  'out',
  'direction',
  'currency',
  'payer',
  'text',
  'bankId',
  'status',
] as const;
export type ColumnRole = (typeof columnRoles)[number] | '';
/** Those that one column of the file can have. */
const singleRoles = columnRoles.filter((role) => role !== 'text');

/** The role of a column; '' for one that is not read. */
export const roleOf = (mapping: CsvMapping, index: number): ColumnRole =>
  singleRoles.find((role) => mapping[role] === index) ?? (mapping.text.includes(index) ? 'text' : '');

/** Returns the mapping with another role for a column; a role of a single column is taken from the other one. */
export function withRole(mapping: CsvMapping, index: number, role: ColumnRole): CsvMapping {
  const next: CsvMapping = { ...mapping, text: mapping.text.filter((column) => column !== index) };
  for (const single of singleRoles)
    if (next[single] === index) {
      if (single === 'date') next.date = -1;
      else delete next[single];
    }
  if (role === 'text') next.text = [...next.text, index].sort((a, b) => a - b);
  else if (role) next[role] = index;
  // Amounts are in one column, or in one for each direction.
  if (role === 'amount') {
    delete next.in;
    delete next.out;
  }
  if (role === 'in' || role === 'out') delete next.amount;
  // The year is that of one column's days.
  if (next.date !== mapping.date) delete next.year;
  // Words and signs are of the columns that they were said of.
  if (
    next.direction !== mapping.direction ||
    (next.direction === undefined && next.amount !== mapping.amount)
  )
    delete next.directions;
  if (next.status !== mapping.status) delete next.statuses;
  if (next.direction !== mapping.direction || next.amount !== mapping.amount) {
    delete next.contradictions;
    delete next.reversed;
  }
  return next;
}

/** True for a mapping with a column of the date, and one of the amount or of money in or out. */
export const isComplete = ({ date, amount, in: moneyIn, out }: CsvMapping): boolean =>
  date >= 0 && (amount !== undefined || moneyIn !== undefined || out !== undefined);

/** The same columns, with money in read as money out and the other way round. */
export function otherWayRound(mapping: CsvMapping): CsvMapping {
  const { in: moneyIn, out, reversed, ...rest } = mapping;
  if (moneyIn !== undefined || out !== undefined)
    return {
      ...rest,
      ...(out !== undefined && { in: out }),
      ...(moneyIn !== undefined && { out: moneyIn }),
    };
  if (rest.direction === undefined && rest.directions) {
    const turned = Object.entries(rest.directions).map(
      ([mark, direction]) => [mark, direction === 'in' ? 'out' : 'in'] as const,
    );
    return { ...rest, directions: Object.fromEntries(turned) };
  }
  return reversed ? rest : { ...rest, reversed: true };
}
