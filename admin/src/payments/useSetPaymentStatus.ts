import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import { messages } from '../../../domain/messages.js';
import { type Payment, statusNames, type StatusInput } from '../../../domain/payments.js';
import type { dataProvider } from '../dataProvider.js';
import { errorMessage } from '../http.js';

type Change = StatusInput & { payment: Pick<Payment, '_id' | 'referenceNumber'> };

/** "Failed to update payment status: Network error. Please try again." */
function failure(error: unknown): string {
  const message = errorMessage(error, messages.updatePaymentStatus);
  return message === messages.updatePaymentStatus ? message : `${messages.updatePaymentStatus}: ${message}`;
}

/**
 * Sets a payment's status and says how it went. Nothing on the screen changes before the server has answered. A
 * failure is notified, unless the caller has a better place for it.
 */
export function useSetPaymentStatus(
  options: { onDone?: () => void; onFailure?: (message: string) => void } = {},
) {
  const { setPaymentStatus } = useDataProvider<typeof dataProvider>();
  const notify = useNotify();
  const { mutate, isPending } = useMutation({
    mutationKey: ['payments', 'setStatus'],
    mutationFn: ({ payment, ...input }: Change) => setPaymentStatus(payment._id, input),
    onSuccess: ({ referenceNumber, status }) => {
      notify('resources.payments.marked', {
        type: 'success',
        messageArgs: { reference: referenceNumber, status: statusNames[status] },
      });
      options.onDone?.();
    },
    onError: (error) => {
      if (options.onFailure) options.onFailure(failure(error));
      else notify(failure(error), { type: 'error' });
    },
  });
  return { setStatus: mutate, isPending };
}
