import { type RaRecord, useNotify } from 'react-admin';
import { messages } from '#domain/platform/messages';
import { errorMessage, HttpError } from '#browser/http';
import type { BankTransaction } from '#domain/bank/reconciliation';
import { useWrite } from '../../data/useCall.js';
import { useOfferUndo, useTellFailure } from '../../ui/undo/undo.js';
import type { Call } from '../../data/call.js';
import { isUnanswered } from '../../data/session/untilAnswered.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** Notifies of an undo, and of a payment that keeps its status. */
export function useTellUndone() {
  const notify = useNotify();
  const translate = useTranslate();
  return (message: string, isStatusKept: boolean) =>
    notify(isStatusKept ? `${message} ${translate('resources.reconcile.done.statusKept')}` : message, {
      type: isStatusKept ? 'warning' : 'success',
    });
}

/** Undoes one change. After a conflict, what still stands of it is undone; nothing does if it was undone already. */
async function undoExactly(call: Call, change: TransactionChange): Promise<{ statusKept: boolean }> {
  const { id } = change;
  const undo = (one: TransactionChange) =>
    call('POST /bank-transactions/{id}/undo', { id, body: undoInput(one) });
  try {
    return await undo(change);
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 409)) throw error;
    const transaction = await call('GET /bank-transactions/{id}', { id });
    const left = standing(change, transaction);
    if (!left) return { statusKept: false };
    return undo({ ...left, version: transaction.version });
  }
}

/**
 * Undoes changes one after the other, each with a call of its own; returns those undone, and the first refusal. A
 * change that was made meanwhile to other parts of a transaction does not stand in the way. Throws where a call gets
 * no answer; a repeated call undoes nothing twice.
 */
async function undoTransactions(call: Call, changes: readonly TransactionChange[]) {
  const undone: { statusKept: boolean }[] = [];
  let failure: unknown;
  for (const change of changes)
    try {
      undone.push(await undoExactly(call, change));
    } catch (error) {
      if (isUnanswered(error)) throw error;
      failure ??= error;
    }
  return { undone, failure };
}

/** Offers to undo changes of transactions, and notifies of the result. */
export function useOfferTransactionUndo() {
  const tellFailure = useTellFailure();
  const translate = useTranslate();
  const offerUndo = useOfferUndo();
  const tellUndone = useTellUndone();
  const { mutateAsync } = useWrite({
    mutationKey: ['bank-transactions', 'undoLast'],
    mutationFn: (changes: readonly TransactionChange[], call) => undoTransactions(call, changes),
    onSuccess: ({ undone, failure }) => {
      if (undone.length)
        tellUndone(
          translate('resources.reconcile.done.undone', { smart_count: undone.length }),
          undone.some(({ statusKept }) => statusKept),
        );
      if (failure)
        tellFailure(failure, errorMessage(failure, messages.undoTransaction), translate('admin.undo.failed'));
    },
  });
  return (message: string, changes: readonly TransactionChange[]) =>
    offerUndo({ message, parts: undoParts(changes), undo: () => mutateAsync(changes) });
}

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
const undoParts = (changes: readonly TransactionChange[]) =>
  changes.map((change) => ({
    resource: 'bank-transactions' as const,
    id: change.id,
    version: change.version,
    stands: (record: RaRecord) => standing(change, record as RaRecord & BankTransaction) !== undefined,
  }));
