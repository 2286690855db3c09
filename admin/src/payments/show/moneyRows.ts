import { providerAddress } from '#domain/cards/cards';
import type { LedgerEntry } from '#domain/ledger/ledger';
import type { PaymentLedger } from '#domain/ledger/ledger-calls';
import { moneyIn } from '#domain/ledger/payment-money';
import type { Receipt } from '#domain/bank/matches';
import { asCents, type Cents, toAmount } from '#domain/platform/money';
import type { PaymentCard } from '#domain/payments/payment-card';
import { handWays } from '#domain/ledger/ways';

/** An entry of a payment's money as its page lists it. Amounts are decimals of the payment's currency. */
export interface MoneyRow {
  entry: LedgerEntry;
  /** With its sign: below 0 what went back. Undefined for what moved no money. */
  amount?: number;
  /** The money that is kept after it; undefined for a voided entry. */
  net?: number;
  /** The amount of which no receipt is known, of a person's word that stands. */
  unproven?: number;
  /** The bank's words; entries by bank only. */
  source?: Pick<Receipt, 'payer' | 'text' | 'bankAccount'>;
  /** The payment on the card provider's site; entries by card only. */
  address?: string;
  /** True where an admin has recorded it, and can undo it here. */
  isUndoable: boolean;
}

const signedCents = (entry: LedgerEntry): Cents => {
  const { received = 0, refunded = 0 } = moneyIn(entry);
  return asCents(received - refunded);
};

/** Of what was said, the page's history has all: here are the words that count as money, those that gave it back, and what is
 * kept as a fee. */
const isListed = ({ kind, word, fee, status, step }: LedgerEntry, all: readonly LedgerEntry[]): boolean =>
  kind !== 'said' ||
  word === true ||
  fee !== undefined ||
  (status === 'refunded' && !all.some((other) => other.step === step && other.kind === 'refund'));

/** Returns the rows of a payment's money, the last recorded first, with what is kept after each. */
export function moneyRows(
  { entries, unproven }: PaymentLedger,
  receipts: readonly Receipt[],
  card?: PaymentCard,
): MoneyRow[] {
  const sources = new Map(receipts.map((receipt) => [receipt.transactionId, receipt]));
  const address = card && providerAddress(card);
  const word = unproven > 0 ? entries.findLast((entry) => entry.word && !entry.voided) : undefined;
  let kept = asCents(0);
  return entries
    .filter((entry) => isListed(entry, entries))
    .map((entry): MoneyRow => {
      const { kind, way, evidence, voided } = entry;
      const cents = signedCents(entry);
      if (!voided) kept = asCents(kept + cents);
      const source = way === 'bank' ? sources.get(evidence?.transactionId) : undefined;
      const isSaid = kind === 'said' || handWays.some((one) => one === way);
      return {
        entry,
        ...(kind !== 'said' && kind !== 'shortfall' && { amount: toAmount(cents) }),
        ...(!voided && { net: toAmount(kept) }),
        ...(entry === word && { unproven }),
        ...(source && { source }),
        ...(way === 'card' && address && { address }),
        isUndoable: isSaid && !voided,
      };
    })
    .reverse();
}
