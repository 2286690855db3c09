import { openDisputeStatuses } from '#domain/cards';
import { countries } from '#domain/locations';
import { currencies } from '#domain/money';
import { paymentMethods, paymentStatuses, settledFilter, settledStatuses } from '#domain/payments';
import { attentions } from '#domain/ways';
import {
  enumFilter,
  type Filter,
  idFilter,
  type ListSpec,
  dayRange,
  momentRange,
  presenceFilter,
  writtenDayRange,
} from '../http/list-query.js';
import { searchCondition } from './payment-search.js';
import { referenceContaining } from './reference-search.js';

const oneStatus = enumFilter('status', [...paymentStatuses, settledFilter]);
/** A filter that takes `true`: the payments that meet these conditions. */
function flagFilter(name: string, conditions: Record<string, unknown>): Filter {
  const isTrue = enumFilter(name, ['true']);
  return Object.assign((text: string) => isTrue(text) && conditions, { schema: isTrue.schema });
}

/** Of live card payments: an admin who has seen what is listed confirms the payment. */
const notYetConfirmed = {
  'card.live': true,
  $nor: [{ status: { $in: paymentStatuses.filter((status) => status !== 'paid') } }],
};

const statusFilter: Filter = Object.assign(
  (text: string) => (text === settledFilter ? { status: { $in: settledStatuses } } : oneStatus(text)),
  { schema: { enum: [...paymentStatuses, settledFilter] } },
);

/** Filters and sort fields of the payments list. */
export const paymentListSpec: ListSpec = {
  filters: {
    referenceNumber: referenceContaining,
    // Resolved by PaymentSearch, which queries the search index first.
    search: (text) => ({ [searchCondition]: text }),
    status: statusFilter,
    paymentMethod: enumFilter('paymentMethod', paymentMethods),
    currency: enumFilter('currency', currencies),
    country: enumFilter('country', countries),
    customerId: idFilter('customerId'),
    attention: enumFilter('attention', attentions),
    saidSent: presenceFilter('saidSent', 'saidSent.at'),
    disputed: flagFilter('disputed', {
      'card.dispute.status': { $in: openDisputeStatuses },
      'card.live': true,
    }),
    priceDiffers: flagFilter('priceDiffers', { 'card.price.amount': { $gt: 0 }, ...notYetConfirmed }),
    sameVisit: flagFilter('sameVisit', { 'card.sameVisit.paymentId': { $gt: '' }, ...notYetConfirmed }),
  },
  ranges: {
    createdAt: momentRange('createdAt'),
    transferDate: dayRange('transferDate'),
    bookedOn: writtenDayRange('bookedOn'),
  },
  lists: ['bookedOn'],
  sorts: {
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    amount: 'amount',
    status: 'status',
    paymentMethod: 'paymentMethod',
    referenceNumber: 'referenceKey',
    transferDate: 'transferDate',
  },
  unique: ['referenceKey'],
};
