/** Payments and bank transactions in memory, written from the rules alone: nothing of the server is used. */

export type Status = 'pending' | 'paid' | 'confirmed' | 'failed' | 'refunded' | 'cancelled';

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
  /** The allocation that set the status; null where an admin set it. */
  madeBy: ModelAllocation | null;
  version: number;
}

interface ModelAllocation {
  payment: ModelPayment;
  cents: number;
  settled: number;
  shortfall: number;
  before: { status: Status; madeBy: ModelAllocation | null };
}

export interface ModelTransaction {
  id: string;
  text: string;
  day: string;
  currency: string;
  cents: number;
  /** The statements that hold it. */
  statements: Set<string>;
  state: 'open' | 'matched' | 'ignored';
  reason?: string;
  allocations: ModelAllocation[];
  version: number;
}

export interface Part {
  payment: ModelPayment;
  cents: number;
  settles?: number;
}

const shortfallLimit = 5000;

const isSettled = ({ status }: ModelPayment): boolean => status === 'paid' || status === 'confirmed';
export const openOf = ({ cents, received, shortfall }: ModelPayment): number => cents - received - shortfall;
export const dueOf = (payment: ModelPayment): number => (isSettled(payment) ? 0 : openOf(payment));

/** The amount that is not allocated, with the sign of the transaction's. */
export const restOf = ({ cents, allocations }: ModelTransaction): number =>
  // Not -0, which is another number to the tests.
  Math.sign(cents) * (Math.abs(cents) - allocations.reduce((total, one) => total + one.cents, 0)) || 0;

interface Change {
  payment: ModelPayment;
  allocation: ModelAllocation;
  isWhole: boolean;
}

/** Returns the changes of the payments, or the status with which the call is refused. */
function planParts(transaction: ModelTransaction, parts: Part[], acceptShortfall: boolean): Change[] | 400 {
  const total = parts.reduce((sum, { cents }) => sum + cents, 0);
  if (total > Math.abs(restOf(transaction))) return 400;
  const changes: Change[] = [];
  for (const { payment, cents, settles } of parts) {
    if ((payment.currency === transaction.currency) !== (settles === undefined)) return 400;
    const settled = settles ?? cents;
    const before = { status: payment.status, madeBy: payment.madeBy };
    if (transaction.cents < 0) {
      const left = payment.received - payment.refunded;
      if (settled > left) return 400;
      const allocation = { payment, cents, settled, shortfall: 0, before };
      changes.push({ payment, allocation, isWhole: settled === left });
      continue;
    }
    const open = openOf(payment);
    if (payment.status === 'refunded' || settled > open) return 400;
    const shortfall = acceptShortfall ? open - settled : 0;
    if (shortfall > shortfallLimit) return 400;
    const allocation = { payment, cents, settled, shortfall, before };
    changes.push({ payment, allocation, isWhole: settled + shortfall === open });
  }
  return changes;
}

/** Matches; returns the status that the server must respond with. */
export function match(
  transaction: ModelTransaction,
  parts: Part[],
  acceptShortfall: boolean,
): 200 | 400 | 409 {
  if (transaction.state === 'matched') return 409;
  if (transaction.state === 'ignored' && transaction.cents > 0) return 409;
  const changes = planParts(transaction, parts, acceptShortfall);
  if (changes === 400) return 400;
  for (const { payment, allocation, isWhole } of changes) {
    const makes: Status | undefined = !isWhole
      ? undefined
      : transaction.cents < 0
        ? 'refunded'
        : isSettled(payment)
          ? undefined
          : 'paid';
    if (transaction.cents < 0) payment.refunded += allocation.settled;
    else payment.received += allocation.settled;
    payment.shortfall += allocation.shortfall;
    if (makes && makes !== payment.status) {
      payment.status = makes;
      payment.madeBy = allocation;
    }
    payment.version += 1;
    transaction.allocations.push(allocation);
  }
  transaction.state = restOf(transaction) === 0 ? 'matched' : 'open';
  delete transaction.reason;
  transaction.version += 1;
  return 200;
}

export function ignore(transaction: ModelTransaction, reason: string): 200 | 409 {
  if (transaction.state !== 'open') return 409;
  transaction.state = transaction.allocations.length ? 'matched' : 'ignored';
  transaction.reason = reason;
  transaction.version += 1;
  return 200;
}

/** Undoes all allocations of a transaction, or the one at an index. */
export function undo(
  transaction: ModelTransaction,
  index?: number,
): { status: 200; statusKept: boolean } | { status: 409 } {
  const { allocations, cents, reason } = transaction;
  const taken = index === undefined ? [...allocations] : allocations.slice(index, index + 1);
  if (!taken.length && (!reason || (cents < 0 && reason === 'outgoing'))) return { status: 409 };
  const received = new Map<ModelPayment, number>();
  if (cents > 0)
    for (const { payment, settled } of taken) {
      const left = (received.get(payment) ?? payment.received) - settled;
      if (left < payment.refunded) return { status: 409 };
      received.set(payment, left);
    }
  let statusKept = false;
  for (const allocation of taken.reverse()) {
    const { payment, settled, shortfall, before } = allocation;
    if (cents < 0) payment.refunded -= settled;
    else payment.received -= settled;
    payment.shortfall -= shortfall;
    payment.version += 1;
    if (payment.madeBy === allocation) Object.assign(payment, before);
    if (payment.status !== before.status) statusKept = true;
    allocations.splice(allocations.indexOf(allocation), 1);
  }
  const isOutgoingAgain = cents < 0 && !allocations.length;
  transaction.state = isOutgoingAgain ? 'ignored' : 'open';
  if (isOutgoingAgain) transaction.reason = 'outgoing';
  else delete transaction.reason;
  transaction.version += 1;
  return { status: 200, statusKept };
}

/**
 * Deletes a statement without matches, and the transactions that no other statement holds. Returns the status that the
 * server must respond with.
 */
export function deleteStatement(transactions: ModelTransaction[], id: string): 204 | 409 {
  const held = transactions.filter(({ statements }) => statements.has(id));
  if (held.some(({ state, allocations }) => state === 'matched' || allocations.length)) return 409;
  for (const transaction of held) {
    transaction.statements.delete(id);
    if (!transaction.statements.size) transactions.splice(transactions.indexOf(transaction), 1);
  }
  return 204;
}

export function setStatus(payment: ModelPayment, status: Status): void {
  payment.status = status;
  payment.madeBy = null;
  payment.version += 1;
}
