import { cardModeName } from '#domain/cards/cards';
import { countryName, regionName } from '#domain/places/locations';
import { customerStatus } from '#domain/customers/customers';
import type { Column } from '../platform/exports/export.js';
import type { Customer } from './customer.schema.js';

export const customerColumns: readonly Column<Customer>[] = [
  { title: 'Full Name', width: 26, value: ({ fullName }) => fullName },
  { title: 'Email', width: 30, value: ({ email }) => email },
  { title: 'Phone', width: 18, value: ({ phone }) => phone },
  { title: 'Country', width: 16, value: ({ country }) => countryName(country) },
  { title: 'Region', width: 22, value: (customer) => regionName(customer) },
  { title: 'Address', width: 32, value: ({ address }) => address },
  { title: 'City', width: 18, value: ({ city }) => city },
  { title: 'Postal Code', width: 12, value: ({ postalCode }) => postalCode },
  { title: 'Referral Source', width: 20, value: ({ referralSource }) => referralSource },
  { title: 'Status', width: 10, value: (customer) => customerStatus(customer).name },
  { title: 'Created At', width: 22, format: 'moment', value: ({ createdAt }) => createdAt },
  { title: 'ID', width: 26, value: ({ _id }) => String(_id) },
  { title: 'Mode', width: 8, value: ({ test }) => test && cardModeName({ live: false }) },
];
