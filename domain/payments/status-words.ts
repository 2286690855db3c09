import { isSettled, type PaymentStatus } from './payments.js';
import { type StatusWords, statusWordRules } from '../ledger/ways.js';

/** True where a change of status takes these words: a payment becomes settled that was not, or refunded. */
export const takesStatusWords = (former: PaymentStatus, status: PaymentStatus): boolean =>
  status !== former && ((isSettled(status) && !isSettled(former)) || status === 'refunded');

/** Returns the messages of these words by their name; `today` is YYYY-MM-DD in TIME_ZONE. */
export function statusWordErrors(
  { receivedOn, way }: StatusWords,
  today: string,
): Partial<Record<keyof StatusWords, string>> {
  const late = receivedOn && receivedOn > today ? 'Received On must not be after today' : undefined;
  const [ofDay, ofWay] = [statusWordRules.receivedOn(receivedOn, {}) ?? late, statusWordRules.way(way, {})];
  return { ...(ofDay && { receivedOn: ofDay }), ...(ofWay && { way: ofWay }) };
}
