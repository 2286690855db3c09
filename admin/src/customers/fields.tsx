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

/** The customer's email address. */
export const CustomerEmail = () => useCustomer()?.email;

/** The country's name. */
export const CustomerCountry = () => locationName({ country: useCustomer()?.country });

/** The day of the customer's creation. */
export const CustomerCreatedAt = () => <DateText value={useCustomer()?.createdAt} />;

/** The customer's status. */
export function CustomerStatusChip() {
  const customer = useCustomer();
  return customer && <CustomerChips customer={customer} />;
}
