import Box from '@mui/material/Box';
import { isTestPayment } from '#domain/cards';
import type { Payment } from '#domain/payments';
import { TestChip } from '../cards/TestChip.js';
import { StatusChip } from '../../ui/common/StatusChip.js';

/** The status of a payment, with a mark where it is of the card provider's test mode. */
export function PaymentChips({ payment }: { payment: Pick<Payment, 'status' | 'card'> }) {
  if (!isTestPayment(payment)) return <StatusChip status={payment.status} />;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <StatusChip status={payment.status} />
      <TestChip />
    </Box>
  );
}
