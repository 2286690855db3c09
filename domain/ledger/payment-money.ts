import { figuresAfter, type LedgerEntry, type LedgerFigures, type MoneyWay, standingOf } from './ledger.js';
import { asCents, type Cents, negated, toAmount, toCents } from '../platform/money.js';
import type { CardState, PaymentCard, PaymentPayout } from '../payments/payment-card.js';
import { askedTotal, isSettled, type Payment, type PaymentStatus } from '../payments/payments.js';
import type { PlannedPayment } from '../payments/plan.js';
import type { Attention } from './ways.js';

/** A payment with its entries; a missing ledger has none. */
export interface LedgerRecord {
  /** In decimals. */
  amount: number;
  ledger?: readonly LedgerEntry[] | undefined;
}

/** Returns what follows from the entries of a payment, in cents of its currency. */
export const moneyOf = ({ amount, ledger = [] }: LedgerRecord): LedgerFigures =>
  figuresAfter(toCents(amount), ledger);

/** Returns a payment as its plan is read. */
export function plannedOf(
  payment: LedgerRecord & Pick<PlannedPayment, 'plan' | 'quoted'> & Pick<Payment, 'currency'>,
): PlannedPayment {
  const { status, due } = moneyOf(payment);
  const { amount, plan } = payment;
  return { status, due: toAmount(due), amount, plan, quoted: askedTotal(payment) };
}

/**
 * The money that came in for a settled or refunded sale, with what went back since; of a cancelled payment, its fee and what
 * goes back; of another open one, what is kept.
 */
export function cameOf(figures: LedgerFigures): Cents {
  const { kept, back, status, sale } = figures;
  if (status === 'cancelled') return asCents(sale + giveBackOf(figures));
  return isSettled(status) || status === 'refunded' ? asCents(kept + back) : kept;
}

/** True for a settled payment whose sale is less than its amount: a part went back. */
export const isPartlyRefunded = (payment: LedgerRecord): boolean => {
  const { status, sale } = moneyOf(payment);
  return isSettled(status) && sale < toCents(payment.amount);
};

/** The most that may be kept of a payment that is cancelled now, as a fee. */
export const mostFee = ({ kept }: Pick<LedgerFigures, 'kept'>, amount: Cents): Cents =>
  asCents(Math.max(0, Math.min(kept, amount)));

/** The money of a payment that is to be given back: a surplus; of an ended payment what is there beyond its fee. */
function giveBackOf({ status, surplus, net, fee }: LedgerFigures): Cents {
  const isEnded = status === 'cancelled' || status === 'failed' || status === 'refunded';
  return isEnded ? asCents(Math.max(0, net - fee)) : surplus;
}

/** The refund that is proposed of a payment: what may go back, but for the fee of a cancelled one. */
export const refundProposedOf = (figures: LedgerFigures): Cents =>
  figures.fee ? giveBackOf(figures) : figures.bounds.refund;

/** The figures of a payment that the API has, in decimals of its currency. */
export function shownFigures(payment: LedgerRecord) {
  const { status, received, refunded, shortfall, due, surplus, unproven, sale, fee } = moneyOf(payment);
  const hasShortfall = payment.ledger?.some(({ kind }) => kind === 'shortfall') ?? false;
  const isWhole = toAmount(sale) === (isSettled(status) ? payment.amount : 0);
  return {
    received: toAmount(received),
    refunded: toAmount(refunded),
    due: toAmount(due),
    ...(hasShortfall && { shortfall: toAmount(shortfall) }),
    surplus: toAmount(surplus),
    unproven: toAmount(unproven),
    ...(!isWhole && { sale: toAmount(sale) }),
    ...(fee > 0 && { fee: toAmount(fee) }),
  };
}

/** The amount that a payment counts in the figures, in decimals: all of a settled one, unless the API says otherwise. */
export const saleOfPayment = ({
  status,
  amount,
  sale = isSettled(status) ? amount : 0,
}: {
  status: PaymentStatus;
  amount: number;
  sale?: number;
}): number => sale;

/**
 * Returns the reasons for which a payment needs an admin: money that is to be given back, a status that contradicts the
 * card provider, and more given back than came in. A payment in test mode has none.
 */
export function attentionOf(payment: LedgerRecord & { card?: PaymentCard | undefined }): Attention[] {
  if (payment.card?.live === false) return [];
  const figures = moneyOf(payment);
  const { net, status, unproven, hasWord, fee } = figures;
  return [
    ...(giveBackOf(figures) > 0 ? ['giveBack' as const] : []),
    ...(payment.card && !fee && contradictsMoney(payment.card.state, status, unproven > 0)
      ? ['differsFromCard' as const]
      : []),
    ...(net < 0 && !hasWord ? ['overReturned' as const] : []),
  ];
}

/** The money of a payment beside its status: a part of it came, a part went back, more came, or a dispute took it. */
export type MoneyMark = 'partlyReceived' | 'partlyRefunded' | 'surplus' | 'disputeLost';

/** Returns what the money of a payment of the API makes beside its status; undefined where the status says it all. */
export function moneyMarkOf(
  payment: Parameters<typeof saleOfPayment>[0] & {
    received: number;
    refunded: number;
    due: number;
    surplus: number;
    card?: PaymentCard | undefined;
  },
): MoneyMark | undefined {
  const { status, amount, received, refunded, due, surplus, card } = payment;
  if (card?.dispute?.status === 'lost') return 'disputeLost';
  if (surplus > 0) return 'surplus';
  if (isSettled(status)) return saleOfPayment(payment) < amount ? 'partlyRefunded' : undefined;
  return status === 'pending' && due > 0 && received > refunded ? 'partlyReceived' : undefined;
}

/** The amounts that an entry adds to a month's sums, in cents. */
export function moneyIn({
  kind,
  amount = 0,
  shortfall = 0,
}: LedgerEntry): Partial<Record<'received' | 'refunded' | 'shortfalls', Cents>> {
  const [cents, letGo] = [toCents(amount), toCents(shortfall)];
  const ended = letGo ? { shortfalls: negated(letGo) } : {};
  switch (kind) {
    case 'receipt':
      return { received: cents };
    case 'reversal':
      return { received: negated(cents), ...ended };
    case 'refund':
    case 'chargeback':
      return { refunded: cents, ...ended };
    case 'refundReturned':
      return { refunded: negated(cents) };
    case 'shortfall':
      return { shortfalls: cents };
    case 'said':
      return ended;
  }
}

/** The entries that stand, without receipts and refunds of which all was taken back. */
const standingEntries = (ledger: readonly LedgerEntry[]): LedgerEntry[] =>
  ledger.filter((entry) => !entry.voided && (!entry.amount || standingOf(entry, ledger) > 0));

/** Returns the way and the day of what settled a payment: its first receipt that stands, else a person's word. */
export function settlingOf({
  ledger = [],
}: LedgerRecord): { way: MoneyWay | 'said'; day: string } | undefined {
  const standing = standingEntries(ledger);
  const receipt = standing.find(({ kind }) => kind === 'receipt') ?? standing.find(({ word }) => word);
  return receipt && { way: receipt.way ?? 'said', day: receipt.day };
}

/** The days and ways of a payment's money, for its receipt and for exports. */
export interface MoneyDays {
  /** YYYY-MM-DD: the last receipt of a settled payment, or the day of the word that settled it. */
  paidOn?: string | undefined;
  /** The last day on which money went back and stayed there, or was said to. */
  refundedOn?: string | undefined;
  /** The ways by which money came and stayed. */
  ways: MoneyWay[];
}

/** Returns the days on which a payment was paid and refunded, and the ways of its receipts. */
export function moneyDays(payment: LedgerRecord): MoneyDays {
  const { status, received } = moneyOf(payment);
  const standing = standingEntries(payment.ledger ?? []);
  const lastDay = (those: readonly LedgerEntry[]) =>
    those
      .map(({ day }) => day)
      .reduce<string | undefined>((last, day) => (last && last > day ? last : day), undefined);
  const receipts = received > 0 ? standing.filter(({ kind }) => kind === 'receipt') : [];
  const words = standing.filter(({ word }) => word);
  const back = standing.filter(
    ({ kind, status: said }) => kind === 'refund' || kind === 'chargeback' || said === 'refunded',
  );
  return {
    paidOn: isSettled(status) ? lastDay(receipts.length ? receipts : words) : undefined,
    refundedOn: lastDay(back),
    ways: [...new Set(receipts.flatMap(({ way }) => (way ? [way] : [])))],
  };
}

/** The amount of a payment that is deposited, over or missing: net + shortfall − sale, in cents. */
export const balanceOf = ({ net, shortfall, sale }: LedgerFigures): Cents => asCents(net + shortfall - sale);

/** Returns the status that the money makes on its own: paid, given back whole, or neither. */
function statusByMoney(amount: Cents, { kept, net, refunded, shortfall }: LedgerFigures): PaymentStatus {
  if (refunded > 0 && net <= 0) return 'refunded';
  return kept > 0 && kept + shortfall >= amount ? 'paid' : 'pending';
}

/** Returns whether a payment keeps a status through an act on its money that differs from the one that its money makes. */
export function isStatusKept(before: LedgerRecord, after: LedgerRecord): boolean {
  const figures = moneyOf(after);
  const { status } = figures;
  return (
    moneyOf(before).status === status &&
    statusByMoney(toCents(after.amount), figures) !== (isSettled(status) ? 'paid' : status)
  );
}

/** Returns the day of a live card payment's receipt while it is in no payout; undefined for any other payment. */
export function awaitedPayoutDay({
  ledger = [],
  card,
  payout,
}: {
  ledger?: readonly LedgerEntry[] | undefined;
  card?: Pick<PaymentCard, 'live'> | undefined;
  payout?: PaymentPayout | undefined;
}): string | undefined {
  if (!card?.live || payout) return undefined;
  return ledger.find(({ kind, way, voided }) => kind === 'receipt' && way === 'card' && !voided)?.day;
}

/**
 * Returns whether a payment's status contradicts the state of its card: one that is paid by card and not settled, or one
 * that is settled by a person's word alone (`isUnproven`) while the card's money is not there, or not there any more.
 */
export function contradictsMoney(state: CardState, status: PaymentStatus, isUnproven: boolean): boolean {
  if (state === 'paid') return !isSettled(status);
  if (isSettled(status)) return isUnproven;
  return state === 'processing' && status !== 'pending';
}
