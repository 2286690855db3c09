import { described, existingDay, optional, type Rules } from '../platform/rules.js';

/** The ways of money that an admin says. */
export const handWays = ['cash', 'cheque', 'other'] as const;
export type HandWay = (typeof handWays)[number];

/** The words of a person beside a status: the day on which the money came or went, and its way. */
export interface StatusWords {
  /** YYYY-MM-DD. */
  receivedOn?: string;
  way?: HandWay;
}

export const handWayNames: Record<HandWay, string> = { cash: 'Cash', cheque: 'Cheque', other: 'Other' };

export const statusWordRules = {
  receivedOn: optional(existingDay('Received On')),
  way: optional(
    described(
      (value) =>
        handWays.some((way) => way === value) ? undefined : `How must be one of ${handWays.join(', ')}`,
      { enum: handWays },
    ),
  ),
} satisfies Rules<StatusWords>;

/** The reasons for which a payment's money needs an admin: see ledger.ts. */
export const attentions = ['giveBack', 'differsFromCard', 'overReturned'] as const;
export type Attention = (typeof attentions)[number];
