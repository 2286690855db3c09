import { Alert, LinearProgress } from '@mui/material';
import { formatDate } from '#domain/platform/dates';
import { useCan } from '../data/session/role.js';
import { keysOf, useTranslate } from '../ui/i18n/useTranslate.js';
import { type PersonOfData, useErasurePlan } from './useErasurePlan.js';

const key = keysOf('resources.customers.erase');

/** Time since an erasure for which it is asked whether it is done, and between two questions, in milliseconds. */
const recentMs = 86_400_000;
const pauseMs = 5000;

/** Says that the personal data is erased, which every field shows; how far that is, while it is under way. */
export function ErasedBanner({ customer }: { customer: PersonOfData }) {
  const translate = useTranslate();
  const { erasedAt = '' } = customer;
  const canAsk = useCan('read', 'personal-data');
  const { data } = useErasurePlan(customer.id, {
    enabled: () => canAsk && Date.now() - Date.parse(erasedAt) < recentMs,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.erased?.finished === false ? pauseMs : false),
  });
  const { progress, finished = true } = data?.erased ?? {};
  const text = progress
    ? translate(key('running'), { ...progress })
    : translate(key(finished ? 'erased' : 'compacting'), { day: formatDate(erasedAt) });
  return (
    <Alert severity="info" sx={{ mb: 2, '& .MuiAlert-message': { flexGrow: 1 } }}>
      <span>{text}</span>
      {!finished && (
        <LinearProgress
          aria-label={translate(key('progress'))}
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
