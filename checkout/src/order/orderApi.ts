import type { HttpOptions } from '#browser/http';
import type { Order } from '#domain/visitor/orders';
import { call, RequestError } from '../api.js';
import { current } from '../texts/language.js';

const post = (body: object): HttpOptions => ({ method: 'POST', body: JSON.stringify(body) });

/** Fetches the payment of the page at `path` ("/orders/{reference}/{token}"). */
export async function fetchOrder(path: string): Promise<Order> {
  const { cannotLoad } = current().texts;
  const order = (await call(path, cannotLoad)) as Order | undefined;
  if (!order?.reference || !order.status || !order.amount)
    throw new RequestError({ message: cannotLoad, fields: {} });
  return order;
}

/** Announces the day (YYYY-MM-DD) on which the visitor has sent, or will send, the transfer. */
export async function announceTransfer(path: string, date: string): Promise<void> {
  await call(`${path}/sent`, current().texts.cannotSave, post({ date }));
}

/** Requests a mail with the links to all payments of an email address. Returns the message to show. */
export async function requestLinks(email: string): Promise<string> {
  const answer = (await call('/orders/links', current().texts.cannotRequest, post({ email }))) as
    | { message?: unknown }
    | undefined;
  return typeof answer?.message === 'string' ? answer.message : current().texts.messages.linksSent;
}
