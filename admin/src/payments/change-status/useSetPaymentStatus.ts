import { useContext } from 'react';
import { type RaRecord, useNotify } from 'react-admin';
import { messages } from '#domain/platform/messages';
import { type Payment, type PaymentStatus, type StatusInput, statusNames } from '#domain/payments/payments';
import { failureMessage } from '#browser/http';
import { useWrite } from '../../data/useCall.js';
import { RefusalsContext, type UndoPart, useOfferUndo, useTellFailure } from '../../ui/undo/undo.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';
import type { PaymentRecord } from '../../data/records.js';

type Change = Omit<StatusInput, 'version'> & {
  /** The payment as on the screen: the server refuses to change one that a colleague has changed since. */
  payment: Pick<Payment, '_id' | 'version' | 'referenceNumber'>;
};

interface SetPaymentStatusOptions {
  onDone?: () => void;
  /** True where the caller shows a failure itself; otherwise it is notified. */
  isToldHere?: boolean;
}

/** Sets a payment's status, notifies once the server has answered, and offers to undo it. */
export function useSetPaymentStatus({ onDone, isToldHere = false }: SetPaymentStatusOptions = {}) {
  const notify = useNotify();
  const translate = useTranslate();
  const offerUndo = useOfferUndo();
  const tellFailure = useTellFailure();
  const { mutateAsync: undoStatus } = useUndoPaymentStatus();
  return useWrite({
    mutationKey: ['payments', 'setStatus'],
    mutationFn: ({ payment: { _id, version }, ...input }: Change, call) =>
      call('PATCH /payments/{id}/status', { id: _id, body: { ...input, version } }),
    onSuccess: ({ id, referenceNumber, status, version, statusHistory, batch }) => {
      const messageArgs = { reference: referenceNumber, status: statusNames[status] };
      const from = statusHistory.at(-2)?.status;
      if (from && from !== status)
        offerUndo({
          message: translate('resources.payments.marked', messageArgs),
          parts: statusParts([{ id, version }]),
          undo: () => undoStatus({ changes: [{ id, referenceNumber, from, to: status, version }], batch }),
        });
      else notify('resources.payments.marked', { type: 'success', messageArgs });
      onDone?.();
    },
    onError: (error, { payment: { referenceNumber } }) => {
      if (!isToldHere)
        tellFailure(error, failureMessage(error, messages.updatePaymentStatus), referenceNumber);
    },
  });
}

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
    resource: 'payments',
    id,
    version,
    stands: (record: RaRecord) => (record as PaymentRecord).version === version,
  }));

/** Gives payments their previous status back and notifies of refusals, then `onDone`; the caller shows why a call failed. */
export function useUndoPaymentStatus(onDone?: () => void) {
  const notify = useNotify();
  const translate = useTranslate();
  const refuse = useContext(RefusalsContext);
  return useWrite({
    mutationKey: ['payments', 'undoStatus'],
    mutationFn: async ({ batch }: Undo, call) =>
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
      onDone?.();
    },
  });
}
