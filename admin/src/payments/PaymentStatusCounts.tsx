import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { paymentStatuses, statusNames } from '../../../domain/payments.js';
import { formatCount } from '../../../domain/numbers.js';
import type { dataProvider } from '../dataProvider.js';
import { pageQuery } from '../queryClient.js';
import { usePaymentFilters } from './usePaymentFilters.js';

/** Buttons with the number of payments in each status under the other filters; a press filters the list by it. */
export function PaymentStatusCounts() {
  const translate = useTranslate();
  const provider = useDataProvider<typeof dataProvider>();
  const { filters, set } = usePaymentFilters();
  const { status = '', ...others } = filters;
  const { data } = useQuery({
    queryKey: ['payments', 'statusCounts', others],
    queryFn: async ({ signal }) =>
      Promise.all(
        ['', ...paymentStatuses].map(async (asked) => {
          const answer = await provider.getList('payments', {
            pagination: { page: 1, perPage: 1 },
            sort: { field: 'createdAt', order: 'DESC' },
            filter: { ...others, ...(asked && { status: asked }) },
            signal,
          });
          return answer.total ?? 0;
        }),
      ),
    placeholderData: keepPreviousData,
    ...pageQuery,
  });

  return (
    <Box
      role="group"
      aria-label={translate('resources.payments.filters.counts')}
      sx={{ display: 'flex', flexWrap: 'wrap', px: 1, borderBottom: 1, borderColor: 'divider' }}
    >
      {(['', ...paymentStatuses] as const).map((value, at) => {
        const name = value ? statusNames[value] : translate('resources.payments.filters.all');
        return (
          <ButtonBase
            key={value}
            aria-pressed={status === value}
            onClick={() => set({ status: value })}
            sx={{
              ...tab,
              ...(status === value && {
                borderColor: 'primary.main',
                color: 'text.primary',
                fontWeight: 600,
              }),
            }}
          >
            {name}
            {/* Reserves the width of a number, so that nothing moves when it is loaded. */}
            <Box component="span" sx={{ minWidth: '1.75rem', pl: 0.75, textAlign: 'left' }}>
              {data?.[at] !== undefined && formatCount(data[at])}
            </Box>
          </ButtonBase>
        );
      })}
    </Box>
  );
}

const tab = {
  flexShrink: 0,
  minHeight: 44,
  px: 1,
  borderBottom: '2px solid transparent',
  color: 'text.secondary',
  fontFamily: 'inherit',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  '&.Mui-focusVisible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -3 },
} as const;
