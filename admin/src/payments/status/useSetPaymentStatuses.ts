import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { type PaymentStatus, statusNames, type StatusResult } from '#domain/payments';
import type { StatusWords } from '#domain/ways';
import type { dataProvider, ListedPaymentRecord } from '../../data/dataProvider.js';
import { useOfferUndo } from '../../ui/undo/undo.js';
import { statusParts, type StatusUndo, useUndoPaymentStatus } from './useUndoPaymentStatus.js';
import { useWrite } from '../../data/useWrite.js';

interface Batch extends StatusWords {
  /** The payments as on the screen: the server refuses one that a colleague has changed since. */
  payments: ListedPaymentRecord[];
  status: PaymentStatus;
  note?: string;
}

/** Result of a batch: the changes that can be undone, and the payments that were refused, with the reason. */
export interface BatchOutcome {
  changes: StatusUndo[];
  batch?: string | undefined;
  refused: { payment: ListedPaymentRecord; message: string }[];
}

function outcomeOf(
  { results, batch }: { results: StatusResult[]; batch?: string },
  { payments, status }: Batch,
): BatchOutcome {
  const resultOf = new Map(results.map((result) => [result.id, result]));
  const changes: StatusUndo[] = [];
  const refused: BatchOutcome['refused'] = [];
  for (const payment of payments) {
    const { id, referenceNumber, status: from } = payment;
    const { ok, version, message = '' } = resultOf.get(id) ?? { ok: false };
    if (!ok) refused.push({ payment, message });
    // A payment that had the status already was not changed.
    else if (version !== undefined) changes.push({ id, referenceNumber, from, to: status, version });
  }
  return { changes, batch, refused };
}

/**
 * Sets the status of payments that have another one. The undo of all of them is offered at once; where some were
 * refused, the caller does, once their reasons were read. `count` is the number of payments that are done.
 */
export function useSetPaymentStatuses(onDone: (outcome: BatchOutcome) => void) {
  const { setPaymentStatuses } = useDataProvider<typeof dataProvider>();
  const translate = useTranslate();
  const offerUndo = useOfferUndo();
  const [count, setCount] = useState(0);
  const { undoStatus } = useUndoPaymentStatus();
  const offer = ({ changes, batch }: BatchOutcome, status: PaymentStatus) =>
    offerUndo({
      message: translate('resources.payments.batch.done', {
        smart_count: changes.length,
        status: statusNames[status],
      }),
      parts: statusParts(changes),
      undo: () => undoStatus({ changes, batch }),
    });
  const mutation = useWrite({
    mutationKey: ['payments', 'setStatuses'],
    mutationFn: async (batch: Batch): Promise<BatchOutcome> => {
      const { payments, note, ...said } = batch;
      const change = {
        ids: payments.map(({ id }) => id),
        ...said,
        ...(note && { note }),
        versions: Object.fromEntries(payments.map(({ id, version }) => [id, version])),
      };
      setCount(0);
      const answer = await setPaymentStatuses(change, setCount);
      return outcomeOf(answer, batch);
    },
    onSuccess: (outcome, { status }) => {
      if (!outcome.refused.length && outcome.changes.length) offer(outcome, status);
      onDone(outcome);
    },
  });
  return { ...mutation, count, offerUndo: offer };
}
