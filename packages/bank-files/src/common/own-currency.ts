import type { ReadingDecision } from './contract.js';
import { decide, openDecision, partOption } from './decide.js';
import { exampleOf, FileRefusedError, type StatementRows } from './statement-row.js';

/** The code of ISO 4217 for amounts of no currency. */
const none = 'XXX';

/** True for the code of a row that is in the account's currency, or names none. */
export const isOwnCurrency = (code: string, account: string): boolean =>
  !code || code === account || code === none;

/** Refuses a file of which every amount is in another currency than the account's. */
export function refuseForeign(codes: Iterable<string>, account: string): void {
  const all = [...new Set(codes)];
  if (all.length && !all.some((code) => isOwnCurrency(code, account)))
    throw new FileRefusedError(`The file is in ${all.slice(0, 5).join(', ')}, the account in ${account}`);
}

/** Returns no rows yet, of a file with amounts in these currencies. Refuses one that has others than the account's only. */
export function rowsIn(codes: readonly string[], account: string): StatementRows {
  refuseForeign(codes, account);
  return { rows: [], skipped: [], unreadable: [], isUnnamed: codes.some((code) => !code || code === none) };
}

/** The decision on amounts of no currency: that they are in the account's, a person says once. */
export function decideUnnamed(
  { rows }: Pick<StatementRows, 'rows'>,
  account: string,
  by: 'said' | 'remembered' | undefined,
): ReadingDecision {
  const reads = `amounts without a currency are in ${account}`;
  const option = { ...partOption('currency', null, reads), ...(rows[0] && { example: exampleOf(rows[0]) }) };
  return by ? decide('currency', [option], { [by]: option }).decision : openDecision('currency', [option]);
}
