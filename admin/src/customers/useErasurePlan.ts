import { type UseQueryOptions } from '@tanstack/react-query';
import { type Identifier } from 'react-admin';
import type { ErasurePlan } from '#domain/care/personal-data';
import type { CustomerRecord } from '../data/records.js';
import { useRead } from '../data/useCall.js';

/** A customer, or what is known of one that was deleted. */
export type PersonOfData = Pick<CustomerRecord, 'id' | 'fullName' | 'erasedAt'>;

/** Queries what an erasure of a customer changes, and how far one is that is under way. */
export function useErasurePlan(
  id: Identifier,
  options: Pick<UseQueryOptions<ErasurePlan>, 'enabled' | 'refetchInterval' | 'staleTime'>,
) {
  return useRead(['customers', 'getErasurePlan', id], 'GET /customers/{id}/erasure', { id }, options);
}
