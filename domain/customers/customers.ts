import type { Tone } from '../platform/colors.js';
import type { CountById } from '../platform/lists.js';
import { countries, type Country, isCountry, type RegionField, regionFieldOf } from '../places/countries.js';
import { places } from '../places/places.js';
import { findRegion } from '../places/locations.js';
import type { Currency } from '../platform/money.js';
import { emailFormat, personLimits } from './person-fields.js';
import { all, asText, oneOf, required, type Rule, text } from '../platform/rules.js';

/** A customer as the checkout records one; missing texts are ''. */
export interface CheckoutCustomer {
  fullName: string;
  email: string;
  phone: string;
  country: Country;
  province: string | null;
  state: string | null;
  address: string;
  city: string;
  postalCode: string;
}

/** The texts that the office alone records of a customer; each may be empty. */
const officeRules = { referralSource: text('Referral source', 200) };

export type VisitorField = keyof CheckoutCustomer;
export type OfficeField = keyof typeof officeRules;
/** The fields of a customer: each place that knows them follows from the lists here, or does not compile without one. */
export type CustomerField = VisitorField | OfficeField;

/** The body that the customer form sends. */
export interface CustomerInput
  extends
    Omit<CheckoutCustomer, RegionField>,
    Partial<Pick<CheckoutCustomer, RegionField>>,
    Partial<Record<OfficeField, string>> {
  version?: number;
}

/** A customer in the responses of the API. */
export interface Customer extends Omit<CustomerInput, 'version'> {
  _id: string;
  firstName: string;
  lastName: string;
  region?: string | null;
  /** The emails of customers that were merged into this one: a checkout with one of them is this customer's. */
  furtherEmails?: string[];
  /** The id of this customer, where another one was asked for that was merged into it. */
  mergedInto?: string;
  hasPayment: boolean;
  /** Made by test-mode payments of the card provider only: counted in no figure. */
  test?: true;
  /** Time from which words of the person are erased. */
  erasedAt?: string;
  /** Counts the writes of this record; a change sends it back, so that the server detects a concurrent change. */
  version: number;
  createdAt: string;
  updatedAt: string;
}

export interface CustomerStats {
  total: number;
  active: number;
  new: number;
  countries: CountById[];
}

/** The message of a refused second submission of a customer whose details were changed after the first. */
export const addedAlready = (fullName: string): string =>
  `This customer was added already, as ${fullName}, with other details. Open that one to change it.`;

/** The fields by which the list can be searched; the first is the default. */
export const customerSearchFields = ['name', 'email', 'country'] as const;
export type CustomerSearchField = (typeof customerSearchFields)[number];

/** "Active" once there is a payment, else "New". */
export const customerStatus = ({ hasPayment }: { hasPayment?: boolean }): { name: string; tone: Tone } =>
  hasPayment ? { name: 'Active', tone: 'success' } : { name: 'New', tone: 'neutral' };

/** The currency that a customer's new payment starts with: canada CAD, usa USD, otherwise THB. */
export const paymentCurrency = (country: string | null | undefined): Currency =>
  places[isCountry(country) ? country : 'other'].formCurrency;

/** The currency of a customer's summary: as above, but USD where no country is known. */
export const summaryCurrency = (country: string | null | undefined): Currency =>
  country ? paymentCurrency(country) : 'USD';

/** Splits a full name into its first word and the rest: the stored first and last name. */
export function splitName(fullName: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = fullName.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

/** Normalises an email for comparison: without outer spaces and case, in one Unicode form. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

/** The mailbox of an email, without the part after a plus sign, of which one person can make any number. */
export const mailboxKey = (email: string): string => emailKey(email).replace(/\+[^@]*(?=@[^@]*$)/, '');

const regionRule =
  (field: RegionField): Rule<Partial<CustomerInput>> =>
  (value, form) => {
    if (asText(value) === '' || regionFieldOf(form.country) !== field) return undefined;
    return findRegion(form.country, value) ? undefined : `Please select a valid ${field}`;
  };

const visitorRules = {
  fullName: all(required('Full name is required'), text('Full name', personLimits.fullName)),
  email: all(
    required('Email is required'),
    text('Email', personLimits.email),
    emailFormat('Invalid email address'),
  ),
  phone: all(required('Phone is required'), text('Phone', personLimits.phone)),
  country: all(
    required('Country is required'),
    oneOf(countries, `Country must be one of ${countries.join(', ')}`),
  ),
  province: all<Partial<CustomerInput>>(text('Province', personLimits.region), regionRule('province')),
  state: all<Partial<CustomerInput>>(text('State', personLimits.region), regionRule('state')),
  address: all(required('Address is required'), text('Address', personLimits.address, { multiline: true })),
  city: all(required('City is required'), text('City', personLimits.city)),
  postalCode: all(required('Postal code is required'), text('Postal code', personLimits.postalCode)),
} satisfies Record<VisitorField, Rule<CustomerInput>>;

export const customerRules = { ...visitorRules, ...officeRules };

export const visitorFields = Object.keys(visitorRules) as VisitorField[];
export const officeFields = Object.keys(officeRules) as OfficeField[];
export const customerFields: readonly CustomerField[] = [...visitorFields, ...officeFields];

/** The fields that are the person's own; of a place figures are counted. */
export const personFields = customerFields.filter(
  (field) => field !== 'country' && field !== 'province' && field !== 'state',
);
