import type { Currency } from '../platform/money.js';
import { type Country, type Offer, offers, type RegionField, regionFieldOf } from './countries.js';
import type { PaymentMethod } from './payment-methods.js';

/**
 * The facts by which places differ. Beside its entries here and in countries.ts, a place has its names
 * (texts/en/countries.ts, offer.ts of each other language), the operator's instructions (PAYMENT_OPTIONS_FILE) and, with a
 * `regionField`, its list of regions (locations.ts). They are apart as a visitor's first page loads no more than it needs.
 */
interface Place extends Offer {
  /** ISO 3166-1 alpha-2, by which the card provider names it; missing for the rest of the world. */
  code?: string;
  /** The currency in which payments are recorded. */
  currency: Currency;
  /** The price of the trip, tax included. */
  price: number;
  /** The prices of its regions, by slug; a region without one has `price`. */
  regionPrices?: Readonly<Record<string, number>>;
  preferredMethod: Exclude<PaymentMethod, 'creditCard'>;
  /** The currency that a payment begins with that an admin adds for a customer there. */
  formCurrency: Currency;
  /** The form of a postal code; missing where any text is one. */
  postalCode?: 'canadian' | 'zip';
  /** "gst": GST or HST by the province (taxes.ts); missing where prices hold no tax. */
  tax?: 'gst';
  /** The size of a company's papers there. */
  paper: 'letter' | 'a4';
}

export const places: Readonly<Record<Country, Place>> = {
  canada: {
    ...offers.canada,
    code: 'CA',
    currency: 'CAD',
    price: 1500,
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
    preferredMethod: 'interac',
    formCurrency: 'CAD',
    postalCode: 'canadian',
    tax: 'gst',
    paper: 'letter',
  },
  usa: {
    ...offers.usa,
    code: 'US',
    currency: 'USD',
    price: 1997,
    preferredMethod: 'bankTransfer',
    formCurrency: 'USD',
    postalCode: 'zip',
    paper: 'letter',
  },
  other: {
    ...offers.other,
    currency: 'USD',
    price: 2050,
    preferredMethod: 'wireTransfer',
    formCurrency: 'THB',
    paper: 'a4',
  },
};

/** The province and the state of a place, null in a field in which its country has no regions. */
export const ownRegion = <Text>({
  country,
  province,
  state,
}: { country: Country } & Record<RegionField, Text>): Record<RegionField, Text | null> => ({
  province: regionFieldOf(country) === 'province' ? province : null,
  state: regionFieldOf(country) === 'state' ? state : null,
});
