import type { CheckoutOptions, CheckoutResponse } from './checkout.js';
import type { Order } from './orders.js';

/** The JSON of the answers to the calls of the checkout and of a visitor's page. */
export interface VisitorAnswers {
  'GET /checkout/options': CheckoutOptions;
  'POST /payments/checkout': CheckoutResponse;
  'GET /orders/{reference}/{token}': Order;
  'POST /orders/links': { message: string };
  'POST /payments/{id}/link': { url: string };
}

/** The bodies of those that the back-office sends with one. */
export interface VisitorBodies {
  'POST /payments/{id}/link': { renew: boolean };
}
