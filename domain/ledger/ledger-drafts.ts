import type { LedgerEntry, LedgerFigures } from './ledger.js';
import { type Cents, toAmount, toCents } from '../platform/money.js';
import { type LedgerRecord, moneyOf } from './payment-money.js';
import { isSettled, type PaymentStatus } from '../payments/payments.js';
import type { StatusWords } from './ways.js';

/** An entry before it is recorded: it gets an _id and a step where it has none, its day of booking, and its actor. */
export type EntryDraft = Omit<LedgerEntry, '_id' | 'step' | 'bookedOn' | 'at' | 'by' | 'voided'> &
  Partial<Pick<LedgerEntry, '_id' | 'step'>>;

/** Returns the shortfall that a refund ends: what was let go and stands, where nothing is kept after it; in decimals. */
export const shortfallEndedBy = (
  { kept, shortfall }: LedgerFigures,
  refund: Cents,
): Pick<LedgerEntry, 'shortfall'> =>
  shortfall > 0 && kept - refund <= 0 ? { shortfall: toAmount(shortfall) } : {};

/**
 * Returns the entries by which a person sets a status; none for the one that stands, and for the fee that does. With a way
 * they name the money: a receipt of what is due, or a refund of what may go back.
 */
export function statusDrafts(
  payment: LedgerRecord,
  status: PaymentStatus,
  { receivedOn, way, fee }: StatusWords & { fee?: number },
  today: string,
): EntryDraft[] {
  const figures = moneyOf(payment);
  const { status: former, bounds } = figures;
  const isOtherFee = fee !== undefined && toCents(fee) !== figures.fee;
  if (status === former && !isOtherFee) return [];
  const day = receivedOn ?? today;
  if (isOtherFee) {
    const ended = fee && figures.shortfall ? { shortfall: toAmount(figures.shortfall) } : {};
    return [{ kind: 'said', status, day, fee, ...ended }];
  }
  const said = (one: PaymentStatus): EntryDraft => ({ kind: 'said', status: one, day });
  const isWord = isSettled(status) && !isSettled(former);
  const alone: EntryDraft[] = [{ ...said(status), ...(isWord && { word: true }) }];
  if (!way) return alone;
  if (status === 'refunded') {
    if (!bounds.refund) return alone;
    const refund = { kind: 'refund', way, day, amount: toAmount(bounds.refund) } as const;
    return [{ ...refund, ...shortfallEndedBy(figures, bounds.refund) }, said('refunded')];
  }
  if (!isWord) return alone;
  const opening = former === 'refunded' || figures.fee ? [said('pending')] : [];
  const { due } = moneyWith(payment, opening);
  if (!due) return alone;
  const receipt: EntryDraft = { kind: 'receipt', way, day, amount: toAmount(due) };
  return [...opening, receipt, ...(status === 'confirmed' ? [said('confirmed')] : [])];
}

/** Returns what would follow from the entries of a payment with these further ones, in cents. */
export const moneyWith = (payment: LedgerRecord, drafts: readonly EntryDraft[]): LedgerFigures =>
  moneyOf({
    ...payment,
    ledger: [
      ...(payment.ledger ?? []),
      ...drafts.map((draft) => ({ _id: '', step: '', bookedOn: draft.day, at: '', by: '', ...draft })),
    ],
  });
