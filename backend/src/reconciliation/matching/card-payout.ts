import type { Cents } from '#domain/money';
import type { MatchedText } from './evidence.js';

/** The provider's name at the beginning of a word: banks write "STRIPE TRANSFER" and "STRIPEPAYOUT". */
const provider = /(?<!\p{L})stripe/iu;

/**
 * Returns whether incoming money is a payout of the card provider: the sum of many card payments, which are recorded
 * already. Its amount and the names in its text identify no payment.
 */
export const isCardPayout = ({ cents, payer = '', text }: MatchedText & { cents: Cents }): boolean =>
  cents > 0 && provider.test(`${payer} ${text}`);
