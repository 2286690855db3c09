import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { CardRecordInput } from '#domain/cards/cards';
import { messages } from '#domain/platform/messages';
import { errorMessage } from '#browser/http';
import type { CardEventRecord } from '../../data/records.js';
import { useCall, useWrite } from '../../data/useCall.js';
import { isUnanswered } from '../../data/session/untilAnswered.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

type Decision =
  | { kind: 'record'; event: CardEventRecord; input: CardRecordInput }
  | { kind: 'dismiss'; event: CardEventRecord; reason: string };

/** Records, assigns and dismisses held events. Every decision waits for the server; a failure stays with its event. */
export function useCardEventActions() {
  const call = useCall();
  const notify = useNotify();
  const translate = useTranslate();
  const [failure, setFailure] = useState<{ id: string; message: string }>();
  const { mutate, isPending, variables } = useWrite({
    mutationKey: ['card-events', 'decide'],
    about: ({ event }: Decision) => event.id,
    mutationFn: (decision: Decision) =>
      decision.kind === 'record'
        ? call('POST /card-events/{id}/record', { id: decision.event.id, body: decision.input })
        : call('POST /card-events/{id}/dismiss', {
            id: decision.event.id,
            body: { reason: decision.reason },
          }),
    onSuccess: ({ referenceNumber }, { kind }) =>
      notify(translate(`resources.card-events.done.${kind}`, { reference: referenceNumber ?? '' }), {
        type: 'success',
      }),
    onError: (error, { kind, event }) => {
      const fallback = kind === 'record' ? messages.recordCardEvent : messages.dismissCardEvent;
      const message = isUnanswered(error) ? messages.outcomeUnknown : errorMessage(error, fallback);
      setFailure({ id: event.id, message });
    },
  });
  const run = (decision: Decision) => {
    setFailure(undefined);
    mutate(decision);
  };
  return {
    /** The kind of the decision that is being sent for an event. */
    busyWith: (id: string) => (isPending && variables.event.id === id ? variables.kind : undefined),
    failure,
    clearFailure: () => setFailure(undefined),
    record: (event: CardEventRecord, input: CardRecordInput) => run({ kind: 'record', event, input }),
    dismiss: (event: CardEventRecord, reason: string) => run({ kind: 'dismiss', event, reason }),
  };
}

export type CardEventActions = ReturnType<typeof useCardEventActions>;
