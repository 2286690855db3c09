import type { Identifier } from 'react-admin';
import { paymentCurrency } from '../../domain/customers.js';
import { pages } from '../../domain/pages.js';

/** Returns the path of a record's page. */
export const customerPath = (id: Identifier): string => `${pages.customers}/${encodeURIComponent(id)}`;
export const customerEditPath = (id: Identifier): string => `${customerPath(id)}/edit`;
export const paymentPath = (id: Identifier): string => `${pages.payments}/${encodeURIComponent(id)}`;

/** The payment form has no address of its own for editing: it takes the id. */
export const paymentEditPath = (id: Identifier): string =>
  `${pages.newPayment}?${new URLSearchParams({ id: String(id) })}`;

/** The form of a new payment, with the customer filled in; react-admin's create pages read `source`. */
export const paymentOfCustomerPath = ({ id, country }: { id: Identifier; country: string }): string =>
  `${pages.newPayment}?${new URLSearchParams({
    source: JSON.stringify({ customerId: id, currency: paymentCurrency(country) }),
  })}`;
