import { renderToString } from 'react-dom/server';
import { orderStatuses } from '../../../domain/orders.js';
import { OrderPage } from './OrderPage.js';

/**
 * The visitor's page while its payment is loaded, as HTML: by how the payment stands, which the server knows; '' where
 * it does not say. The build makes a file of each.
 */
export const prerenderedHtml: Record<string, string> = Object.fromEntries(
  ['' as const, ...orderStatuses].map((status) => [
    status,
    renderToString(<OrderPage path="" {...(status && { expected: status })} />),
  ]),
);
