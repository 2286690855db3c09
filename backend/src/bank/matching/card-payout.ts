import type { Cents } from '#domain/platform/money';
import type { MatchedText } from './evidence.js';

/** The provider's name at the beginning of a word: banks write "STRIPE TRANSFER" and "STRIPEPAYOUT". */
const provider = /(?<!\p{L})stripe/iu;

/** Returns whether a transaction is with the card provider: a payout, a fee, or a payout that failed. */
export const isOfCardProvider = ({ payer = '', text }: MatchedText): boolean =>
  provider.test(`${payer} ${text}`);

/** Returns whether incoming money is a payout of the card provider, whose payments are recorded already. */
export const isCardPayout = (transaction: MatchedText & { cents: Cents }): boolean =>
  transaction.cents > 0 && isOfCardProvider(transaction);
