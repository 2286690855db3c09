import mongoose from 'mongoose';
import type { Calendar } from '#domain/platform/calendar';
import type { LedgerEntry } from '#domain/ledger/ledger';
import { type EntryDraft, shortfallEndedBy } from '#domain/ledger/ledger-drafts';
import { asCents, type Cents, type Currency, negated, toAmount, toCents } from '#domain/platform/money';
import type { PaymentCard } from '#domain/payments/payment-card';
import { moneyOf } from '#domain/ledger/payment-money';
import { isSettled, type PaymentStatus } from '#domain/payments/payments';
import type { StoredCardEvent } from '../../../cards/card-event.schema.js';
import { cardChange, cardOf, type KnownMoney } from '../../../cards/card-payment.js';
import { foldCard } from '../../../cards/card-state.js';
import {
  afterMoney,
  afterStatus,
  countedBefore,
  dueBefore,
  type EarlierState,
  type HistoryLine,
  withoutUndone,
  writerOf,
} from './0014-earlier-rules.js';

type Id = mongoose.Types.ObjectId;

/** A payment as earlier versions have stored it. */
export interface EarlierPayment {
  _id: Id;
  referenceNumber?: string;
  amount?: number;
  currency: Currency;
  status?: PaymentStatus;
  statusHistory?: HistoryLine[];
  card?: PaymentCard;
  createdAt?: Date;
  received?: number;
  refunded?: number;
  shortfall?: number;
}

/** The record of what a bank transaction did to a payment: an allocation, or its reversal. */
export interface BankRecord {
  kind: 'receipt' | 'refund' | 'reversal';
  entry: Omit<EntryDraft, 'kind' | 'amount'> & { amount: number };
  /** The shortfall that was accepted with a receipt, or ends with it. */
  shortfall: Cents;
  at: Date;
  by: string;
}

/** The entries that a payment's records make, and what is wrong with them. */
export interface MadeLedger {
  ledger: LedgerEntry[];
  /** The stored figures and those that the records make, where they contradict each other. */
  contradiction?: string;
  /** Amounts that the payment counts in the figures, or owes, where the entries make others than the sums did. */
  differences: string[];
}

/** An act of money or a line of the history, with its time. */
type Act = { at: number } & ({ bank: BankRecord } | { event: StoredCardEvent } | { line: HistoryLine });

/** The longest time from a line of the history to the end of the decision that wrote it, in milliseconds. */
const decisionMs = 60_000;

const newId = (): string => new mongoose.Types.ObjectId().toHexString();

/** Makes the entries of one payment, act by act, beside the status that the earlier rules gave it. */
class LedgerMaker {
  readonly ledger: LedgerEntry[] = [];
  state: EarlierState;
  /** The sum of what the card brought, which the earlier sums did not contain. */
  cardReceived = 0;
  private card: PaymentCard | undefined;
  private readonly events: StoredCardEvent[] = [];

  constructor(
    private readonly payment: EarlierPayment,
    private readonly calendar: Calendar,
  ) {
    const sums = { received: 0, refunded: 0, shortfall: 0, owedAgain: 0 };
    this.state = { amount: toCents(payment.amount ?? 0), status: 'pending', ...sums };
  }

  get figures() {
    return moneyOf({ amount: this.payment.amount ?? 0, ledger: this.ledger });
  }

  private add(draft: EntryDraft, at: Date, by: string): void {
    const [_id, step] = [newId(), newId()];
    this.ledger.push({ _id, step, ...draft, bookedOn: draft.day, at: at.toISOString(), by });
  }

  bank({ kind, entry, shortfall, at, by }: BankRecord): void {
    const cents = toCents(entry.amount);
    const { step, day, _id: of } = entry;
    if (kind === 'refund') {
      this.add({ kind, ...entry, ...shortfallEndedBy(this.figures, cents) }, at, by);
      this.state = afterMoney(this.state, 'refund', { refunded: cents });
      return;
    }
    if (kind === 'reversal') {
      const ended = asCents(Math.min(shortfall, this.figures.shortfall));
      this.add({ kind, ...entry, ...(ended && { shortfall: toAmount(ended) }) }, at, by);
      this.state = afterMoney(this.state, 'undo', {
        received: negated(cents),
        shortfall: negated(shortfall),
      });
      return;
    }
    this.add({ kind, ...entry }, at, by);
    if (shortfall)
      this.add({ kind: 'shortfall', of: of!, step: step!, day, amount: toAmount(shortfall) }, at, by);
    this.state = afterMoney(this.state, 'match', { received: cents, shortfall });
  }

  /** Adds what an event of the card changes of what those before it said. */
  cardEvent(event: StoredCardEvent): void {
    const { amount = 0, currency } = this.payment;
    const { provider, live, createdAt } = event;
    this.events.push(event);
    const money = foldCard(this.events);
    if (!isKnown(money)) return;
    const before = { amount, currency, ledger: this.ledger, ...(this.card && { card: this.card }) };
    const after = cardOf(provider, money, live, before);
    const { entries = [], voids = [] } = cardChange(before, money, after, this.calendar);
    for (const entry of this.ledger)
      if (voids.includes(entry.step) && !entry.voided)
        entry.voided = { at: createdAt.toISOString(), by: 'card', bookedOn: entry.bookedOn };
    for (const draft of entries) {
      const day = draft.kind === 'said' ? this.calendar.dayOf(createdAt) : draft.day;
      this.add({ ...draft, day }, createdAt, 'card');
    }
    this.cardReceived = sumOf(this.ledger.filter(({ kind, way }) => kind === 'receipt' && way === 'card'));
    // The earlier sum ended at what the card had brought.
    const given = asCents(Math.min(toCents(after.refunded), this.cardReceived));
    const refunded = this.state.refunded + given - (this.card ? this.givenBefore : 0);
    const owedAgain = Math.min(this.state.owedAgain, refunded);
    this.state = { ...this.state, refunded, owedAgain };
    this.givenBefore = given;
    this.card = after;
  }
  private givenBefore = 0;

  /** Brings the entries to the status that a line of the history tells of. */
  line(line: HistoryLine, at: Date): void {
    const writer = writerOf(line);
    if (writer !== 'bank') this.state = afterStatus(this.state, line.status);
    if (this.figures.status !== this.state.status) this.say(this.state.status as PaymentStatus, line, at);
  }

  /** Adds that a status was said. */
  say(status: PaymentStatus, { by = 'admin' }: HistoryLine, at: Date, note?: string): void {
    const isWord = isSettled(status) && !isSettled(this.figures.status);
    const said: EntryDraft = { kind: 'said', status, day: this.calendar.dayOf(at) };
    this.add({ ...said, ...(isWord && { word: true }), ...(note && { note }) }, at, by);
  }
}

const isKnown = (money: ReturnType<typeof foldCard>): money is KnownMoney => money.session !== undefined;

const sumOf = (entries: readonly LedgerEntry[]): Cents =>
  asCents(entries.reduce((total, { amount = 0, voided }) => (voided ? total : total + toCents(amount)), 0));

/** Returns the acts of a payment in the order in which they were recorded: money stands before the line that tells of it. */
function actsOf(
  lines: readonly HistoryLine[],
  bank: readonly BankRecord[],
  events: readonly StoredCardEvent[],
  beginning: Date,
): Act[] {
  const time = (date: Date | undefined) => (date ?? beginning).getTime();
  /** The decision on an event was dated after the line that it has written. */
  const decision = (decidedAt: Date): number => {
    const written = lines.findLast(
      (line) => writerOf(line) === 'card' && time(line.date) <= decidedAt.getTime(),
    );
    const isItsLine = written && decidedAt.getTime() - time(written.date) < decisionMs;
    return isItsLine ? time(written.date) : decidedAt.getTime();
  };
  // An event that an admin decided on counts from then on, and nothing before the session itself.
  const told = events.map((event) => ({
    event,
    at: event.decided ? decision(event.decided.at) : time(event.createdAt),
  }));
  const session = Math.min(...told.flatMap(({ event, at }) => (event.fact.kind === 'session' ? [at] : [])));
  const money: Act[] = [
    ...bank.map((one) => ({ bank: one, at: time(one.at) })),
    ...told.map(({ event, at }) => ({ event, at: Math.max(at, session) })),
  ].sort((one, other) => one.at - other.at);
  const acts: Act[] = [];
  let next = 0;
  for (const line of lines) {
    const at = time(line.date);
    while (next < money.length && money[next]!.at <= at) acts.push(money[next++]!);
    acts.push({ line, at });
  }
  return [...acts, ...money.slice(next)];
}

const inDecimals = (cents: number): string => toAmount(asCents(cents)).toFixed(2);

const written = ({ status, received, refunded, shortfall }: Omit<EarlierState, 'amount' | 'owedAgain'>) =>
  `${status}, received ${inDecimals(received)}, refunded ${inDecimals(refunded)}, shortfall ${inDecimals(shortfall)}`;

/**
 * Returns the entries of a payment of earlier versions: its money from the records of bank and card, and what persons said
 * from its history, in the order in which they were recorded. They make the stored status. Where the records make other
 * sums or another status than are stored, the contradiction is told, and the stored status is kept by an entry.
 * @param events those that are applied to it
 */
export function ledgerOf(
  payment: EarlierPayment,
  bank: readonly BankRecord[],
  events: readonly StoredCardEvent[],
  calendar: Calendar,
): MadeLedger {
  const { status = 'pending', statusHistory = [], createdAt, _id } = payment;
  const maker = new LedgerMaker(payment, calendar);
  const lines = withoutUndone(statusHistory);
  const beginning = createdAt ?? _id.getTimestamp();
  for (const act of actsOf(lines, bank, events, beginning)) {
    if ('bank' in act) maker.bank(act.bank);
    else if ('event' in act) maker.cardEvent(act.event);
    else maker.line(act.line, new Date(act.at));
  }
  const { received, refunded, shortfall, status: made } = maker.state;
  const stored = {
    status,
    received: toCents(payment.received ?? 0),
    refunded: toCents(payment.refunded ?? 0),
    shortfall: toCents(payment.shortfall ?? 0),
  };
  const isSame =
    made === status &&
    maker.figures.status === status &&
    received === stored.received &&
    refunded === stored.refunded &&
    shortfall === stored.shortfall;
  const contradiction = isSame
    ? undefined
    : `stored are ${written(stored)}; its records make ${written({ ...maker.state, status: maker.figures.status })}`;
  const last = statusHistory.at(-1);
  if (maker.figures.status !== status)
    maker.say(status, last ?? { status }, last?.date ?? beginning, `Kept by the update: ${contradiction}`);
  const { sale, due } = maker.figures;
  const [countedThen, dueThen] = [countedBefore(maker.state), dueBefore(maker.state)];
  const differences = [
    ...(sale === countedThen ? [] : [`counts ${inDecimals(sale)}, earlier ${inDecimals(countedThen)}`]),
    ...(status !== 'pending' || due === dueThen
      ? []
      : [`owes ${inDecimals(due)}, earlier ${inDecimals(dueThen)}`]),
  ];
  return { ledger: maker.ledger, ...(contradiction && { contradiction }), differences };
}
