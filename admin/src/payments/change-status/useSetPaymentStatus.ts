import { useNotify } from 'react-admin';
import { messages } from '#domain/platform/messages';
import { type Payment, statusNames, type StatusInput } from '#domain/payments/payments';
import { useCall, useWrite } from '../../data/useCall.js';
import { failureMessage } from '#browser/http';
import { useOfferUndo, useTellFailure } from '../../ui/undo/undo.js';
import { statusParts, useUndoPaymentStatus } from './useUndoPaymentStatus.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

type Change = Omit<StatusInput, 'version'> & {
  /** The payment as on the screen: the server refuses to change one that a colleague has changed since. */
  payment: Pick<Payment, '_id' | 'version' | 'referenceNumber'>;
};

interface SetPaymentStatusOptions {
  onDone?: () => void;
  /** True where the caller shows a failure itself; otherwise it is notified. */
  isToldHere?: boolean;
}

/**
 * Sets a payment's status, notifies of the result, and offers to undo it. Nothing on the screen changes before the
 * server has responded.
 */
export function useSetPaymentStatus({ onDone, isToldHere = false }: SetPaymentStatusOptions = {}) {
  const call = useCall();
  const notify = useNotify();
  const translate = useTranslate();
  const offerUndo = useOfferUndo();
  const tellFailure = useTellFailure();
  const { undoStatus } = useUndoPaymentStatus();
  return useWrite({
    mutationKey: ['payments', 'setStatus'],
    mutationFn: ({ payment: { _id, version }, ...input }: Change) =>
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
