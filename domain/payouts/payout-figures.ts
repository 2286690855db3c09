import { asCents, type Cents, negated, sumOfCents } from '../platform/money.js';
import type { PayoutState } from './payouts.js';

/** The amounts of a payout's line in cents of its currency, and the provider's word for what it is. */
export interface LineMoney {
  category: string;
  grossCents: Cents;
  feeCents: Cents;
  netCents: Cents;
}

/** The sums of a payout's lines, and their number. */
export type PayoutSums = Omit<LineMoney, 'category'> & { lineCount: number };

/** The categories of lines that are about a payment, in the provider's words. */
const paymentCategory = /^(?:charge|refund|dispute|partial_capture)/;

/** Returns whether a line is about a payment. */
export const isOfPayment = ({
  category,
  paymentIntentId,
}: Pick<LineMoney, 'category'> & { paymentIntentId?: string | undefined }): boolean =>
  !!paymentIntentId || paymentCategory.test(category);

/** Returns whether a line is the money that came by a payment. */
export const isChargeLine = ({ category }: Pick<LineMoney, 'category'>): boolean => category === 'charge';

/** The fees of a line: what the provider kept of it, and a line that is a fee itself, whose gross is negative. */
export const feesOf = ({ category, grossCents, feeCents }: LineMoney): Cents =>
  category === 'fee' ? asCents(feeCents + negated(grossCents)) : feeCents;

/** The fees of a payout that reports brought, 0 for none, by the day of the books on which its lines stand. */
export interface BookedFees {
  /** YYYY-MM-DD: the payout's day, or that of the report where it was closed. */
  bookedOn: string;
  cents: Cents;
}

/** Adds fees to those of a payout, of which there is one for each day of the books: the journal numbers them by it. */
export const withFees = (all: readonly BookedFees[], { bookedOn, cents }: BookedFees): BookedFees[] => {
  const own = all.filter((fee) => fee.bookedOn === bookedOn).map((fee) => fee.cents);
  return [
    ...all.filter((fee) => fee.bookedOn !== bookedOn),
    { bookedOn, cents: sumOfCents([...own, cents]) },
  ];
};

/** Returns the sums of lines. */
export const sumsOf = (lines: readonly LineMoney[]): PayoutSums => ({
  grossCents: sumOfCents(lines.map(({ grossCents }) => grossCents)),
  feeCents: sumOfCents(lines.map(({ feeCents }) => feeCents)),
  netCents: sumOfCents(lines.map(({ netCents }) => netCents)),
  lineCount: lines.length,
});

/** Returns the state of a payout by its net and its bank transaction: none comes for a net of 0, which is complete. */
export const payoutState = ({
  bankCents,
  netCents,
}: Pick<LineMoney, 'netCents'> & { bankCents?: Cents | undefined }): PayoutState =>
  bankCents === undefined && netCents !== 0 ? 'open' : (bankCents ?? 0) === netCents ? 'matched' : 'differs';
