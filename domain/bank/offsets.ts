import { absolute, asCents, type Cents, type Currency } from '../platform/money.js';
import type { TransactionKind } from './outgoing.js';

/** A transaction of those that an offset ties together, in cents with its sign. */
export interface OffsetSide {
  cents: Cents;
  restCents: Cents;
  currency: Currency;
  /** Missing where only the server knows it. */
  bankAccountId?: string | undefined;
  isReversed?: boolean;
  /** True where a part of it was returned. */
  isReturned?: boolean;
}

/** Returns the most that an offset takes back: all of what is reversed, what is left over of what is returned, or all that came back. */
export function mostOffset(kind: TransactionKind, own: OffsetSide, other: OffsetSide): Cents {
  if (kind === 'reversal') return other.cents;
  const most = kind === 'return' ? other.restCents : absolute(other.cents);
  return asCents(Math.min(absolute(own.restCents), most));
}

/**
 * The reasons for which an outgoing transaction does not take back so much of an incoming one: it is no incoming one, in
 * another currency, reversed already, more than is left of either, in another account, returned in part, or not taken
 * back whole.
 */
export type OffsetFault =
  | 'direction'
  | 'currency'
  | 'reversed'
  | 'left'
  | 'nothing'
  | 'over'
  | 'account'
  | 'returned'
  | 'whole';

/** Returns why an outgoing transaction does not reverse or return so much of an incoming one; undefined where it does. */
export function offsetFault(
  kind: Exclude<TransactionKind, 'refundReturned'>,
  cents: Cents,
  outgoing: OffsetSide,
  incoming: OffsetSide,
): OffsetFault | undefined {
  const isElsewhere =
    incoming.bankAccountId !== undefined && incoming.bankAccountId !== outgoing.bankAccountId;
  const faults: [boolean, OffsetFault][] = [
    [incoming.cents <= 0, 'direction'],
    [incoming.currency !== outgoing.currency, 'currency'],
    [!!incoming.isReversed, 'reversed'],
    [cents > absolute(outgoing.restCents), 'left'],
    ...(kind === 'return'
      ? ([
          [incoming.restCents <= 0, 'nothing'],
          [cents > incoming.restCents, 'over'],
        ] as const)
      : ([
          [isElsewhere, 'account'],
          [!!incoming.isReturned, 'returned'],
          [cents !== incoming.cents, 'whole'],
        ] as const)
    ).map(([isSo, fault]): [boolean, OffsetFault] => [isSo, fault]),
  ];
  return faults.find(([isSo]) => isSo)?.[1];
}
