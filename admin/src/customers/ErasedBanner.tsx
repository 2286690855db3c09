import { Alert, LinearProgress } from '@mui/material';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { Identifier } from 'react-admin';
import { formatDate } from '#domain/platform/dates';
import type { ErasurePlan } from '#domain/care/personal-data';
import { useCan } from '../data/session/role.js';
import { useTexts } from '../ui/i18n/useTranslate.js';
import type { CustomerRecord } from '../data/records.js';
import { useRead } from '../data/useCall.js';

/** Time since an erasure for which it is asked whether it is done, and between two questions, in milliseconds. */
const recentMs = 86_400_000;
const pauseMs = 5000;

/** Says that the personal data is erased, which every field shows; how far that is, while it is under way. */
export function ErasedBanner({ customer }: { customer: PersonOfData }) {
  const label = useTexts('resources.customers.erase');
  const { erasedAt = '' } = customer;
  const canAsk = useCan('read', 'personal-data');
  const { data } = useErasurePlan(customer.id, {
    enabled: () => canAsk && Date.now() - Date.parse(erasedAt) < recentMs,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.erased?.finished === false ? pauseMs : false),
  });
  const { progress, finished = true } = data?.erased ?? {};
  const text = progress
    ? label('running', { ...progress })
    : label(finished ? 'erased' : 'compacting', { day: formatDate(erasedAt) });
  return (
    <Alert severity="info" sx={{ mb: 2, '& .MuiAlert-message': { flexGrow: 1 } }}>
      <span>{text}</span>
      {!finished && (
        <LinearProgress
          aria-label={label('progress')}
          sx={{ mt: 1 }}
          {...(progress && {
            variant: 'determinate' as const,
            value: (100 * progress.done) / progress.total,
          })}
        />
      )}
    </Alert>
  );
}

/** A customer, or what is known of one that was deleted. */
export type PersonOfData = Pick<CustomerRecord, 'id' | 'fullName' | 'erasedAt'>;

/** Queries what an erasure of a customer changes, and how far one is that is under way. */
export function useErasurePlan(
  id: Identifier,
  options: Pick<UseQueryOptions<ErasurePlan>, 'enabled' | 'refetchInterval' | 'staleTime'>,
) {
  return useRead(['customers', 'getErasurePlan', id], 'GET /customers/{id}/erasure', { id }, options);
}
