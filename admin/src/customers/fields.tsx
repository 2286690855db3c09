import Box from '@mui/material/Box';
import { useRecordContext } from 'react-admin';
import { type Customer, customerStatus } from '#domain/customers';
import { locationName } from '#domain/locations';
import type { CustomerRecord } from '../data/dataProvider.js';
import { TestChip } from '../fields/cards/fields.js';
import { DateText } from '../ui/common/DateText.js';
import { TextLink } from '../ui/common/TextLink.js';
import { ToneChip } from '../ui/common/ToneChip.js';
import { customerPath } from '../ui/paths.js';

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

const useCustomer = () => useRecordContext<CustomerRecord>();

/** The name, linked to the customer. */
export function CustomerName() {
  const customer = useCustomer();
  return customer && <TextLink to={customerPath(customer.id)}>{customer.fullName}</TextLink>;
}

export const CustomerEmail = () => useCustomer()?.email;

export const CustomerCountry = () => locationName({ country: useCustomer()?.country });

/** The day of the customer's creation. */
export const CustomerCreatedAt = () => <DateText value={useCustomer()?.createdAt} />;

export function CustomerStatusChip() {
  const customer = useCustomer();
  return customer && <CustomerChips customer={customer} />;
}
