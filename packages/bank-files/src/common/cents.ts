/** An amount in hundredths of its currency, in which sums and comparisons are exact. */
export type Cents = number;

/** The exact sum of amounts. */
export const sumOfCents = (amounts: readonly Cents[]): Cents =>
  amounts.reduce((total, cents) => total + cents, 0);

/** The amount in the other direction; of nothing nothing, not -0. */
export const negated = (cents: Cents): Cents => 0 - cents;
