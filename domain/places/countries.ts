import type { PaymentMethod } from './payment-methods.js';

/** The field of a person's record that holds the region. */
export type RegionField = 'province' | 'state';

/** The facts of a country that a visitor's first page needs. All others stand in places.ts. */
export interface Offer {
  /** The ways to pay, in the order of their cards. */
  methods: readonly PaymentMethod[];
  /** Missing where any region is free text. */
  regionField?: RegionField;
}

const table = {
  canada: { methods: ['creditCard', 'bankTransfer', 'interac'], regionField: 'province' },
  usa: { methods: ['creditCard', 'bankTransfer'], regionField: 'state' },
  other: { methods: ['creditCard', 'wireTransfer'] },
} satisfies Record<string, Offer>;

export type Country = keyof typeof table;

/** The methods of a country. */
export type MethodOf<Name extends Country> = (typeof table)[Name]['methods'][number];

/** The countries that have a list of regions. */
export type CountryWithRegions = {
  [Name in Country]: (typeof table)[Name] extends { regionField: RegionField } ? Name : never;
}[Country];

export const offers: Readonly<Record<Country, Offer>> = table;

export const countries = Object.keys(table) as Country[];

export const isCountry = (value: unknown): value is Country => countries.includes(value as Country);

/** The field that holds the region of a country; undefined for one without a list, and for a text that is no country. */
export const regionFieldOf = (country: unknown): RegionField | undefined =>
  isCountry(country) ? offers[country].regionField : undefined;
