import { asCents, type Cents, negated, sumOfCents, toCents } from '../platform/money.js';
import { isSettled, type PaymentStatus } from '../payments/payments.js';
import type { HandWay } from './ways.js';

/** The way of money: a bank transaction, a card event, or one that an admin says. */
export type MoneyWay = 'bank' | 'card' | HandWay;

/**
 * The kinds of entries. `refund` and `chargeback` give money back, `reversal` is a credit that the bank takes back,
 * `refundReturned` a refund that comes back to us, `shortfall` what an admin lets go with a receipt, and `said` a status
 * that a person sets.
 */
export type EntryKind =
  | 'receipt'
  | 'refund'
  | 'chargeback'
  | 'reversal'
  | 'refundReturned'
  | 'shortfall'
  | 'said';

/** The records that show an entry: ids of ours and of the card provider. */
export interface EntryEvidence {
  transactionId?: string;
  allocationId?: string;
  /** The payment intent and the event of a card payment. */
  paymentIntentId?: string;
  eventId?: string;
  refundId?: string;
  /** The charge of which more was refunded than its known refunds come to. */
  chargeId?: string;
  disputeId?: string;
}

/**
 * Something that happened to a payment's money, or that a person said of it. An entry is never changed, only voided.
 * Amounts are decimals above 0 in the payment's currency; times are ISO 8601.
 */
export interface LedgerEntry {
  _id: string;
  /** The entries that one act records share it, and are voided together. */
  step: string;
  kind: EntryKind;
  /** The _id of the entry that a reversal or a returned refund is about. */
  of?: string;
  /** Missing for shortfalls and what is said. */
  way?: MoneyWay;
  /** Of the way bank: the id of the bank account, which is known also once the statement is deleted. */
  bankAccountId?: string;
  /** Missing for what is said. */
  amount?: number;
  /** The part of an accepted shortfall that a refund, a chargeback, a reversal or a fee ends. */
  shortfall?: number;
  /** The amount in another currency, as it moved. */
  original?: { amount: number; currency: string };
  /** The status that was said. */
  status?: PaymentStatus;
  /** True where "paid" or "confirmed" was said of a payment that was not settled: it counts in the sale. */
  word?: true;
  /** The amount that is kept of a payment said to be cancelled; 0 takes a standing fee away. */
  fee?: number;
  /** YYYY-MM-DD: the day on which it happened. */
  day: string;
  /** YYYY-MM-DD: `day`, or the day of the record where that was closed. */
  bookedOn: string;
  /** The time of the record, and the actor. */
  at: string;
  by: string;
  evidence?: EntryEvidence;
  note?: string;
  voided?: { at: string; by: string; bookedOn: string };
}

/** A payment's money and status after its entries, in cents of its currency. */
export interface LedgerState {
  status: PaymentStatus;
  received: Cents;
  refunded: Cents;
  /** The part of the amount that was let go, and stands. */
  shortfall: Cents;
  /** The money that went out beyond what came in: the visitor is never asked for it again. */
  lost: Cents;
  /** The money that went back since the last word, or the last settling. */
  back: Cents;
  /** The money of receipts since the last word, and what was kept at it. */
  proven: Cents;
  /** The amount that a person said to be refunded, and no refund has shown yet. */
  claim: Cents;
  /** The fee that is kept of a cancelled payment, by a person's word that stands; else 0. */
  fee: Cents;
  /** True where a person's word of "paid" stands. */
  hasWord: boolean;
}

const beginning: LedgerState = {
  status: 'pending',
  received: asCents(0),
  refunded: asCents(0),
  shortfall: asCents(0),
  lost: asCents(0),
  back: asCents(0),
  proven: asCents(0),
  claim: asCents(0),
  fee: asCents(0),
  hasWord: false,
};

/** The kinds of entries that take back a receipt or a refund, which they name. */
const takingBack: Partial<Record<EntryKind, EntryKind>> = { receipt: 'reversal', refund: 'refundReturned' };

/** Returns what stands of an entry's amount, in cents: of a receipt and a refund without what later entries took back. */
export function standingOf({ _id, kind, amount = 0 }: LedgerEntry, entries: readonly LedgerEntry[]): Cents {
  const taken = entries.filter((one) => !one.voided && one.of === _id && one.kind === takingBack[kind]);
  return asCents(toCents(amount) - sumOfCents(taken.map((one) => toCents(one.amount ?? 0))));
}

const atLeastZero = (cents: number): Cents => asCents(Math.max(0, cents));

const isOpen = (status: PaymentStatus): boolean => !isSettled(status) && status !== 'refunded';

/** Returns whether an entry is a person's opening of a payment that was settled or refunded, in the state before it. */
export const isOpening = ({ kind, status, voided }: LedgerEntry, before: LedgerState | undefined): boolean =>
  kind === 'said' && !voided && !!before && !isOpen(before.status) && !!status && isOpen(status);

/** The money that came in and was not given back; what is lost does not lessen it. */
const keptOf = ({ received, refunded, lost }: LedgerState): Cents => asCents(received - refunded + lost);

/** The sale of a payment, which the figures count: between 0 and its amount; 0 unless it is settled, or a fee stands. */
function saleOf(state: LedgerState, amount: Cents): Cents {
  if (state.fee) return atLeastZero(Math.min(state.fee, keptOf(state), amount));
  if (!isSettled(state.status)) return asCents(0);
  const byMoney = keptOf(state) + state.shortfall;
  const byWord = state.hasWord ? amount - state.back : 0;
  return asCents(Math.min(amount, Math.max(0, byMoney, byWord)));
}

/** Raises `lost` so that nothing less than nothing is kept. */
const withoutDebt = (state: LedgerState): LedgerState => ({
  ...state,
  lost: asCents(state.lost + Math.max(0, negated(keptOf(state)))),
});

/** Makes a payment paid whose money covers its amount. */
function settle(state: LedgerState, amount: Cents): LedgerState {
  const kept = keptOf(state);
  if (isSettled(state.status) || kept <= 0 || kept + state.shortfall < amount) return state;
  const none = { back: asCents(0), claim: asCents(0), fee: asCents(0) };
  return { ...state, ...none, status: 'paid', hasWord: false };
}

function giveBack(state: LedgerState, amount: Cents, entry: Cents, letGo: Cents): LedgerState {
  const after = {
    ...state,
    refunded: asCents(state.refunded + entry),
    back: asCents(state.back + entry),
    claim: atLeastZero(state.claim - entry),
  };
  const isWhole = keptOf(after) <= 0 && (!after.hasWord || after.back + after.shortfall >= amount);
  return {
    ...after,
    ...(isWhole && { status: 'refunded' as const, hasWord: false, fee: asCents(0) }),
    shortfall: atLeastZero(after.shortfall - letGo),
  };
}

function reverse(state: LedgerState, amount: Cents, entry: Cents, letGo: Cents): LedgerState {
  const after = {
    ...state,
    received: asCents(state.received - entry),
    proven: asCents(state.proven - entry),
    shortfall: atLeastZero(state.shortfall - letGo),
  };
  if (!isSettled(state.status)) return after;
  const isShort = keptOf(after) + after.shortfall < saleOf(state, amount);
  return { ...after, hasWord: false, ...(isShort && { status: 'pending' as const }) };
}

function say(state: LedgerState, amount: Cents, entry: LedgerEntry): LedgerState {
  const { status, word, fee = 0, shortfall: letGo = 0 } = entry;
  if (!status) return state;
  const fresh = { ...state, status, hasWord: false, fee: asCents(0) };
  if (status === 'refunded') return { ...fresh, claim: atLeastZero(saleOf(state, amount) - state.shortfall) };
  const none = { back: asCents(0), claim: asCents(0) };
  if (!isSettled(status))
    return {
      ...fresh,
      ...none,
      fee: toCents(fee),
      shortfall: atLeastZero(state.shortfall - toCents(letGo)),
    };
  if (isSettled(state.status)) return { ...state, status };
  if (!word) return state;
  const begun = withoutDebt({ ...fresh, ...none, hasWord: true });
  return { ...begun, proven: keptOf(begun) };
}

function apply(state: LedgerState, amount: Cents, entry: LedgerEntry): LedgerState {
  const [cents, letGo] = [toCents(entry.amount ?? 0), toCents(entry.shortfall ?? 0)];
  switch (entry.kind) {
    case 'receipt':
      return settle(
        { ...state, received: asCents(state.received + cents), proven: asCents(state.proven + cents) },
        amount,
      );
    case 'shortfall':
      return settle({ ...state, shortfall: asCents(state.shortfall + cents) }, amount);
    case 'refund':
    case 'chargeback':
      return giveBack(state, amount, cents, letGo);
    case 'reversal':
      return reverse(state, amount, cents, letGo);
    case 'refundReturned': {
      const after = {
        ...state,
        refunded: atLeastZero(state.refunded - cents),
        back: atLeastZero(state.back - cents),
      };
      return isOpen(state.status) && !state.fee ? settle(after, amount) : after;
    }
    case 'said':
      return say(state, amount, entry);
  }
}

/** The state after each entry, in their order; a voided entry has that of the one before it. */
function foldEntries(amount: Cents, entries: readonly LedgerEntry[]): LedgerState[] {
  let state = beginning;
  return entries.map((entry) => {
    if (!entry.voided) {
      const after = apply(state, amount, entry);
      state = isOpen(after.status) ? withoutDebt(after) : after;
    }
    return state;
  });
}

/** The states of entries that were folded: a list of entries is never changed, an act makes a new one. */
const folded = new WeakMap<readonly LedgerEntry[], Map<Cents, readonly LedgerState[]>>();

/** The state after each entry, in their order; a voided entry has that of the one before it. Folded once for a list. */
export function statesOf(amount: Cents, entries: readonly LedgerEntry[]): readonly LedgerState[] {
  if (!entries.length) return [];
  const known = folded.get(entries) ?? new Map<Cents, readonly LedgerState[]>();
  const states = known.get(amount) ?? foldEntries(amount, entries);
  folded.set(entries, known.set(amount, states));
  return states;
}

/** The figures that follow from a payment's state, in cents of its currency. */
export interface LedgerFigures {
  status: PaymentStatus;
  received: Cents;
  refunded: Cents;
  shortfall: Cents;
  /** The amount that the figures count. */
  sale: Cents;
  /** The amount that the visitor still owes. */
  due: Cents;
  /** The amount that came by a person's word, and no receipt shows. */
  unproven: Cents;
  /** Received less refunded; below 0 where more went back. */
  net: Cents;
  /** The money that counts for what is owed now, and what of it went back since it settled the payment. */
  kept: Cents;
  back: Cents;
  /** The amount that a person said to be refunded, and no refund has shown yet. */
  claim: Cents;
  /** The fee of a cancelled payment that stands, else 0. The sale is less where less is kept. */
  fee: Cents;
  hasWord: boolean;
  /** The money that is kept beyond the sale. */
  surplus: Cents;
  /** The most that a receipt by bank or by hand may bring, and a refund may give back. */
  bounds: { receipt: Cents; refund: Cents };
}

/** Returns what follows from the state of a payment of this amount, in cents. */
export function figuresOf(amount: Cents, state: LedgerState): LedgerFigures {
  const { status, received, refunded, shortfall, proven, claim, fee, hasWord } = state;
  const [kept, sale] = [keptOf(state), saleOf(state, amount)];
  const net = asCents(received - refunded);
  const due = isOpen(status) && !fee ? atLeastZero(amount - shortfall - kept) : asCents(0);
  const unproven = hasWord ? atLeastZero(amount - shortfall - proven) : asCents(0);
  return {
    status,
    received,
    refunded,
    shortfall,
    sale,
    due,
    unproven,
    net,
    kept,
    back: state.back,
    claim,
    fee,
    hasWord,
    surplus: isSettled(status) ? atLeastZero(kept + shortfall - sale) : asCents(0),
    bounds: {
      receipt: status === 'refunded' ? atLeastZero(negated(net)) : asCents(due + unproven),
      refund: atLeastZero(Math.max(net, sale - shortfall, claim)),
    },
  };
}

/** Returns what follows from a payment's entries; `amount` in cents of its currency. */
export const figuresAfter = (amount: Cents, entries: readonly LedgerEntry[]): LedgerFigures =>
  figuresOf(amount, statesOf(amount, entries).at(-1) ?? beginning);

/** The entries of money that a person chose the amount of: what banks and cards report are facts. */
const isBounded = ({ kind, way }: LedgerEntry): boolean =>
  (kind === 'receipt' || kind === 'refund') && way !== 'card';

/**
 * Returns the amounts in cents by which entries lie beyond their bounds, shortfalls below 0, and what stands of them beneath
 * a fee, by the entry's _id.
 */
function excesses(amount: Cents, entries: readonly LedgerEntry[]): Map<string, number> {
  const standing = entries.filter(({ voided }) => !voided);
  const states = statesOf(amount, standing);
  let letGo = 0;
  return new Map(
    standing.map((entry, index) => {
      const { bounds } = figuresOf(amount, states[index - 1] ?? beginning);
      const { fee, shortfall } = states[index]!;
      const cents = toCents(entry.amount ?? 0);
      letGo += entry.kind === 'shortfall' ? cents : negated(toCents(entry.shortfall ?? 0));
      const bound = entry.kind === 'refund' ? bounds.refund : bounds.receipt;
      const excess = isBounded(entry) ? cents - bound : 0;
      return [entry._id, Math.max(0, excess, -letGo, fee ? shortfall : 0)];
    }),
  );
}

/**
 * Returns the entry that keeps a step from being voided, undefined where none does: one that names an entry of the step
 * or its shortfall, a later refund or receipt by bank or hand that would lie beyond its bounds without it, or a fee beneath
 * which something let go would stand again.
 */
export function entryThatNeeds(
  step: string,
  amount: Cents,
  entries: readonly LedgerEntry[],
): LedgerEntry | undefined {
  const standing = entries.filter(({ voided }) => !voided);
  const ids = new Set(standing.filter((entry) => entry.step === step).map(({ _id }) => _id));
  const others = standing.filter((entry) => !ids.has(entry._id));
  const [before, after] = [excesses(amount, standing), excesses(amount, others)];
  return others.find(
    ({ _id, of }) => (of !== undefined && ids.has(of)) || (after.get(_id)! > 0 && before.get(_id) === 0),
  );
}
