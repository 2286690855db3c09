import type { Identifier } from 'react-admin';
import type {
  CardDismissInput,
  CardEvent,
  CardEventDetails,
  CardEventPage,
  CardRecordInput,
} from '#domain/cards/cards';
import { maximumPageSize } from '#domain/platform/lists';
import { messages } from '#domain/platform/messages';
import { request } from '../session/request.js';
import { withDefaultMessage } from '../apiErrors.js';
import { listQuery } from '../listQuery.js';
import type { WithId } from '../withId.js';

export type CardEventRecord = WithId<CardEvent>;
export type CardEventDetailsRecord = WithId<CardEventDetails>;

/** Sets fields that the response omits to undefined, so that merging it into the cached record clears them. */
const presentCardEvent = <Answer extends CardEvent>(event: Answer): WithId<Answer> => ({
  heldReason: undefined,
  paymentId: undefined,
  referenceNumber: undefined,
  customer: undefined,
  ...event,
  id: event._id,
});

/** The way in which the API lists card events. */
export const cardLists = { 'card-events': { field: 'cardEvents', present: presentCardEvent } };

/** As many as the search finds of each other record. */
const mostHeld = 8;

/** The newest events under a filter. */
async function find(filter: object, perPage: number, signal?: AbortSignal): Promise<CardEventRecord[]> {
  const query = listQuery({ page: 1, perPage, sort: { field: 'createdAt', order: 'DESC' }, filter });
  const { json } = await withDefaultMessage(
    messages.fetchCardEvents,
    request(`/card-events${query}`, { signal }),
  );
  return (json as CardEventPage).cardEvents.map(presentCardEvent);
}

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
  getCardEventsOf: (paymentId: Identifier, signal?: AbortSignal) =>
    find({ paymentId }, maximumPageSize, signal),

  /** The newest held events that a search finds: by payer, reference or id. */
  searchHeldCardEvents: (search: string, signal?: AbortSignal) =>
    find({ state: 'held', search }, mostHeld, signal),
};
