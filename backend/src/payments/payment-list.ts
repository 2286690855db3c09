import { BadRequestException } from '@nestjs/common';
import { Types } from 'mongoose';
import { paymentMethods, paymentStatuses } from '../../../domain/payments.js';
import { type ListSpec, momentRange } from '../http/list-query.js';
import { referenceContaining } from './reference-search.js';

const oneOf = (field: string, allowed: readonly string[]) => (text: string) => {
  if (!allowed.includes(text))
    throw new BadRequestException(`filter[${field}] takes one of ${allowed.join(', ')}`);
  return { [field]: text };
};

/** What the list of payments can be filtered and sorted by. */
export const paymentListSpec: ListSpec = {
  filters: {
    referenceNumber: referenceContaining,
    status: oneOf('status', paymentStatuses),
    paymentMethod: oneOf('paymentMethod', paymentMethods),
    customerId: (text) => {
      if (!/^[0-9a-f]{24}$/i.test(text))
        throw new BadRequestException('filter[customerId] takes an id of 24 hex digits');
      return { customerId: new Types.ObjectId(text) };
    },
  },
  ranges: { createdAt: momentRange('createdAt') },
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
