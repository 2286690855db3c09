import { documentKinds } from '#domain/documents/documents';
import {
  containing,
  enumFilter,
  idFilter,
  indexesOf,
  type ListSpec,
  writtenDayRange,
} from '../platform/http/list-query.js';
import { searchedText } from '../platform/search-index/search-terms.js';
import { StoredDocumentSchema } from './document.schema.js';

/** Filters and sort fields of the list of documents. */
export const documentListSpec: ListSpec = {
  filters: {
    kind: enumFilter('kind', documentKinds),
    paymentId: idFilter('paymentId'),
    customerId: idFilter('customerId'),
    search: (text) => containing('searchText', searchedText(text)),
  },
  ranges: { day: writtenDayRange('day') },
  sorts: { day: 'day', number: 'numberOrder' },
  order: '-day',
  unique: ['numberOrder'],
  indexes: indexesOf(StoredDocumentSchema),
  few: ['paymentId', 'customerId'],
};
