import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useListContext, useTranslate } from 'react-admin';
import { type PaymentStatus, paymentStatuses, type StatusCounts, statusNames } from '#domain/payments';
import { formatCount } from '#domain/numbers';
import { usePaymentFilters } from './usePaymentFilters.js';

/** Buttons with the number of payments in each status under the other filters; a press filters the list by it. */
export function PaymentStatusCounts() {
  const translate = useTranslate();
  const { filters, set } = usePaymentFilters();
  const { status = '' } = filters;
  const counts = useListContext().meta as StatusCounts | undefined;
  const countOf = (value: PaymentStatus | '') =>
    counts && (value ? counts[value] : Object.values(counts).reduce((total, count) => total + count, 0));

  return (
    <Box
      role="group"
      aria-label={translate('resources.payments.filters.counts')}
      sx={{ display: 'flex', flexWrap: 'wrap', flex: 1 }}
    >
      {(['', ...paymentStatuses] as const).map((value) => {
        const count = countOf(value);
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
              {count !== undefined && formatCount(count)}
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
