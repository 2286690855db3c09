import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { type Payment, statusNames, type StatusInput } from '#domain/payments';
import type { dataProvider } from '../../data/dataProvider.js';
import { failureMessage } from '../../../../browser/http.js';
import { useOfferUndo } from '../../ui/undo/undo.js';
import { useTellFailure } from '../../ui/undo/refusals.js';
import { statusParts, useUndoPaymentStatus } from './useUndoPaymentStatus.js';
import { useWrite } from '../../data/useWrite.js';

type Change = Omit<StatusInput, 'version'> & {
  /** The payment as on the screen: the server refuses to change one that a colleague has changed since. */
  payment: Pick<Payment, '_id' | 'version' | 'referenceNumber'>;
};

/**
 * Sets a payment's status, notifies of the result, and offers to undo it. Nothing on the screen changes before the
 * server has responded. A failure is notified unless the caller shows it itself.
 */
export function useSetPaymentStatus(
  options: { onDone?: () => void; onFailure?: (message: string, error: unknown) => void } = {},
) {
  const { setPaymentStatus } = useDataProvider<typeof dataProvider>();
  const notify = useNotify();
  const translate = useTranslate();
  const offerUndo = useOfferUndo();
  const tellFailure = useTellFailure();
  const { undoStatus } = useUndoPaymentStatus();
  const { mutate, isPending } = useWrite({
    mutationKey: ['payments', 'setStatus'],
    mutationFn: ({ payment: { _id, version }, ...input }: Change) =>
      setPaymentStatus(_id, { ...input, version }),
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
      options.onDone?.();
    },
    onError: (error, { payment: { referenceNumber } }) => {
      const message = failureMessage(error, messages.updatePaymentStatus);
      if (options.onFailure) options.onFailure(message, error);
      else tellFailure(error, message, referenceNumber);
    },
  });
  return { setStatus: mutate, isPending };
}
