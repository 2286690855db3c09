import { asCents, toAmount } from '#domain/platform/money';
import type { StatementGap } from '#domain/bank/statement-reading';
import type { Statement } from './statement.schema.js';

/**
 * Returns the days between statements of an account that no file holds, newest first: the next statement begins with
 * another balance than the one before it ended with. Statements that overlap, or that say no balances, tell of none.
 */
export function gapsBetween(statements: readonly Pick<Statement, 'from' | 'to' | 'proof'>[]): StatementGap[] {
  const placed = statements
    .flatMap(({ from, to, proof }) =>
      from && to && proof?.opening !== undefined && proof.closing !== undefined
        ? [{ from, to, opening: proof.opening, closing: proof.closing }]
        : [],
    )
    .sort((one, other) => (one.from < other.from ? -1 : 1));
  const gaps: StatementGap[] = [];
  let [last] = placed;
  for (const next of placed.slice(1)) {
    if (last && next.from > last.to && next.opening !== last.closing)
      gaps.unshift({
        after: last.to,
        before: next.from,
        difference: toAmount(asCents(next.opening - last.closing)),
      });
    if (!last || next.to > last.to) last = next;
  }
  return gaps;
}
