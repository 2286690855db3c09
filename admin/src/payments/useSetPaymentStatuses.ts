import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { type PaymentStatus, statusNames, type StatusResult } from '../../../domain/payments.js';
import type { dataProvider, ListedPaymentRecord } from '../dataProvider.js';
import { useOfferUndo } from '../undo/undo.js';
import { statusParts, type StatusUndo, useUndoPaymentStatus } from './useUndoPaymentStatus.js';

interface Batch {
  /** The payments as on the screen: the server refuses one that a colleague has changed since. */
  payments: ListedPaymentRecord[];
  status: PaymentStatus;
  note?: string;
}

/** Result of a batch: the changes that can be undone, and the payments that were refused, with the reason. */
export interface BatchOutcome {
  changes: StatusUndo[];
  refused: { payment: ListedPaymentRecord; message: string }[];
}

function outcomeOf(results: StatusResult[], { payments, status }: Batch): BatchOutcome {
  const resultOf = new Map(results.map((result) => [result.id, result]));
  const changes: StatusUndo[] = [];
  const refused: BatchOutcome['refused'] = [];
  for (const payment of payments) {
    const { id, referenceNumber, status: from, version } = payment;
    const result = resultOf.get(id);
    if (result?.ok) changes.push({ id, referenceNumber, from, to: status, version: version + 1 });
    else refused.push({ payment, message: result?.message ?? '' });
  }
  return { changes, refused };
}

/**
 * Sets the status of payments that have another one. The undo of all of them is offered at once; where some were
 * refused, the caller does, once their reasons were read.
 */
export function useSetPaymentStatuses(onDone: (outcome: BatchOutcome) => void) {
  const { setPaymentStatuses } = useDataProvider<typeof dataProvider>();
  const translate = useTranslate();
  const offerUndo = useOfferUndo();
  const { undoStatus } = useUndoPaymentStatus();
  const offer = ({ changes }: BatchOutcome, status: PaymentStatus) =>
    offerUndo({
      message: translate('resources.payments.batch.done', {
        smart_count: changes.length,
        status: statusNames[status],
      }),
      parts: statusParts(changes),
      undo: () => undoStatus(changes),
    });
  const mutation = useMutation({
    mutationKey: ['payments', 'setStatuses'],
    mutationFn: async (batch: Batch): Promise<BatchOutcome> => {
      const { payments, status, note } = batch;
      const results = await setPaymentStatuses({
        ids: payments.map(({ id }) => id),
        status,
        ...(note && { note }),
        versions: Object.fromEntries(payments.map(({ id, version }) => [id, version])),
      });
      return outcomeOf(results, batch);
    },
    onSuccess: (outcome, { status }) => {
      if (!outcome.refused.length) offer(outcome, status);
      onDone(outcome);
    },
  });
  return { ...mutation, offerUndo: offer };
}
