import type { Identifier } from 'react-admin';
import type {
  CardDismissInput,
  CardEvent,
  CardEventDetails,
  CardEventPage,
  CardRecordInput,
} from '#domain/cards';
import { maximumPageSize } from '#domain/lists';
import { messages } from '#domain/messages';
import { request } from '../session/request.js';
import { withDefaultMessage } from './apiErrors.js';
import { listQuery } from './listQuery.js';
import type { WithId } from './withId.js';

export type CardEventRecord = WithId<CardEvent>;
export type CardEventDetailsRecord = WithId<CardEventDetails>;

/** Sets fields that the response omits to undefined, so that merging it into the cached record clears them. */
export const presentCardEvent = <Answer extends CardEvent>(event: Answer): WithId<Answer> => ({
  heldReason: undefined,
  paymentId: undefined,
  referenceNumber: undefined,
  customer: undefined,
  ...event,
  id: event._id,
});

const decide = async (id: Identifier, decision: 'record' | 'dismiss', input: object, failure: string) => {
  const call = request(`/card-events/${encodeURIComponent(id)}/${decision}`, {
    method: 'POST',
    body: JSON.stringify(input),
  });
  return presentCardEvent((await withDefaultMessage(failure, call)).json as CardEventDetails);
};

/** API calls for card events that react-admin has no method for. */
export const cardMethods = {
  /** Applies a held event to a payment, or records a new one. */
  recordCardEvent: (id: Identifier, input: CardRecordInput): Promise<CardEventDetailsRecord> =>
    decide(id, 'record', input, messages.recordCardEvent),

  dismissCardEvent: (id: Identifier, input: CardDismissInput): Promise<CardEventDetailsRecord> =>
    decide(id, 'dismiss', input, messages.dismissCardEvent),

  /** The events of a payment, newest first. */
  getCardEventsOf: async (paymentId: Identifier, signal?: AbortSignal): Promise<CardEventRecord[]> => {
    const query = listQuery({
      page: 1,
      perPage: maximumPageSize,
      sort: { field: 'createdAt', order: 'DESC' },
      filter: { paymentId },
    });
    const call = request(`/card-events${query}`, { signal });
    const { json } = await withDefaultMessage(messages.fetchCardEvents, call);
    return (json as CardEventPage).cardEvents.map(presentCardEvent);
  },
};
