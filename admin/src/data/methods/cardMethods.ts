import type { Identifier } from 'react-admin';
import type { CardEvent, CardEventDetails, CardEventPage } from '#domain/cards/cards';
import { maximumPageSize } from '#domain/platform/lists';
import { messages } from '#domain/platform/messages';
import { request } from '../session/request.js';
import { withDefaultMessage } from '../apiErrors.js';
import { listQuery } from '../listQuery.js';
import { present, type WithId } from '../withId.js';

export type CardEventRecord = WithId<CardEvent>;
export type CardEventDetailsRecord = WithId<CardEventDetails>;

/** The way in which the API lists card events. */
export const cardLists = { 'card-events': { field: 'cardEvents' } };

/** As many as the search finds of each other record. */
const mostHeld = 8;

/** The newest events under a filter. */
async function find(filter: object, perPage: number, signal?: AbortSignal): Promise<CardEventRecord[]> {
  const query = listQuery({ page: 1, perPage, sort: { field: 'createdAt', order: 'DESC' }, filter });
  const { json } = await withDefaultMessage(
    messages.fetchCardEvents,
    request(`/card-events${query}`, { signal }),
  );
  return (json as CardEventPage).cardEvents.map((event) => present('card-events', event));
}

/** API calls for card events that react-admin has no method for. */
export const cardMethods = {
  /** The events of a payment, newest first. */
  getCardEventsOf: (paymentId: Identifier, signal?: AbortSignal) =>
    find({ paymentId }, maximumPageSize, signal),

  /** The newest held events that a search finds: by payer, reference or id. */
  searchHeldCardEvents: (search: string, signal?: AbortSignal) =>
    find({ state: 'held', search }, mostHeld, signal),
};
