import { useRecordContext } from 'react-admin';
import { locationName } from '#domain/locations';
import { DateText } from '../ui/common/DateText.js';
import { TextLink } from '../ui/common/TextLink.js';
import type { CustomerRecord } from '../data/dataProvider.js';
import { customerPath } from '../ui/paths.js';
import { CustomerChips } from './CustomerChips.js';

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
