import { documentKinds } from '#domain/documents/documents';
import {
  containing,
  costly,
  enumFilter,
  idFilter,
  type ListSpec,
  writtenDayRange,
} from '../platform/http/list-query.js';
import { searchedText } from '../platform/search-index/search-terms.js';

/** Filters and sort fields of the list of documents. */
export const documentListSpec: ListSpec = {
  filters: {
    kind: enumFilter('kind', documentKinds),
    paymentId: idFilter('paymentId'),
    customerId: idFilter('customerId'),
    search: costly((text) => containing('searchText', searchedText(text))),
  },
  ranges: { day: writtenDayRange('day') },
  sorts: { day: 'day', number: 'numberOrder' },
  unique: ['numberOrder'],
};
