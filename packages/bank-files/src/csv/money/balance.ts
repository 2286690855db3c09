import { type Cents, negated } from '../../common/cents.js';

/** A row with the account's balance after it; `day` is undefined where the order of days is not known. */
export interface BalancePoint {
  day?: string | undefined;
  cents: Cents;
  balance: Cents;
}

/**
 * Compares the amounts with the running balance between neighbouring rows, which may be oldest or newest first: how many
 * changes of the balance have the amount as it was read, and how many have it with the other sign only.
 */
export function compareBalance(points: readonly (BalancePoint | undefined)[]): {
  agreeing: number;
  contradicting: number;
} {
  const result = { agreeing: 0, contradicting: 0 };
  for (const [index, point] of points.entries()) {
    const above = points[index - 1];
    if (!above || !point) continue;
    const change = point.balance - above.balance;
    const [day, dayAbove] = [point.day ?? '', above.day ?? ''];
    const changes = [
      ...(dayAbove <= day ? [point.cents] : []),
      ...(dayAbove >= day ? [negated(above.cents)] : []),
    ];
    const [fits, denies] = [changes.includes(change), changes.map(negated).includes(change)];
    // Equal amounts of one day fit either way, in either order of the rows.
    if (fits && !denies) result.agreeing += 1;
    else if (denies && !fits) result.contradicting += 1;
  }
  return result;
}
