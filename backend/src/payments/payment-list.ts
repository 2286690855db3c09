import { countries } from '#domain/locations';
import { currencies } from '#domain/money';
import { paymentMethods, paymentStatuses } from '#domain/payments';
import { enumFilter, idFilter, type ListSpec, momentRange } from '../http/list-query.js';
import { searchCondition } from './payment-search.js';
import { referenceContaining } from './reference-search.js';

/** Filters and sort fields of the payments list. */
export const paymentListSpec: ListSpec = {
  filters: {
    referenceNumber: referenceContaining,
    // Resolved by PaymentSearch, which queries the search index first.
    search: (text) => ({ [searchCondition]: text }),
    status: enumFilter('status', paymentStatuses),
    paymentMethod: enumFilter('paymentMethod', paymentMethods),
    currency: enumFilter('currency', currencies),
    country: enumFilter('country', countries),
    customerId: idFilter('customerId'),
  },
  ranges: { createdAt: momentRange('createdAt'), transferDate: momentRange('transferDate') },
  sorts: {
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    amount: 'amount',
    status: 'status',
    paymentMethod: 'paymentMethod',
    referenceNumber: 'referenceKey',
    transferDate: 'transferDate',
  },
};
