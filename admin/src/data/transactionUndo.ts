import type { RaRecord } from 'react-admin';
import type { BankTransaction } from '#domain/bank/reconciliation';

/** The parts of a transaction that one act has made, which its undo takes back. */
export interface TransactionChange {
  id: string;
  /** The transaction's version after the act. */
  version: number;
  /** The allocations and offsets that the act has made; without any, it has ignored the rest for the reason. */
  made: readonly string[];
  reason?: string;
}

type Parts = Pick<BankTransaction, 'allocations' | 'offsets' | 'reason'>;

/** Returns the parts of a change that a transaction still has; for an ignored rest, the change itself or nothing. */
export function standing(change: TransactionChange, { allocations, offsets = [], reason }: Parts) {
  const has = new Set([...allocations, ...offsets].map(({ _id }) => _id));
  const made = change.made.filter((id) => has.has(id));
  if (change.made.length) return made.length > 0 ? { ...change, made } : undefined;
  return reason !== undefined && reason === change.reason ? change : undefined;
}

/** The body of the call that undoes a change, and nothing else. */
export const undoInput = ({ made, version }: TransactionChange) =>
  made.length ? { version, allocationIds: [...made] } : { version, rest: true as const };

/** The parts of an offer to undo changes of transactions. */
export const undoParts = (changes: readonly TransactionChange[]) =>
  changes.map((change) => ({
    ...{ resource: 'bank-transactions' as const, id: change.id, version: change.version },
    stands: (record: RaRecord) => standing(change, record as RaRecord & BankTransaction) !== undefined,
  }));
