import { book, type DatedEntry, type ModelBooking } from '#domain/testing/bookings-model';
import { mayVoid, model } from '#domain/testing/ledger-model';
import { type CardFact, cardMoney, sessionState, shownOf } from './card-model.js';

/**
 * Payments and bank transactions in memory, written from the rules alone: nothing of the server is used. All that is said
 * of a payment follows from its entries. An act is made on a copy, so that a refused one leaves nothing.
 */

export type Status = NonNullable<DatedEntry['status']>;
type OffsetKind = 'reversal' | 'return' | 'refundReturned';
export type HandWay = 'cash' | 'cheque' | 'other';

export interface Entry extends DatedEntry {
  /** The provider's id of what a card entry is about. */
  cardId?: string;
}
type Draft = Pick<Entry, 'kind' | 'day'> & Partial<Entry>;

export interface ModelPart {
  cents: number;
  due: string;
}

export interface ModelPayment {
  id: string;
  referenceNumber: string;
  fullName: string;
  customerId: string;
  currency: string;
  cents: number;
  entries: Entry[];
  bookings: ModelBooking[];
  /** The state that it was booked by last: amount, currency, and which entries stand. */
  booked?: string;
  /** The cents and days of the parts in which it is to be paid. */
  plan?: ModelPart[];
  version: number;
  /** The session that is its card payment. */
  session?: string;
}

interface Allocation {
  payment: string;
  cents: number;
  settled: number;
  shortfall: number;
  /** The entry and its step. */
  entry: string;
}

interface Offset {
  id: string;
  kind: OffsetKind;
  cents: number;
  incoming: string;
  outgoing: string;
  payment?: string;
}

export interface ModelTransaction {
  id: string;
  text: string;
  day: string;
  currency: string;
  cents: number;
  /** The statements that hold it. */
  statements: string[];
  /** The reason that an admin has ignored it for, or its rest. */
  reason?: string;
  allocations: Allocation[];
  /** The allocations that counted before the bank reversed it. */
  reversed: Allocation[];
  offsets: Offset[];
  version: number;
}

/** A session of the card page, with what was told of it. */
export interface CardSession {
  id: string;
  minor: number;
  currency: string;
  /** Without an email it is held until an admin assigns it. */
  isHeld: boolean;
  told: CardFact[];
  payment?: string;
  /** The card of its payment as the API shows it, and the state of the session. */
  shown?: string;
  state?: CardFact['session'];
}

export interface State {
  payments: ModelPayment[];
  transactions: ModelTransaction[];
  sessions: CardSession[];
  /** The number of ids that the model has given. */
  ids: number;
  today: string;
  closedUntil: string;
}

/** A call that the rules refuse with this status. */
class Refusal extends Error {
  constructor(readonly status: 400 | 404 | 409) {
    super(String(status));
  }
}

/** Makes an act on a copy of the state. Returns the status of the response and the state after it. */
export function attempt(
  state: State,
  ok: number,
  act: (state: State) => void,
): { status: number; state: State } {
  const copy = structuredClone(state);
  try {
    act(copy);
    return { status: ok, state: copy };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, state };
  }
}

const refuseIf = (isRefused: boolean, status: 400 | 404 | 409): void => {
  if (isRefused) throw new Refusal(status);
};

const shortfallLimit = 5000;
export const isSettled = (status: string): boolean => status === 'paid' || status === 'confirmed';
export const isStanding = ({ voided }: Entry): boolean => !voided;
export const figuresOf = ({ cents, entries }: Pick<ModelPayment, 'cents' | 'entries'>) =>
  model(cents, entries);
export const statusOf = (payment: ModelPayment): Status => figuresOf(payment).status as Status;

export function paymentOf({ payments }: State, id: string): ModelPayment {
  const payment = payments.find((one) => one.id === id);
  if (!payment) throw new Refusal(404);
  return payment;
}
function transactionOf({ transactions }: State, id: string): ModelTransaction {
  const transaction = transactions.find((one) => one.id === id);
  if (!transaction) throw new Refusal(404);
  return transaction;
}

const nextId = (state: State): string => `model:${state.ids++}`;
const openDay = ({ today, closedUntil }: State, day: string): string => (day <= closedUntil ? today : day);
const total = (parts: readonly { cents: number }[]): number =>
  parts.reduce((sum, { cents }) => sum + cents, 0);

/** Adds entries as one step, each unless it has one of its own. */
function add(state: State, payment: ModelPayment, drafts: readonly Draft[]): void {
  const step = nextId(state);
  for (const draft of drafts)
    payment.entries.push({ _id: nextId(state), step, ...draft, bookedOn: openDay(state, draft.day) });
}

function voidEntry(state: State, entry: Entry): void {
  entry.voided = { bookedOn: openDay(state, entry.bookedOn) };
}

/** Voids the entries of a step that stand. */
function voidStep(state: State, payment: ModelPayment, step: string): void {
  const standing = payment.entries.filter((entry) => isStanding(entry) && entry.step === step);
  refuseIf(standing.length > 0 && !mayVoid(step, payment.cents, payment.entries), 409);
  for (const entry of standing) voidEntry(state, entry);
}

/** Books what an act needs: only one that is about money moves bookings. */
function bookAct(state: State, payment: ModelPayment): void {
  const { cents, currency, entries } = payment;
  const booked = JSON.stringify([cents, currency, entries.map(isStanding)]);
  if (booked !== payment.booked) book(payment, state);
  payment.booked = booked;
}

/** Ends an act on a payment: its bookings follow. */
function finish(state: State, payment: ModelPayment): void {
  bookAct(state, payment);
  payment.version += 1;
}

/** The part of a refund's or chargeback's entry that names what was let go: where nothing is kept after it. */
function ended(payment: ModelPayment, cents: number): Pick<Entry, 'shortfall'> {
  const { kept, shortfall } = figuresOf(payment);
  return shortfall > 0 && kept - cents <= 0 ? { shortfall: shortfall / 100 } : {};
}

// Persons.

/** The words of a person beside a status. */
export interface Words {
  receivedOn?: string;
  way?: HandWay;
  /** The fee of a cancelled payment, in decimals. */
  fee?: number;
}

/** Adds what a person says of a payment's status, with the money that they name. */
function say(state: State, payment: ModelPayment, status: Status, { receivedOn, way, fee }: Words): void {
  const before = statusOf(payment);
  const { kept, shortfall, fee: standing } = figuresOf(payment);
  const begins = isSettled(status) && !isSettled(before);
  const isTaken = status !== before && (begins || status === 'refunded');
  refuseIf((receivedOn !== undefined || way !== undefined) && !isTaken, 400);
  refuseIf(receivedOn !== undefined && receivedOn > state.today, 400);
  // "at most what is kept then, and the amount; else 400 under `fee`, with another status … too"
  const most = Math.min(payment.cents, Math.max(0, kept));
  refuseIf(fee !== undefined && (status !== 'cancelled' || Math.round(fee * 100) > most), 400);
  const isOtherFee = fee !== undefined && Math.round(fee * 100) !== standing;
  if (status === before && !isOtherFee) return;
  const day = receivedOn ?? state.today;
  if (isOtherFee) {
    const named = fee > 0 && shortfall > 0 ? { shortfall: shortfall / 100 } : {};
    add(state, payment, [{ kind: 'said', status, day, fee, ...named }]);
    return;
  }
  const said = (one: Status): Draft => ({ kind: 'said', status: one, day });
  const alone: Draft[] = [{ ...said(status), ...(begins && { word: true as const }) }];
  const opening = before === 'refunded' || standing > 0 ? [said('pending')] : [];
  const opened = { ...payment, entries: [...payment.entries, ...(opening as Entry[])] };
  const { due } = figuresOf(opened);
  const { refund } = figuresOf(payment).bounds;
  if (way && begins && due)
    add(state, payment, [
      ...opening,
      { kind: 'receipt', way, day, amount: due / 100 },
      ...(status === 'confirmed' ? [said('confirmed')] : []),
    ]);
  else if (way && status === 'refunded' && refund)
    add(state, payment, [
      { kind: 'refund', way, day, amount: refund / 100, ...ended(payment, refund) },
      said('refunded'),
    ]);
  else add(state, payment, alone);
}

/** A person sets a status, or adds a note to the one that stands. */
export function setStatus(state: State, id: string, status: Status, words: Words, version?: number): void {
  const payment = paymentOf(state, id);
  refuseIf(version !== undefined && version !== payment.version, 409);
  say(state, payment, status, words);
  finish(state, payment);
}

/** Takes a change of status back, where the payment still has the version that the change gave it. */
export function undoStatus(state: State, id: string, version: number, step: string | undefined): void {
  const payment = paymentOf(state, id);
  refuseIf(version !== payment.version, 409);
  if (step !== undefined) voidStep(state, payment, step);
  finish(state, payment);
}

/** Records a new payment by an admin. */
export function create(
  state: State,
  made: Omit<ModelPayment, 'entries' | 'bookings' | 'version'>,
  status: Status,
  words: Words,
): void {
  const payment = { ...made, entries: [], bookings: [], version: 0 };
  say(state, payment, status, words);
  bookAct(state, payment);
  state.payments.push(payment);
}

/** Money that an admin says came or went. */
export function hand(
  state: State,
  id: string,
  { kind, way, cents, day }: { kind: 'receipt' | 'refund'; way: HandWay; cents: number; day: string },
  version: number,
): void {
  const payment = paymentOf(state, id);
  refuseIf(version !== payment.version, 409);
  refuseIf(day > state.today || cents > figuresOf(payment).bounds[kind], 400);
  const letGo = kind === 'refund' ? ended(payment, cents) : {};
  add(state, payment, [{ kind, way, amount: cents / 100, day, ...letGo }]);
  finish(state, payment);
}

/** Voids the step of an entry that an admin has recorded. */
export function voidHand(state: State, id: string, place: number, version: number): void {
  const payment = paymentOf(state, id);
  const entry = payment.entries[place];
  refuseIf(!entry, 404);
  const { step, voided } = entry!;
  const isOther = payment.entries.some(
    (one) => one.step === step && (one.way === 'bank' || one.way === 'card'),
  );
  refuseIf(version !== payment.version || !!voided || isOther, 409);
  // An admin may take back that a debit failed: it has no way.
  voidStep(state, payment, step);
  finish(state, payment);
}

const isFixed = ({ closedUntil }: State, { entries, bookings }: ModelPayment): boolean =>
  entries.some((entry) => entry.kind !== 'said' && isStanding(entry)) ||
  [...entries.flatMap((one) => [one, ...(one.voided ? [one.voided] : [])]), ...bookings].some(
    ({ bookedOn }) => bookedOn <= closedUntil,
  );

/** Replaces amount, currency and status by the form. */
export function edit(
  state: State,
  id: string,
  {
    cents,
    currency,
    status,
    ...words
  }: Pick<ModelPayment, 'cents' | 'currency'> & { status: Status } & Words,
  version: number,
): void {
  const payment = paymentOf(state, id);
  refuseIf(version !== payment.version, 409);
  const isOther = cents !== payment.cents || currency !== payment.currency;
  refuseIf(isOther && isFixed(state, payment), 409);
  // "A change of amount … changes the last part, or is 400 … where that would be 0 or less"
  const last = payment.plan?.at(-1);
  if (last) last.cents += cents - payment.cents;
  refuseIf(!!last && last.cents <= 0, 400);
  Object.assign(payment, { cents, currency });
  say(state, payment, status, words);
  finish(state, payment);
}

/** Makes, changes or ends the plan of a payment. */
export function setPlan(state: State, id: string, plan: ModelPart[] | undefined, version: number): void {
  const payment = paymentOf(state, id);
  // "the same again changes nothing"
  if (JSON.stringify(plan) === JSON.stringify(payment.plan)) return;
  refuseIf(version !== payment.version || statusOf(payment) !== 'pending', 409);
  const isWrong = plan && (plan.length < 2 || plan.some(({ cents }) => cents <= 0));
  refuseIf(!!isWrong, 400);
  if (plan) payment.plan = plan;
  else delete payment.plan;
  finish(state, payment);
}

/** The parts of a payment with what is open of each: "covered … fills the parts in their order". */
export function partsOf(payment: ModelPayment): (ModelPart & { open: number })[] {
  let covered = payment.cents - figuresOf(payment).due;
  return (payment.plan ?? []).map((part) => {
    const filled = Math.min(covered, part.cents);
    covered -= filled;
    return { ...part, open: part.cents - filled };
  });
}

export function remove(state: State, id: string): void {
  const payment = paymentOf(state, id);
  refuseIf(isFixed(state, payment), 409);
  state.payments.splice(state.payments.indexOf(payment), 1);
}

// Bank transactions.

/** The amount that is neither allocated nor taken back, with the sign of the transaction's. */
export const restOf = ({ cents, allocations, offsets }: ModelTransaction): number =>
  // Not -0, which is another number to the tests.
  Math.sign(cents) * (Math.abs(cents) - total(allocations) - total(offsets)) || 0;

export function stateOf(transaction: ModelTransaction): 'open' | 'matched' | 'ignored' {
  const { cents, allocations, offsets, reason } = transaction;
  if (restOf(transaction) === 0) return 'matched';
  const isUsed = allocations.length + offsets.length > 0;
  if (reason) return isUsed ? 'matched' : 'ignored';
  return cents < 0 && !isUsed ? 'ignored' : 'open';
}

const isReversed = ({ cents, offsets }: ModelTransaction): boolean =>
  cents > 0 && offsets.some(({ kind }) => kind === 'reversal');

/** Loads a transaction that takes parts now. */
function loadOpen(state: State, id: string, version: number): ModelTransaction {
  const transaction = transactionOf(state, id);
  const shown = stateOf(transaction);
  refuseIf(version !== transaction.version || isReversed(transaction), 409);
  refuseIf(shown === 'matched' || (shown === 'ignored' && transaction.cents > 0), 409);
  return transaction;
}

function touch(transaction: ModelTransaction): void {
  delete transaction.reason;
  transaction.version += 1;
}

export interface Part {
  payment: string;
  cents: number;
  settles?: number;
}

export function match(
  state: State,
  id: string,
  parts: readonly Part[],
  acceptShortfall: boolean,
  version: number,
): void {
  const transaction = loadOpen(state, id, version);
  refuseIf(total(parts) > Math.abs(restOf(transaction)), 400);
  for (const { payment: of, cents, settles } of parts) {
    const payment = paymentOf(state, of);
    refuseIf((payment.currency === transaction.currency) !== (settles === undefined), 400);
    const settled = settles ?? cents;
    const { bounds, due, unproven, refunded } = figuresOf(payment);
    const entry = nextId(state);
    const made = {
      _id: entry,
      step: entry,
      way: 'bank' as const,
      amount: settled / 100,
      day: transaction.day,
    };
    let shortfall = 0;
    if (transaction.cents < 0) {
      refuseIf(settled > bounds.refund, 400);
      add(state, payment, [{ ...made, kind: 'refund', ...ended(payment, settled) }]);
    } else {
      refuseIf(settled > bounds.receipt, 400);
      if (acceptShortfall) shortfall = Math.max(0, due + unproven - settled);
      refuseIf(shortfall > 0 && (refunded > 0 || shortfall > shortfallLimit), 400);
      const letGo: Draft = {
        kind: 'shortfall',
        of: entry,
        step: entry,
        amount: shortfall / 100,
        day: made.day,
      };
      add(state, payment, [{ ...made, kind: 'receipt' }, ...(shortfall ? [letGo] : [])]);
    }
    finish(state, payment);
    transaction.allocations.push({ payment: of, cents, settled, shortfall, entry });
  }
  touch(transaction);
}

/** Ties an outgoing transaction to the incoming one that it takes back. */
export function tie(
  state: State,
  id: string,
  { kind, cents, incoming: other }: { kind: 'reversal' | 'return'; cents: number; incoming: string },
  version: number,
): void {
  const outgoing = loadOpen(state, id, version);
  const incoming = transactionOf(state, other);
  refuseIf(outgoing.cents > 0 || incoming.cents < 0, 400);
  refuseIf(isReversed(incoming), 409);
  refuseIf(cents > Math.abs(restOf(outgoing)), 400);
  refuseIf(kind === 'return' && cents > restOf(incoming), 400);
  refuseIf(kind === 'reversal' && incoming.offsets.length > 0, 409);
  refuseIf(kind === 'reversal' && cents !== incoming.cents, 400);
  const offset = { id: nextId(state), kind, cents, incoming: other, outgoing: id };
  if (kind === 'return') tell(state, incoming);
  else {
    for (const { payment: of, settled, shortfall, entry } of [...incoming.allocations].reverse()) {
      const payment = paymentOf(state, of);
      const letGo = Math.min(shortfall, figuresOf(payment).shortfall);
      add(state, payment, [
        {
          kind,
          of: entry,
          step: offset.id,
          way: 'bank',
          amount: settled / 100,
          day: outgoing.day,
          ...(letGo > 0 && { shortfall: letGo / 100 }),
        },
      ]);
      finish(state, payment);
    }
    incoming.reversed = incoming.allocations;
    incoming.allocations = [];
  }
  incoming.offsets.push(offset);
  outgoing.offsets.push(offset);
  touch(outgoing);
  incoming.version += 1;
}

/** Adds a line to the histories of the payments that an incoming transaction is allocated to. */
function tell(state: State, { allocations }: ModelTransaction): void {
  for (const id of new Set(allocations.map((one) => one.payment))) finish(state, paymentOf(state, id));
}

/** Says that an incoming transaction is a refund that came back. */
export function comeBack(
  state: State,
  id: string,
  { cents, outgoing: other }: { cents: number; outgoing: string },
  version: number,
): void {
  const incoming = loadOpen(state, id, version);
  const outgoing = transactionOf(state, other);
  refuseIf(incoming.cents < 0 || outgoing.cents > 0 || !outgoing.allocations.length, 400);
  refuseIf(cents > restOf(incoming), 400);
  const refunds = outgoing.allocations
    .map((allocation) => {
      const { entries } = paymentOf(state, allocation.payment);
      const came = entries.filter((entry) => isStanding(entry) && entry.of === allocation.entry);
      const steps = new Set(came.map(({ step }) => step));
      const back = state.transactions
        .flatMap(({ offsets }) => offsets)
        .reduce((sum, one) => sum + (steps.has(one.id) ? one.cents : 0), 0);
      const cameSettled = came.reduce((sum, { amount = 0 }) => sum + Math.round(amount * 100), 0);
      return { allocation, left: allocation.cents - back, back, cameSettled };
    })
    .filter(({ left }) => left >= cents);
  // "one of exactly it, else one of more"
  const found = refunds.find(({ left }) => left === cents) ?? refunds[0];
  if (!found) throw new Refusal(400);
  const { allocation: refund, back, cameSettled } = found;
  // "Parts in another currency are rounded so that they add up."
  const whole = Math.round((refund.settled * (back + cents)) / refund.cents);
  const payment = paymentOf(state, refund.payment);
  const step = nextId(state);
  add(state, payment, [
    {
      kind: 'refundReturned',
      of: refund.entry,
      step,
      way: 'bank',
      day: incoming.day,
      amount: Math.max(0, whole - cameSettled) / 100,
    },
  ]);
  finish(state, payment);
  incoming.offsets.push({
    id: step,
    kind: 'refundReturned',
    cents,
    incoming: id,
    outgoing: other,
    payment: payment.id,
  });
  touch(incoming);
}

export function ignore(state: State, id: string, reason: string, version: number): void {
  const transaction = transactionOf(state, id);
  refuseIf(version !== transaction.version || stateOf(transaction) !== 'open', 409);
  transaction.reason = reason;
  transaction.version += 1;
}

/** Chooses the parts to undo by their place among allocations and then offsets; 'rest' for the ignored rest only. */
export type Chosen = number[] | 'rest' | undefined;

export function undo(state: State, id: string, chosen: Chosen, version: number): void {
  const transaction = transactionOf(state, id);
  refuseIf(version !== transaction.version || isReversed(transaction), 409);
  const { allocations, offsets, cents, reason } = transaction;
  const isIgnored = !!reason && restOf(transaction) !== 0;
  const isChosen = (place: number) => chosen === undefined || (chosen !== 'rest' && chosen.includes(place));
  const taken = allocations.filter((_, place) => isChosen(place));
  const wanted = offsets.filter((_, place) => isChosen(allocations.length + place));
  // The offsets of incoming money belong to the outgoing transactions, but for refunds that came back.
  const own = wanted.filter(({ kind }) => cents < 0 || kind === 'refundReturned');
  refuseIf(Array.isArray(chosen) && own.length < wanted.length, 409);
  refuseIf(!isIgnored && !taken.length && !own.length, 409);
  for (const { payment: of, entry } of [...taken].reverse()) {
    const payment = paymentOf(state, of);
    voidStep(state, payment, entry);
    finish(state, payment);
  }
  for (const offset of [...own].reverse()) untie(state, offset);
  transaction.allocations = allocations.filter((one) => !taken.includes(one));
  transaction.offsets = offsets.filter((one) => !own.includes(one));
  touch(transaction);
}

/** Undoes an offset at the other transaction and the payments. */
function untie(state: State, { id, kind, incoming: other, payment: of }: Offset): void {
  if (of !== undefined) {
    const payment = paymentOf(state, of);
    voidStep(state, payment, id);
    finish(state, payment);
    return;
  }
  const incoming = transactionOf(state, other);
  incoming.offsets = incoming.offsets.filter((one) => one.id !== id);
  incoming.version += 1;
  if (kind === 'return') return tell(state, incoming);
  for (const { payment: name } of incoming.reversed) {
    const payment = paymentOf(state, name);
    voidStep(state, payment, id);
    finish(state, payment);
  }
  incoming.allocations = incoming.reversed;
  incoming.reversed = [];
}

/** Deletes a statement without matches, and the transactions that no other statement holds. */
export function deleteStatement(state: State, id: string): void {
  const held = state.transactions.filter(({ statements }) => statements.includes(id));
  const isUsed = ({ allocations, offsets }: ModelTransaction) => allocations.length + offsets.length > 0;
  refuseIf(
    held.some((one) => stateOf(one) === 'matched' || isUsed(one)),
    409,
  );
  for (const transaction of held) transaction.statements = transaction.statements.filter((one) => one !== id);
  state.transactions = state.transactions.filter(({ statements }) => statements.length > 0);
}

// Cards.

/** Hears an event of a session, which may have been told before. */
export function hear(state: State, id: string, fact: CardFact): void {
  const session = state.sessions.find((one) => one.id === id)!;
  if (session.told.some(({ event }) => event === fact.event)) return;
  session.told.push(fact);
  const payment = state.payments.find((one) => one.id === session.payment);
  if (payment) settleCard(state, session, payment);
}

/** An admin says which payment a held session pays. */
export function assign(state: State, id: string, of: string): void {
  const session = state.sessions.find((one) => one.id === id)!;
  const payment = paymentOf(state, of);
  refuseIf(payment.session !== undefined, 409);
  payment.session = id;
  session.payment = of;
  settleCard(state, session, payment);
}

/** The payment that the first events of a session record. */
export function recordCard(
  state: State,
  session: CardSession,
  made: Pick<ModelPayment, 'id' | 'referenceNumber' | 'fullName' | 'customerId'>,
): void {
  const { minor: cents, currency, id } = session;
  const payment = { ...made, cents, currency, session: id, entries: [], bookings: [], version: 0 };
  state.payments.push(payment);
  session.payment = made.id;
  settleCard(state, session, payment);
  payment.version = 0;
}

/** Brings the entries of a payment to what the events of its card say: they are facts. */
function settleCard(state: State, session: CardSession, payment: ModelPayment): void {
  const wanted = cardMoney(session, payment);
  const former = payment.entries.filter((entry) => entry.way === 'card' && isStanding(entry));
  const isSaid = ({ cardId, amount }: Entry) =>
    wanted.some((one) => one.cardId === cardId && one.cents === Math.round(amount! * 100));
  const kept = former.filter(isSaid);
  const before = { ...figuresOf(payment), entries: payment.entries.length };
  for (const entry of former) if (!kept.includes(entry)) voidEntry(state, entry);
  for (const { kind, cents, day, cardId } of wanted)
    if (!kept.some((entry) => entry.cardId === cardId))
      add(state, payment, [
        {
          kind,
          way: 'card',
          amount: cents / 100,
          day,
          cardId,
          ...(kind !== 'receipt' && ended(payment, cents)),
        },
      ]);
  const now = sessionState(session);
  if (now === 'failed' && session.state !== 'failed' && before.status === 'pending' && before.kept === 0)
    add(state, payment, [{ kind: 'said', status: 'failed', day: state.today }]);
  if (now !== undefined) session.state = now;
  const shown = shownOf(session, payment);
  const isChanged =
    shown !== session.shown || kept.length < former.length || payment.entries.length > before.entries;
  session.shown = shown;
  if (isChanged) finish(state, payment);
}
