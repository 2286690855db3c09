import { documentKinds } from '#domain/documents/documents';
import {
  containing,
  enumFilter,
  idFilter,
  type ListSpec,
  writtenDayRange,
} from '../platform/http/list-query.js';

/** Filters and sort fields of the list of documents. */
export const documentListSpec: ListSpec = {
  filters: {
    kind: enumFilter('kind', documentKinds),
    paymentId: idFilter('paymentId'),
    customerId: idFilter('customerId'),
    search: (text) => containing('searchText', text.toLowerCase()),
  },
  ranges: { day: writtenDayRange('day') },
  sorts: { day: 'day', number: 'number' },
  unique: ['number'],
};
