import { toAmount } from '#domain/platform/money';
import { feesOf } from '#domain/payouts/payout-figures';
import type { PaymentPayout } from '#domain/payments/payment-card';
import type { CardPayout, CardPayoutLine } from '#domain/payouts/payouts';
import type { StoredPayout, StoredPayoutLine } from './card-payout.schema.js';

/** A payout as the API has it. */
export function presentPayout({
  _id,
  day,
  currency,
  state,
  lineCount,
  withoutPayment = 0,
  createdAt,
  ...payout
}: StoredPayout): CardPayout {
  const { grossCents, feeCents, netCents, bankTransactionId, bankCents } = payout;
  return {
    _id,
    day,
    currency,
    gross: toAmount(grossCents),
    fee: toAmount(feeCents),
    net: toAmount(netCents),
    state,
    ...(bankTransactionId && { bankTransactionId: String(bankTransactionId) }),
    ...(bankCents !== undefined && { bankAmount: toAmount(bankCents) }),
    lineCount,
    withoutPayment,
    createdAt: createdAt.toISOString(),
  };
}

/** A line of a payout as the API has it. */
export function presentLine(line: StoredPayoutLine, referenceNumber: string | undefined): CardPayoutLine {
  const { _id, category, grossCents, feeCents, netCents, paymentIntentId, paymentId } = line;
  return {
    balanceTransactionId: _id,
    category,
    gross: toAmount(grossCents),
    fee: toAmount(feeCents),
    net: toAmount(netCents),
    ...(paymentIntentId && { paymentIntentId }),
    ...(paymentId && { paymentId: String(paymentId) }),
    ...(referenceNumber && { referenceNumber }),
  };
}

/** The payout of a payment, as its charge's line says. */
export const paymentPayout = (
  line: StoredPayoutLine,
  { _id, day, currency }: Pick<StoredPayout, '_id' | 'day' | 'currency'>,
): PaymentPayout => ({ id: _id, day, fee: toAmount(feesOf(line)), currency });
