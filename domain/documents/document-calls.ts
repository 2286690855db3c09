import type { Payment } from '../payments/payments.js';
import { isTaxed } from '../places/taxes.js';
import { countries, type Country, isCountry, regionFieldOf } from '../places/countries.js';
import { countryNames, findRegion } from '../places/locations.js';
import { all, asText, oneOf, type RecordVersion, required, type Rules, text } from '../platform/rules.js';
import type { DocumentList, IssuedDocument } from './documents.js';

/** The fields of an address, of a customer or of what a visitor typed. */
interface AddressFields {
  address?: unknown;
  city?: unknown;
  postalCode?: unknown;
  country?: unknown;
  province?: unknown;
  state?: unknown;
}

/** Returns the lines of a buyer's address, with the name that its country has there. */
export function buyerLines(
  { address, city, postalCode, country, province, state }: AddressFields,
  names: Record<Country, string> = countryNames,
): string[] {
  const region = regionFieldOf(country) === 'state' ? state : province;
  const place = [asText(city), findRegion(country, region)?.code ?? asText(region), asText(postalCode)];
  const name = isCountry(country) && country !== 'other' ? names[country] : '';
  return [...asText(address).split(/\r?\n/), place.filter(Boolean).join(' '), name]
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The body of POST /payments/{id}/documents: a buyer that takes the place of the former one. */
export interface DocumentsInput {
  buyer?: { name: string; address: string } | undefined;
}

/** Longest address of a buyer, in characters; it may have line breaks. */
const maximumAddress = 2000;

export const buyerRules = {
  name: all(required('Name is required'), text('Name', 200)),
  address: all(required('Address is required'), text('Address', maximumAddress, { multiline: true })),
} satisfies Rules<{ name: string; address: string }>;

/** The body of POST /payments/{id}/tax-place; only Canada has provinces there. */
export interface TaxPlaceInput {
  country: Country;
  province?: string | null;
  version: RecordVersion;
}

export const taxPlaceRules = {
  country: all(
    required('Country is required'),
    oneOf(countries, `Country must be one of ${countries.join(', ')}`),
  ),
  province: all<TaxPlaceInput>(text('Province', 100), (value, { country }) =>
    !isTaxed(country) || findRegion(country, value)
      ? undefined
      : `Province must be one of ${countryNames[country]}`,
  ),
};

/** The JSON of the answers to the calls about documents. */
export interface DocumentAnswers {
  'GET /documents': DocumentList;
  'GET /documents/{id}': IssuedDocument;
  'POST /payments/{id}/documents': { documents: IssuedDocument[] };
  'POST /payments/{id}/tax-place': Payment;
}

/** The bodies of those that the back-office sends with one. */
export interface DocumentBodies {
  'POST /payments/{id}/documents': DocumentsInput;
  'POST /payments/{id}/tax-place': TaxPlaceInput;
}

/** The name of a document's file, of any prefix. */
export const documentFilePattern = '^[A-Za-z0-9-]{7,40}\\.pdf$';
