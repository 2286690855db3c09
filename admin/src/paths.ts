import type { Identifier } from 'react-admin';
import { pages } from '../../domain/pages.js';

/** Where the pages of one record are. */
export const customerPath = (id: Identifier): string => `${pages.customers}/${encodeURIComponent(id)}`;
export const customerEditPath = (id: Identifier): string => `${customerPath(id)}/edit`;
export const paymentPath = (id: Identifier): string => `${pages.payments}/${encodeURIComponent(id)}`;
