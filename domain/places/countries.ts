import type { PaymentMethod } from './payment-methods.js';
import type { Currency } from '../platform/money.js';

/** The field of a person's record that holds the region. */
export type RegionField = 'province' | 'state';

/**
 * The facts by which places differ. Beside an entry here, a place has its names (texts/en/countries.ts, texts/fr/offer.ts),
 * the operator's instructions (PAYMENT_OPTIONS_FILE) and, with a `regionField`, its list of regions (locations.ts).
 */
interface Place {
  /** ISO 3166-1 alpha-2, by which the card provider names it; missing for the rest of the world. */
  code?: string;
  /** The price of the trip, tax included, in `currency`, in which its payments are recorded. */
  price: number;
  currency: Currency;
  /** The prices of its regions, by slug; a region without one has `price`. */
  regionPrices?: Readonly<Record<string, number>>;
  /** The ways to pay, in the order of their cards. */
  methods: readonly PaymentMethod[];
  preferredMethod: Exclude<PaymentMethod, 'creditCard'>;
  /** The currency that a payment begins with that an admin adds for a customer there. */
  formCurrency: Currency;
  /** Missing where any region is free text. */
  regionField?: RegionField;
  /** The form of a postal code; missing where any text is one. */
  postalCode?: 'canadian' | 'zip';
  /** "gst": GST or HST by the province (taxes.ts); missing where prices hold no tax. */
  tax?: 'gst';
  /** The size of a company's papers there. */
  paper: 'letter' | 'a4';
}

const table = {
  canada: {
    code: 'CA',
    price: 1500,
    currency: 'CAD',
    regionPrices: {
      alberta: 2096.85,
      british_columbia: 2096.85,
      manitoba: 2096.85,
      new_brunswick: 2296.55,
      newfoundland: 2296.55,
      northwest_territories: 2096.85,
      nova_scotia: 2276.58,
      nunavut: 2096.85,
      ontario: 2256.61,
      pei: 2296.55,
      quebec: 2096.85,
      saskatchewan: 2096.85,
      yukon: 2096.85,
    },
    methods: ['creditCard', 'bankTransfer', 'interac'],
    preferredMethod: 'interac',
    formCurrency: 'CAD',
    regionField: 'province',
    postalCode: 'canadian',
    tax: 'gst',
    paper: 'letter',
  },
  usa: {
    code: 'US',
    price: 1997,
    currency: 'USD',
    methods: ['creditCard', 'bankTransfer'],
    preferredMethod: 'bankTransfer',
    formCurrency: 'USD',
    regionField: 'state',
    postalCode: 'zip',
    paper: 'letter',
  },
  other: {
    price: 2050,
    currency: 'USD',
    methods: ['creditCard', 'wireTransfer'],
    preferredMethod: 'wireTransfer',
    formCurrency: 'THB',
    paper: 'a4',
  },
} satisfies Record<string, Place>;

export type Country = keyof typeof table;

/** The countries that have a list of regions. */
export type CountryWithRegions = {
  [Name in Country]: (typeof table)[Name] extends { regionField: RegionField } ? Name : never;
}[Country];

export const places: Readonly<Record<Country, Place>> = table;

export const countries = Object.keys(table) as Country[];

export const isCountry = (value: unknown): value is Country => countries.includes(value as Country);

/** The field that holds the region of a country; undefined for one without a list, and for a text that is no country. */
export const regionFieldOf = (country: unknown): RegionField | undefined =>
  isCountry(country) ? places[country].regionField : undefined;

/** The province and the state of a place, null in a field in which its country has no regions. */
export const ownRegion = <Text>({
  country,
  province,
  state,
}: { country: Country } & Record<RegionField, Text>): Record<RegionField, Text | null> => ({
  province: regionFieldOf(country) === 'province' ? province : null,
  state: regionFieldOf(country) === 'state' ? state : null,
});
