import { mailKinds, mailStates } from '#domain/mail/mail';
import {
  booleanFilter,
  containing,
  enumFilter,
  idFilter,
  indexesOf,
  type ListSpec,
  momentRange,
} from '../platform/http/list-query.js';
import { createMailSchema } from './mail.schema.js';

/** Filters and sort fields of the list of mails. */
export const mailListSpec: ListSpec = {
  filters: {
    state: enumFilter('state', mailStates),
    dismissed: booleanFilter(
      'dismissed',
      { dismissed: { $exists: true } },
      { dismissed: { $exists: false } },
    ),
    kind: enumFilter('kind', mailKinds),
    paymentId: idFilter('paymentId'),
    customerId: idFilter('customerId'),
    search: (text) => containing('searchText', text.toLowerCase()),
  },
  ranges: { createdAt: momentRange('createdAt') },
  sorts: { createdAt: 'createdAt' },
  indexes: indexesOf(createMailSchema(1)),
  few: ['paymentId', 'customerId'],
};
