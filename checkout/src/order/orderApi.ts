import type { HttpOptions } from '#browser/http';
import { type Order, orderMessages } from '#domain/orders';
import { call, RequestError } from '../api.js';

const loadFailed = 'Your payment could not be loaded';
const announceFailed = 'This could not be saved. Please try again.';
const linksFailed = 'Your request could not be sent. Please try again.';

const post = (body: object): HttpOptions => ({ method: 'POST', body: JSON.stringify(body) });

/** Fetches the payment of the page at `path` ("/orders/{reference}/{token}"). */
export async function fetchOrder(path: string): Promise<Order> {
  const order = (await call(path, loadFailed)) as Order | undefined;
  if (!order?.reference || !order.status || !order.amount)
    throw new RequestError({ message: loadFailed, fields: {} });
  return order;
}

/** Announces the day (YYYY-MM-DD) on which the visitor has sent, or will send, the transfer. */
export async function announceTransfer(path: string, date: string): Promise<void> {
  await call(`${path}/sent`, announceFailed, post({ date }));
}

/** Requests a mail with the links to all payments of an email address. Returns the message to show. */
export async function requestLinks(email: string): Promise<string> {
  const answer = (await call('/orders/links', linksFailed, post({ email }))) as
    { message?: unknown } | undefined;
  return typeof answer?.message === 'string' ? answer.message : orderMessages.linksSent;
}
