import { isWholeCents } from '../platform/money.js';
import { described, type Rule, type Rules } from '../platform/rules.js';

/** The words of a person beside "cancelled". */
export interface CancellationWords {
  /** The amount that is kept, in decimals of the payment's currency; 0 takes a standing one away. */
  fee?: number;
  /** True where the visitor hears of it. */
  notify?: boolean;
}

const feeRule: Rule = described(
  (value) => {
    if (value === undefined) return undefined;
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
      return 'Fee must be 0 or a positive number';
    return isWholeCents(value) ? undefined : 'Fee can have at most two decimals';
  },
  { type: 'number', minimum: 0 },
);

const notifyRule: Rule = described(
  (value) => (value === undefined || typeof value === 'boolean' ? undefined : 'Notify must be true or false'),
  { type: 'boolean' },
);

export const cancellationRules = { fee: feeRule, notify: notifyRule } satisfies Rules<CancellationWords>;
