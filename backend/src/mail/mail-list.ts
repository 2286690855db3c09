import { mailKinds, mailStates } from '#domain/mail';
import { containing, enumFilter, idFilter, type ListSpec, momentRange } from '../http/list-query.js';

const trueOrFalse = enumFilter('dismissed', ['true', 'false']);

/** Filters and sort fields of the list of mails. */
export const mailListSpec: ListSpec = {
  filters: {
    state: enumFilter('state', mailStates),
    dismissed: Object.assign(
      (text: string) => ({ dismissed: { $exists: trueOrFalse(text).dismissed === 'true' } }),
      { schema: trueOrFalse.schema },
    ),
    kind: enumFilter('kind', mailKinds),
    paymentId: idFilter('paymentId'),
    customerId: idFilter('customerId'),
    search: (text) => containing('searchText', text.toLowerCase()),
  },
  ranges: { createdAt: momentRange('createdAt') },
  sorts: { createdAt: 'createdAt' },
};
