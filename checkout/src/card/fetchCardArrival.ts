import type { CardArrival } from '#domain/cards';
import { call, RequestError } from '../api.js';

const checkFailed = 'Your card payment could not be checked';

/** Asks the server whether the card payment of a visit has arrived. */
export async function fetchCardArrival(key: string): Promise<CardArrival> {
  const arrival = (await call(`/checkout/card/${key}`, checkFailed)) as CardArrival | undefined;
  if (!arrival?.state) throw new RequestError({ message: checkFailed, fields: {} });
  return arrival;
}
