import { useNotify } from 'react-admin';
import { type PlanInput, storedPlan } from '#domain/payments/plan';
import { messages } from '#domain/platform/messages';
import { failureMessage } from '#browser/http';
import { useCall } from '../../data/useCall.js';
import type { PaymentRecord } from '../../data/records.js';
import { useWrite } from '../../data/useWrite.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';
import { useOfferUndo, useTellFailure } from '../../ui/undo/undo.js';
import { statusParts } from '../change-status/useUndoPaymentStatus.js';

type Change = Omit<PlanInput, 'version'> & {
  /** The payment as on the screen. */
  payment: PaymentRecord;
};

/** Sets the plan of a payment, or ends it, and offers to put the former one back. */
export function useSetPlan(onDone: () => void) {
  const call = useCall();
  const notify = useNotify();
  const translate = useTranslate();
  const offerUndo = useOfferUndo();
  const tellFailure = useTellFailure();
  const send = ({ payment: { id, version }, ...input }: Change) =>
    call('PUT /payments/{id}/plan', { id, body: { ...input, version } });
  const undo = useWrite({
    mutationKey: ['payments', 'setPlan'],
    mutationFn: send,
    onSuccess: ({ referenceNumber }) =>
      notify('resources.payments.plan.undone', {
        type: 'success',
        messageArgs: { reference: referenceNumber },
      }),
    onError: (error, { payment: { referenceNumber } }) =>
      tellFailure(error, failureMessage(error, messages.setPlan), referenceNumber),
  });
  return useWrite({
    mutationKey: ['payments', 'setPlan'],
    mutationFn: send,
    onSuccess: (saved, { payment: before }) => {
      const { id, version, referenceNumber, plan } = saved;
      onDone();
      if (version === before.version) return;
      const former = before.plan
        ? { plan: storedPlan(before.plan) }
        : { plan: null, transferDate: before.transferDate ?? null };
      offerUndo({
        message: translate(`resources.payments.plan.${plan ? 'changed' : 'ended'}`, {
          ...{ reference: referenceNumber, parts: plan?.length },
        }),
        parts: statusParts([{ id, version }]),
        undo: () => undo.mutateAsync({ payment: saved, ...former }),
      });
    },
  });
}
