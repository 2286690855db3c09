import { plannedOf } from '#domain/ledger/payment-money';
import { asCents, type Cents, formatNamedMoney, toCents } from '#domain/platform/money';
import { namedParts, partsFilled } from '#domain/payments/plan';
import type { Payment } from './payment.schema.js';

/** The words of the history about money that fills parts of a plan. */
export interface PlanWords {
  /** " of CA$2,256.61" */
  whole: string;
  /** ", part 1 of 2" */
  part: string;
}

/** Returns the words of the history about a receipt of `cents`, which has not come yet; none where it fills no part of a plan. */
export function planWords(
  payment: Pick<Payment, 'amount' | 'currency' | 'ledger' | 'plan' | 'quoted'>,
  cents: Cents,
): PlanWords {
  const { plan = [], amount, due } = plannedOf(payment);
  const covered = asCents(toCents(amount) - toCents(due));
  const parts = partsFilled(plan, covered, asCents(covered + cents));
  if (!parts.length) return { whole: '', part: '' };
  return {
    whole: ` of ${formatNamedMoney(amount, payment.currency)}`,
    part: `, ${namedParts(parts, plan.length)}`,
  };
}
