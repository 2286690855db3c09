import { currencies } from '#domain/platform/money';
import { payoutStates } from '#domain/payouts/payouts';
import {
  enumFilter,
  flagFilter,
  indexesOf,
  type ListSpec,
  writtenDayRange,
} from '../platform/http/list-query.js';
import { StoredPayoutSchema } from './card-payout.schema.js';

/** Filters and sort fields of the list of payouts. */
export const cardPayoutListSpec: ListSpec = {
  filters: {
    state: enumFilter('state', payoutStates),
    currency: enumFilter('currency', currencies),
    withoutPayment: flagFilter('withoutPayment', { withoutPayment: { $gt: 0 } }),
  },
  ranges: { day: writtenDayRange('day') },
  sorts: { day: 'day', createdAt: 'createdAt', net: 'netCents' },
  order: '-day',
  indexes: indexesOf(StoredPayoutSchema),
};
