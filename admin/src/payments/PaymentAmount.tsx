import Box from '@mui/material/Box';
import { useRecordContext, useTranslate } from 'react-admin';
import { formatMoney, formatNamedMoney } from '../../../domain/money.js';
import type { Payment } from '../../../domain/payments.js';

/**
 * The recorded number in THB, as every screen of payments shows it, without conversion. Where another currency was
 * recorded, a caption says so.
 */
export function PaymentAmount() {
  const translate = useTranslate();
  const payment = useRecordContext<Pick<Payment, 'amount' | 'currency'> & { id: string }>();
  if (!payment) return null;
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {formatMoney(payment.amount, 'THB')}
      {payment.currency !== 'THB' && (
        <Box
          component="span"
          sx={{ display: 'block', fontSize: '0.75rem', fontWeight: 400, color: 'text.secondary' }}
        >
          {translate('resources.payments.recorded', {
            amount: formatNamedMoney(payment.amount, payment.currency),
          })}
        </Box>
      )}
    </Box>
  );
}
