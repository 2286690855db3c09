import { openDisputeStatuses } from '#domain/cards';
import { calendarDay, dayMs } from '#domain/dates';
import { countries } from '#domain/locations';
import { currencies } from '#domain/money';
import { payoutDays } from '#domain/payouts';
import { paymentMethods, paymentStatuses, settledFilter, settledStatuses } from '#domain/payments';
import { attentions } from '#domain/ways';
import {
  enumFilter,
  type Filter,
  flagFilter,
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
    inNoPayout: flagFilter('inNoPayout', () => ({
      awaitsPayout: { $lt: calendarDay(new Date(Date.now() - payoutDays * dayMs), 0) },
    })),
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
