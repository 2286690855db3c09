import { BadRequestException } from '@nestjs/common';
import { Types } from 'mongoose';
import { mailKinds, mailStates } from '../../../domain/mail.js';
import { containing, enumFilter, type ListSpec, momentRange } from '../http/list-query.js';

const idFilter = (field: string) => (text: string) => {
  if (!/^[0-9a-f]{24}$/i.test(text))
    throw new BadRequestException(`filter[${field}] takes an id of 24 hex digits`);
  return { [field]: new Types.ObjectId(text) };
};

/** What the list of mails can be filtered and sorted by. */
export const mailListSpec: ListSpec = {
  filters: {
    state: enumFilter('state', mailStates),
    kind: enumFilter('kind', mailKinds),
    paymentId: idFilter('paymentId'),
    customerId: idFilter('customerId'),
    search: (text) => containing('searchText', text.toLowerCase()),
  },
  ranges: { createdAt: momentRange('createdAt') },
  sorts: { createdAt: 'createdAt' },
};
