import Box from '@mui/material/Box';
import { type Customer, customerStatus } from '#domain/customers';
import { TestChip } from '../fields/cards/TestChip.js';
import { ToneChip } from '../ui/common/ToneChip.js';

/** "Active" once there is a payment, else "New"; with a mark where only test payments have made the customer. */
export function CustomerChips({ customer }: { customer: Pick<Customer, 'hasPayment' | 'test'> }) {
  if (!customer.test) return <ToneChip {...customerStatus(customer)} />;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      <ToneChip {...customerStatus(customer)} />
      <TestChip />
    </Box>
  );
}
