import { useContext } from 'react';
import { type RaRecord, useNotify } from 'react-admin';
import { type PaymentStatus, statusNames } from '#domain/payments/payments';
import { useCall, useWrite } from '../../data/useCall.js';
import type { PaymentRecord } from '../../data/records.js';
import { RefusalsContext, type UndoPart } from '../../ui/undo/undo.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** A change of status that can be undone. */
export interface StatusUndo {
  id: string;
  referenceNumber: string;
  /** The status before and after the change. */
  from: PaymentStatus;
  to: PaymentStatus;
  /** The version after the change: the server refuses to undo it once the payment has another one. */
  version: number;
}

interface Undo {
  changes: readonly StatusUndo[];
  /** The batch of the changes; missing where none was made. */
  batch: string | undefined;
}

/** The parts of an offer to undo changes of status, which stand until the payment is changed again. */
export const statusParts = (changes: readonly { id: string; version: number }[]): UndoPart[] =>
  changes.map(({ id, version }) => ({
    ...{ resource: 'payments', id, version },
    stands: (record: RaRecord) => (record as PaymentRecord).version === version,
  }));

/** Gives payments their previous status back, each with an entry in its history; notifies of refusals. */
export function useUndoPaymentStatus() {
  const call = useCall();
  const notify = useNotify();
  const translate = useTranslate();
  const refuse = useContext(RefusalsContext);
  const { mutateAsync, isPending } = useWrite({
    mutationKey: ['payments', 'undoStatus'],
    mutationFn: async ({ batch }: Undo) =>
      batch ? call('POST /payments/status/undo', { body: { batch } }) : { results: [] },
    onSuccess: ({ results }, { changes }) => {
      const refused = results.filter(({ ok }) => !ok);
      const [first] = changes;
      if (results.length > refused.length && first)
        notify(`resources.payments.undo.${changes.length > 1 ? 'doneMany' : 'done'}`, {
          type: 'success',
          messageArgs: {
            reference: first.referenceNumber,
            status: statusNames[first.from],
            smart_count: results.length - refused.length,
          },
        });
      const [failure] = refused;
      if (failure)
        refuse({
          title: translate('admin.undo.failed'),
          message: translate(`resources.payments.undo.${refused.length > 1 ? 'failedMany' : 'failed'}`, {
            reference: changes.find(({ id }) => id === failure.id)?.referenceNumber,
            message: failure.message,
            smart_count: refused.length,
          }),
        });
    },
  });
  return { undoStatus: mutateAsync, isUndoing: isPending };
}
