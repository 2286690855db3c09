import type { CardArrival } from '#domain/cards/cards';
import { call, RequestError } from '../api.js';
import { current } from '../texts/language.js';

/** Asks the server whether the card payment of a visit has arrived. */
export async function fetchCardArrival(key: string): Promise<CardArrival> {
  const { cannotCheckCard } = current().texts;
  const arrival = (await call(`/checkout/card/${key}`, cannotCheckCard)) as CardArrival | undefined;
  if (!arrival?.state) throw new RequestError({ message: cannotCheckCard, fields: {} });
  return arrival;
}
