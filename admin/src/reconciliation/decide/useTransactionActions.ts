import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import type { MatchInput } from '#domain/matches';
import { formatNamedMoney, sum } from '#domain/money';
import type { OutgoingMatchInput } from '#domain/outgoing';
import type { dataProvider } from '../../data/dataProvider.js';
import { errorMessage, HttpError } from '../../../../browser/http.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import { isUnanswered } from '../../session/untilAnswered.js';
import { transactionTitle } from './transactionText.js';
import { useOfferTransactionUndo, useTellUndone } from './useUndoTransactions.js';

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
  | { kind: 'match'; input: MatchInput | OutgoingMatchInput }
  | { kind: 'ignore'; reason: string }
  | { kind: 'undo'; allocationId?: string }
);

/** The answer of a change. */
interface Changed {
  version: number;
  made?: string[];
  statusKept?: boolean;
}

/** Returns the part of the transaction that a change is about. */
function changedAmount(change: Change): number {
  const { rest, allocations, offsets = [] } = change.transaction;
  if (change.kind === 'match')
    return 'kind' in change.input
      ? change.input.amount
      : sum(change.input.allocations.map(({ amount }) => amount));
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

/**
 * Confirms, matches, ignores and undoes. Every change waits for the server; a failure stays with its transaction, and
 * the undo of what was done is offered.
 */
export function useTransactionActions(onDone: (transaction: TransactionRecord) => void) {
  const provider = useDataProvider<typeof dataProvider>();
  const client = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const offerUndo = useOfferTransactionUndo();
  const tellUndone = useTellUndone();
  const [failure, setFailure] = useState<ActionFailure>();

  const change = useMutation({
    mutationKey: ['bank-transactions', 'change'],
    mutationFn: async (asked: Change): Promise<Changed> => {
      const { id, version } = asked.transaction;
      if (asked.kind === 'match') return provider.matchTransaction(id, asked.input);
      if (asked.kind === 'ignore') return provider.ignoreTransaction(id, { reason: asked.reason, version });
      if (asked.kind === 'undo')
        return provider.undoTransaction(id, {
          version,
          ...(asked.allocationId !== undefined && { allocationIds: [asked.allocationId] }),
        });
      const [result] = await provider.confirmTransactions([id]);
      if (!result?.ok) throw new HttpError(result?.message ?? messages.confirmTransactions, 409);
      return { version: result.version ?? version + 1, made: result.made };
    },
    onSuccess: (result, asked) => {
      const { transaction } = asked;
      const amount = formatNamedMoney(Math.abs(changedAmount(asked)), transaction.currency);
      const named = { name: transactionTitle(transaction), amount };
      const message = translate(`admin.reconcile.done.${asked.kind}`, named);
      if (asked.kind === 'undo') {
        tellUndone(message, result.statusKept === true);
        return;
      }
      offerUndo(message, [
        {
          ...{ id: transaction.id, version: result.version, made: result.made ?? [] },
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
      if (kind === 'confirm' || kind === 'undo') notify(message, { type: 'error' });
      // The record's current state is shown beside the reason.
      if (isConflict) void client.invalidateQueries({ queryKey: ['bank-transactions'] });
    },
  });

  const run = (asked: Change) => {
    if (change.isPending) return;
    setFailure(undefined);
    change.mutate(asked);
  };

  return {
    busyId: change.isPending ? change.variables.transaction.id : undefined,
    busyKind: change.isPending ? change.variables.kind : undefined,
    failure,
    clearFailure: () => setFailure(undefined),
    confirm: (transaction: TransactionRecord) => run({ kind: 'confirm', transaction }),
    match: (transaction: TransactionRecord, input: MatchInput | OutgoingMatchInput) =>
      run({ kind: 'match', transaction, input }),
    ignore: (transaction: TransactionRecord, reason: string) => run({ kind: 'ignore', transaction, reason }),
    undo: (transaction: TransactionRecord, allocationId?: string) =>
      run({ kind: 'undo', transaction, allocationId }),
  };
}

export type TransactionActions = ReturnType<typeof useTransactionActions>;
