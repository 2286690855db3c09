import { isTestPayment } from '#domain/cards/cards';
import {
  attentionOf,
  awaitedPayoutDay,
  balanceOf,
  isPartlyRefunded,
  type LedgerRecord,
  moneyOf,
  plannedOf,
} from '#domain/ledger/payment-money';
import type { PaymentCard, PaymentPayout } from '#domain/payments/payment-card';
import { expectedDay, type PlannedPayment } from '#domain/payments/plan';
import { toAmount } from '#domain/platform/money';

/** A payment with what its figures follow from. */
interface FiguredPayment extends LedgerRecord, Partial<Pick<PlannedPayment, 'plan' | 'quoted'>> {
  card?: PaymentCard | undefined;
  payout?: PaymentPayout | undefined;
  transferDate?: Date | null | undefined;
}

/** Returns the stored fields that follow from a payment's entries and its plan; undefined for one that it has not. */
export function figureFields(payment: FiguredPayment) {
  const figures = moneyOf(payment);
  const attention = attentionOf(payment);
  const balance = isTestPayment(payment) ? 0 : toAmount(balanceOf(figures));
  return {
    status: figures.status,
    balance: balance || undefined,
    partlyRefunded: isPartlyRefunded(payment) || undefined,
    attention: attention.length ? attention : undefined,
    awaitsPayout: awaitedPayoutDay(payment),
    expectedOn: expectedDay({ ...plannedOf(payment), transferDate: payment.transferDate }),
  };
}
