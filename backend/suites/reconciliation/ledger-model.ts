/**
 * Payments and bank transactions in memory, written from the rules alone: nothing of the server is used. Balances are
 * summed anew from all transactions after each act, and a flag says whether the last change of a status was a person's.
 */

export type Status = 'pending' | 'paid' | 'confirmed' | 'failed' | 'refunded' | 'cancelled';
export type Offset = 'reversal' | 'return';

export interface ModelPayment {
  id: string;
  referenceNumber: string;
  fullName: string;
  currency: string;
  cents: number;
  status: Status;
  received: number;
  refunded: number;
  shortfall: number;
  reversed: number;
  /** The part of the refunded amount that is owed again. */
  owedAgain: number;
  /** The status that a person has set last, and whether it is the last change. */
  byHand: Status | null;
  isByHand: boolean;
  version: number;
}

interface ModelAllocation {
  payment: ModelPayment;
  cents: number;
  settled: number;
  shortfall: number;
}

interface ModelOffset {
  kind: Offset;
  cents: number;
  incoming: ModelTransaction;
  outgoing: ModelTransaction;
}

export interface ModelTransaction {
  id: string;
  text: string;
  day: string;
  currency: string;
  cents: number;
  /** The statements that hold it. */
  statements: Set<string>;
  /** The reason that an admin has ignored it for, or its rest. */
  reason?: string;
  allocations: ModelAllocation[];
  /** The allocations that counted before the bank reversed it. */
  reversed: ModelAllocation[];
  offsets: ModelOffset[];
  version: number;
}

export interface Part {
  payment: ModelPayment;
  cents: number;
  settles?: number;
}

const shortfallLimit = 5000;

const isSettled = ({ status }: { status: Status }): boolean => status === 'paid' || status === 'confirmed';
export const openOf = ({ cents, owedAgain, received, shortfall }: ModelPayment): number =>
  cents + owedAgain - received - shortfall;
export const dueOf = (payment: ModelPayment): number => (isSettled(payment) ? 0 : openOf(payment));
/** The payment's part of the revenue. */
export const revenueOf = (payment: ModelPayment): number =>
  isSettled(payment) ? payment.cents - Math.max(0, payment.refunded - payment.owedAgain) : 0;

const total = (parts: readonly { cents: number }[]): number =>
  parts.reduce((sum, { cents }) => sum + cents, 0);

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

/** Sums a payment's balance anew, and lets its status follow. Each call is one entry of its history. */
function follow(
  payment: ModelPayment,
  transactions: readonly ModelTransaction[],
  act: 'match' | 'refund' | 'undo',
): void {
  const own = (parts: readonly ModelAllocation[]) => parts.filter((part) => part.payment === payment);
  const sumOf = (sign: 1 | -1, field: 'settled' | 'shortfall') =>
    transactions
      .filter(({ cents }) => Math.sign(cents) === sign)
      .flatMap(({ allocations }) => own(allocations))
      .reduce((sum, part) => sum + part[field], 0);
  payment.received = sumOf(1, 'settled');
  payment.shortfall = sumOf(1, 'shortfall');
  payment.refunded = sumOf(-1, 'settled');
  payment.reversed = transactions
    .flatMap(({ reversed }) => own(reversed))
    .reduce((sum, { settled }) => sum + settled, 0);
  payment.owedAgain = Math.min(payment.owedAgain, payment.refunded);
  payment.version += 1;
  const { received, refunded, owedAgain } = payment;
  const isGivenBack = refunded > owedAgain && refunded === received;
  const isPaid = received > 0 && openOf(payment) === 0;
  const set = (status: Status, isByHand: boolean) => {
    if (status !== payment.status) payment.isByHand = isByHand;
    payment.status = status;
  };
  if (isGivenBack && (act === 'refund' || !payment.isByHand)) return set('refunded', false);
  if (payment.isByHand) {
    if (act === 'match' && isPaid && !isGivenBack && !isSettled(payment)) set('paid', false);
    return;
  }
  const { byHand } = payment;
  if (isPaid) return byHand && isSettled({ status: byHand }) ? set(byHand, true) : set('paid', false);
  set(byHand ?? 'pending', byHand !== null);
}

/** Returns the allocations that a match makes, or the status with which the call is refused. */
function planParts(
  transaction: ModelTransaction,
  parts: Part[],
  acceptShortfall: boolean,
): ModelAllocation[] | 400 {
  if (total(parts) > Math.abs(restOf(transaction))) return 400;
  const planned: ModelAllocation[] = [];
  for (const { payment, cents, settles } of parts) {
    if ((payment.currency === transaction.currency) !== (settles === undefined)) return 400;
    const settled = settles ?? cents;
    if (transaction.cents < 0) {
      if (settled > payment.received - payment.refunded) return 400;
      planned.push({ payment, cents, settled, shortfall: 0 });
      continue;
    }
    const open = openOf(payment);
    if (payment.status === 'refunded' || settled > open) return 400;
    const shortfall = acceptShortfall ? open - settled : 0;
    if (shortfall > shortfallLimit) return 400;
    planned.push({ payment, cents, settled, shortfall });
  }
  return planned;
}

/** Returns whether a transaction takes no parts now. */
const isClosed = (transaction: ModelTransaction): boolean =>
  stateOf(transaction) === 'matched' || (stateOf(transaction) === 'ignored' && transaction.cents > 0);

/** Matches; returns the status that the server must respond with. */
export function match(
  transactions: readonly ModelTransaction[],
  transaction: ModelTransaction,
  parts: Part[],
  acceptShortfall: boolean,
): 200 | 400 | 409 {
  if (isClosed(transaction)) return 409;
  const planned = planParts(transaction, parts, acceptShortfall);
  if (planned === 400) return 400;
  for (const allocation of planned) {
    transaction.allocations.push(allocation);
    follow(allocation.payment, transactions, transaction.cents < 0 ? 'refund' : 'match');
  }
  delete transaction.reason;
  transaction.version += 1;
  return 200;
}

/** Thrown where a later act stands on what would be taken back: the whole act is refused. */
class Refused extends Error {}

/** Makes an act of several steps, or none of them. */
function atomically(transactions: readonly ModelTransaction[], steps: () => void): 200 | 409 {
  const payments = new Set(
    transactions.flatMap(({ allocations, reversed }) =>
      [...allocations, ...reversed].map(({ payment }) => payment),
    ),
  );
  const before = [
    ...transactions.map((one): [object, object] => [
      one,
      {
        ...one,
        allocations: [...one.allocations],
        reversed: [...one.reversed],
        offsets: [...one.offsets],
      },
    ]),
    ...[...payments].map((one): [object, object] => [one, { ...one }]),
  ];
  try {
    steps();
    return 200;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    for (const [record, copy] of before) Object.assign(record, copy);
    return 409;
  }
}

/** Follows an allocation that was taken back or restored. */
function followTaken({ payment }: ModelAllocation, transactions: readonly ModelTransaction[]): void {
  follow(payment, transactions, 'undo');
  if (payment.received < payment.refunded || openOf(payment) < 0) throw new Refused();
}

/** Ties an outgoing transaction to an incoming one; returns the status that the server must respond with. */
export function tie(
  transactions: readonly ModelTransaction[],
  outgoing: ModelTransaction,
  incoming: ModelTransaction,
  { kind, cents }: { kind: Offset; cents: number },
): 200 | 400 | 409 {
  if (isClosed(outgoing)) return 409;
  if (outgoing.cents > 0 || incoming.cents < 0) return 400;
  if (incoming.offsets.some((offset) => offset.kind === 'reversal')) return 409;
  if (cents > Math.abs(restOf(outgoing))) return 400;
  if (kind === 'return' && cents > restOf(incoming)) return 400;
  if (kind === 'reversal') {
    if (incoming.offsets.length) return 409;
    if (cents !== incoming.cents) return 400;
  }
  return atomically(transactions, () => {
    const offset = { kind, cents, incoming, outgoing };
    incoming.offsets.push(offset);
    outgoing.offsets.push(offset);
    if (kind === 'return') tell(incoming, transactions);
    else
      // One entry in the history for each allocation, the last one first.
      for (const allocation of [...incoming.allocations].reverse()) {
        incoming.allocations.splice(incoming.allocations.indexOf(allocation), 1);
        incoming.reversed.unshift(allocation);
        followTaken(allocation, transactions);
      }
    delete outgoing.reason;
    incoming.version += 1;
    outgoing.version += 1;
  });
}

/** Adds an entry to the histories of the payments that an incoming transaction is allocated to. */
function tell(incoming: ModelTransaction, transactions: readonly ModelTransaction[]): void {
  for (const payment of new Set(incoming.allocations.map((one) => one.payment)))
    follow(payment, transactions, 'undo');
}

export function ignore(transaction: ModelTransaction, reason: string): 200 | 409 {
  if (stateOf(transaction) !== 'open') return 409;
  transaction.reason = reason;
  transaction.version += 1;
  return 200;
}

/** Chooses the parts to undo by their place among allocations and then offsets; 'rest' for the ignored rest only. */
export type Chosen = number[] | 'rest' | undefined;

/** Undoes parts of a transaction; returns the status that the server must respond with. */
export function undo(
  transactions: readonly ModelTransaction[],
  transaction: ModelTransaction,
  chosen: Chosen,
): 200 | 409 {
  const { allocations, offsets, cents, reason } = transaction;
  if (cents > 0 && offsets.some(({ kind }) => kind === 'reversal')) return 409;
  const isIgnored = !!reason && restOf(transaction) !== 0;
  const isChosen = (place: number) => chosen === undefined || (chosen !== 'rest' && chosen.includes(place));
  const taken = allocations.filter((_, place) => isChosen(place));
  const wanted = offsets.filter((_, place) => isChosen(allocations.length + place));
  if (Array.isArray(chosen) && cents > 0 && wanted.length) return 409;
  const takenOffsets = cents < 0 ? wanted : [];
  if (!isIgnored && !taken.length && !takenOffsets.length) return 409;
  return atomically(transactions, () => {
    for (const allocation of [...taken].reverse()) {
      allocations.splice(allocations.indexOf(allocation), 1);
      followTaken(allocation, transactions);
    }
    for (const offset of [...takenOffsets].reverse()) untie(offset, transactions);
    delete transaction.reason;
    transaction.version += 1;
  });
}

function untie(offset: ModelOffset, transactions: readonly ModelTransaction[]): void {
  const { kind, incoming, outgoing } = offset;
  incoming.offsets.splice(incoming.offsets.indexOf(offset), 1);
  outgoing.offsets.splice(outgoing.offsets.indexOf(offset), 1);
  incoming.version += 1;
  if (kind === 'return') return tell(incoming, transactions);
  while (incoming.reversed.length) {
    const [allocation] = incoming.reversed.splice(0, 1);
    if (!allocation) return;
    incoming.allocations.push(allocation);
    followTaken(allocation, transactions);
  }
}

/**
 * Deletes a statement without matches, and the transactions that no other statement holds. Returns the status that the
 * server must respond with.
 */
export function deleteStatement(transactions: ModelTransaction[], id: string): 204 | 409 {
  const held = transactions.filter(({ statements }) => statements.has(id));
  const isUsed = ({ allocations, offsets }: ModelTransaction) => allocations.length + offsets.length > 0;
  if (held.some((transaction) => stateOf(transaction) === 'matched' || isUsed(transaction))) return 409;
  for (const transaction of held) {
    transaction.statements.delete(id);
    if (!transaction.statements.size) transactions.splice(transactions.indexOf(transaction), 1);
  }
  return 204;
}

/** The fields of a payment that undoing a change of status restores. */
export type Restored = Pick<ModelPayment, 'status' | 'byHand' | 'isByHand' | 'owedAgain'>;

/** A person sets a status, or adds a note to the one that stands. */
export function setStatus(payment: ModelPayment, status: Status): void {
  payment.version += 1;
  if (status === payment.status) return;
  const { cents, received, shortfall, refunded } = payment;
  if (status === 'refunded') payment.owedAgain = Math.max(0, received + shortfall - cents);
  else if ((payment.status === 'refunded' || isSettled(payment)) && !isSettled({ status }))
    payment.owedAgain = Math.min(refunded, received);
  payment.status = status;
  payment.byHand = status;
  payment.isByHand = true;
}

/** Takes a change of status back, where the payment still has the version that the change gave it. */
export function undoStatus(payment: ModelPayment, version: number, before: Restored): boolean {
  if (payment.version !== version) return false;
  Object.assign(payment, before);
  payment.version += 1;
  return true;
}
