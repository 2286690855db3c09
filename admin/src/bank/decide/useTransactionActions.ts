import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '#domain/platform/messages';
import type { ConfirmInput, ConfirmResult, MatchInput } from '#domain/bank/matches';
import { formatNamedMoney, sum } from '#domain/platform/money';
import type { OutgoingMatchInput, PayoutMatchInput } from '#domain/bank/outgoing';
import { errorMessage, HttpError } from '#browser/http';
import { newKey } from '#browser/newKey';
import { useWrite } from '../../data/useCall.js';
import type { TransactionRecord } from '../../data/records.js';
import { isUnanswered, untilAnswered } from '../../data/session/untilAnswered.js';
import { useTellFailure } from '../../ui/undo/undo.js';
import { transactionAmount, transactionTitle } from './transactionText.js';
import { useOfferTransactionUndo, useTellUndone } from './useUndoTransactions.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';
import type { Call } from '../../data/call.js';
import { inBatches } from '../../data/eachRecord.js';

/** The reason why a change of one transaction failed. */
export interface ActionFailure {
  id: string;
  message: string;
  /** True if a colleague has changed the record (409): it is refetched. */
  isConflict: boolean;
  /** Error messages by field. */
  errors: Record<string, string>;
}

type Change = { transaction: TransactionRecord } & (
  | { kind: 'confirm' }
  | { kind: 'match'; input: MatchInput | OutgoingMatchInput | PayoutMatchInput }
  | { kind: 'ignore'; reason: string }
  | { kind: 'undo'; allocationId?: string }
);

const changeKey = ['bank-transactions', 'change'];

/** The answer of a change. */
interface Changed {
  version: number;
  made?: string[];
  statusKept?: boolean;
}

/** Returns the part of the transaction that a change is about. */
function changedAmount(change: Change): number {
  const { rest, allocations, offsets = [] } = change.transaction;
  if (change.kind === 'match' && 'allocations' in change.input)
    return sum(change.input.allocations.map(({ amount }) => amount));
  if (change.kind === 'match' && 'amount' in change.input) return change.input.amount;
  if (change.kind !== 'undo') return rest;
  const parts = [...allocations, ...offsets].filter(
    ({ _id }) => change.allocationId === undefined || _id === change.allocationId,
  );
  return parts.length ? sum(parts.map(({ amount }) => amount)) : rest;
}

const failures: Record<Change['kind'], string> = {
  confirm: messages.confirmTransactions,
  match: messages.matchTransaction,
  ignore: messages.ignoreTransaction,
  undo: messages.undoTransaction,
};

/** Confirms, matches, ignores and undoes, several transactions at once; a failure stays with its transaction. */
export function useTransactionActions(onDone: (transaction: TransactionRecord) => void) {
  const client = useQueryClient();
  const tellFailure = useTellFailure();
  const translate = useTranslate();
  const offerUndo = useOfferTransactionUndo();
  const tellUndone = useTellUndone();
  const [failure, setFailure] = useState<ActionFailure>();

  const change = useWrite({
    mutationKey: changeKey,
    about: ({ transaction }: Change) => transaction.id,
    mutationFn: async (asked: Change, call): Promise<Changed> => {
      const { id, version } = asked.transaction;
      if (asked.kind === 'match')
        return call('POST /bank-transactions/{id}/match', { id, body: asked.input });
      if (asked.kind === 'ignore')
        return call('POST /bank-transactions/{id}/ignore', { id, body: { reason: asked.reason, version } });
      if (asked.kind === 'undo') {
        const parts = asked.allocationId !== undefined && { allocationIds: [asked.allocationId] };
        return call('POST /bank-transactions/{id}/undo', { id, body: { version, ...parts } });
      }
      const [result] = await confirmTransactions(call, [asked.transaction]);
      if (!result?.ok) throw new HttpError(result?.message ?? messages.confirmTransactions, 409);
      return { version: result.version ?? version + 1, made: result.made };
    },
    onSuccess: (result, asked) => {
      const { transaction } = asked;
      const amount = formatNamedMoney(Math.abs(changedAmount(asked)), transaction.currency);
      const named = { name: transactionTitle(transaction), amount };
      const message = translate(`resources.reconcile.done.${asked.kind}`, named);
      if (asked.kind === 'undo') {
        tellUndone(message, result.statusKept === true);
        return;
      }
      offerUndo(message, [
        {
          id: transaction.id,
          version: result.version,
          made: result.made ?? [],
          ...(asked.kind === 'ignore' && { reason: asked.reason }),
        },
      ]);
      onDone(transaction);
    },
    onError: (error, { kind, transaction }) => {
      const isConflict = error instanceof HttpError && error.status === 409;
      const message = isUnanswered(error) ? messages.outcomeUnknown : errorMessage(error, failures[kind]);
      const errors = error instanceof HttpError ? (error.body.errors ?? {}) : {};
      setFailure({ id: transaction.id, message, isConflict, errors });
      if (kind === 'confirm' || kind === 'undo') {
        const named = { name: transactionTitle(transaction), amount: transactionAmount(transaction) };
        tellFailure(error, message, translate('resources.reconcile.failedOn', named));
      }
      // The record's current state is shown beside the reason.
      if (isConflict) void client.invalidateQueries({ queryKey: ['bank-transactions'] });
    },
  });

  const running = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
  const run = (asked: Change) => {
    setFailure((known) => (known?.id === asked.transaction.id ? undefined : known));
    change.mutate(asked);
  };

  return {
    /** The kind of the change that runs on a transaction. */
    busyWith: (id: string) => running.find(({ transaction }) => transaction.id === id)?.kind,
    failure,
    clearFailure: () => setFailure(undefined),
    confirm: (transaction: TransactionRecord) => run({ kind: 'confirm', transaction }),
    match: (transaction: TransactionRecord, input: MatchInput | OutgoingMatchInput | PayoutMatchInput) =>
      run({ kind: 'match', transaction, input }),
    ignore: (transaction: TransactionRecord, reason: string) => run({ kind: 'ignore', transaction, reason }),
    undo: (transaction: TransactionRecord, allocationId?: string) =>
      run({ kind: 'undo', transaction, allocationId }),
  };
}

export type TransactionActions = ReturnType<typeof useTransactionActions>;

/** The props of a part of a decision. */
export interface DecisionProps {
  transaction: TransactionRecord;
  actions: TransactionActions;
}

/** Confirms a batch. A call without an answer is made again by the same key, which answers what it has confirmed. */
async function confirmBatch(
  call: Call,
  body: ConfirmInput,
  idempotencyKey: string,
): Promise<ConfirmResult[]> {
  const { results } = await untilAnswered(() =>
    call('POST /bank-transactions/confirm', { body, idempotencyKey }),
  );
  return results;
}

/**
 * Confirms ready transactions with the payments that were seen, batch by batch; returns for each whether it was confirmed,
 * or why not. A batch that fails ends it. Throws where nothing was confirmed before; with the same `keys`, another try
 * answers what that one has confirmed.
 */
export function confirmTransactions(
  call: Call,
  transactions: TransactionRecord[],
  onProgress?: (count: number) => void,
  keys = new Map<string, string>(),
) {
  const candidates = new Map(transactions.map(({ id, candidates: [candidate] }) => [id, candidate]));
  const proposed = (id: string) => {
    const candidate = candidates.get(id);
    return candidate ? [[id, { paymentId: candidate.paymentId, due: candidate.due }] as const] : [];
  };
  return inBatches(
    [...candidates.keys()],
    (ids) => {
      const key = keys.get(ids.join()) ?? newKey();
      keys.set(ids.join(), key);
      return confirmBatch(call, { ids, proposals: Object.fromEntries(ids.flatMap(proposed)) }, key);
    },
    { failure: messages.confirmTransactions, isFirstThrown: true, onProgress },
  );
}
