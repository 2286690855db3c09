import { cardModeName } from '#domain/cards/cards';
import { countryName, regionName } from '#domain/places/locations';
import { type CustomerField, customerStatus } from '#domain/customers/customers';
import type { Column } from '../platform/exports/export.js';
import type { Customer } from './customer.schema.js';

/** The columns of the form's fields, in this order; a province and a state are one. */
const fieldColumns: Record<Exclude<CustomerField, 'state'>, Column<Customer>> = {
  fullName: { title: 'Full Name', width: 26, value: ({ fullName }) => fullName },
  email: { title: 'Email', width: 30, value: ({ email }) => email },
  phone: { title: 'Phone', width: 18, value: ({ phone }) => phone },
  country: { title: 'Country', width: 16, value: ({ country }) => countryName(country) },
  province: { title: 'Region', width: 22, value: (customer) => regionName(customer) },
  address: { title: 'Address', width: 32, value: ({ address }) => address },
  city: { title: 'City', width: 18, value: ({ city }) => city },
  postalCode: { title: 'Postal Code', width: 12, value: ({ postalCode }) => postalCode },
  referralSource: { title: 'Referral Source', width: 20, value: ({ referralSource }) => referralSource },
};

export const customerColumns: readonly Column<Customer>[] = [
  ...Object.values(fieldColumns),
  { title: 'Status', width: 10, value: (customer) => customerStatus(customer).name },
  { title: 'Created At', width: 22, format: 'moment', value: ({ createdAt }) => createdAt },
  { title: 'ID', width: 26, value: ({ _id }) => String(_id) },
  { title: 'Mode', width: 8, value: ({ test }) => test && cardModeName({ live: false }) },
];
