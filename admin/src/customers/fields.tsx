import Box from '@mui/material/Box';
import { useRecordContext } from 'react-admin';
import { customerStatus } from '#domain/customers';
import { locationName } from '#domain/locations';
import { TestChip } from '../cards/fields/TestChip.js';
import { DateText } from '../ui/common/DateText.js';
import { ToneChip } from '../ui/common/ToneChip.js';
import { TextLink } from '../ui/common/TextLink.js';
import type { CustomerRecord } from '../data/dataProvider.js';
import { customerPath } from '../ui/paths.js';

const useCustomer = () => useRecordContext<CustomerRecord>();

/** The name, linked to the customer. */
export function CustomerName() {
  const customer = useCustomer();
  return customer && <TextLink to={customerPath(customer.id)}>{customer.fullName}</TextLink>;
}

/** The customer's email address. */
export const CustomerEmail = () => useCustomer()?.email;

/** The country's name. */
export const CustomerCountry = () => locationName({ country: useCustomer()?.country });

/** The day of the customer's creation. */
export const CustomerCreatedAt = () => <DateText value={useCustomer()?.createdAt} />;

/** "Active" once there is a payment, else "New"; with a mark where only test payments have made the customer. */
export function CustomerStatusChip() {
  const customer = useCustomer();
  if (!customer?.test) return customer && <ToneChip {...customerStatus(customer)} />;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      <ToneChip {...customerStatus(customer)} />
      <TestChip />
    </Box>
  );
}
