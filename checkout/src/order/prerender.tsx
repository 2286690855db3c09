import { renderToString } from 'react-dom/server';
import { orderStatuses } from '#domain/orders';
import { OrderPage } from './OrderPage.js';

/**
 * The visitor's page while its payment loads, as HTML by the payment's status, with which the server chooses the file;
 * '' for a page without a status. The build writes a file for each.
 */
export const prerenderedHtml: Record<string, string> = Object.fromEntries(
  ['' as const, ...orderStatuses].map((status) => [
    status,
    renderToString(<OrderPage path="" {...(status && { expected: status })} />),
  ]),
);
