import type { Country } from './countries.js';
import { findRegion, provinces } from './locations.js';
import { type Currency, quotedCurrency } from '../platform/money.js';

const canadianGroups: readonly [number, readonly string[]][] = [
  [
    2096.85,
    [
      'alberta',
      'british_columbia',
      'manitoba',
      'northwest_territories',
      'nunavut',
      'quebec',
      'saskatchewan',
      'yukon',
    ],
  ],
  [2296.55, ['new_brunswick', 'newfoundland', 'pei']],
  [2276.58, ['nova_scotia']],
  [2256.61, ['ontario']],
];

/** Prices with tax, by the slug of the province, in CAD. */
export const canadianPrices: Readonly<Record<string, number>> = Object.fromEntries(
  canadianGroups.flatMap(([price, slugs]) => slugs.map((slug) => [slug, price])),
);

/** The price of a Canadian region without one of its own, in CAD. */
const canadianFallbackPrice = 1500;
const usaPrice = 1997;
const otherPrice = 2050;

export interface Price {
  amount: number;
  currency: Currency;
}

/** The price of the trip at a place, tax included, in the currency in which the payment is recorded. */
export function priceFor(country: Country, region?: string | null): Price {
  if (country === 'usa') return { amount: usaPrice, currency: 'USD' };
  if (country === 'other') return { amount: otherPrice, currency: 'USD' };
  const slug = findRegion('canada', region)?.slug ?? '';
  return { amount: canadianPrices[slug] ?? canadianFallbackPrice, currency: 'CAD' };
}

/**
 * The total of the trip as shown to a visitor at a place: the number of the price, always in Canadian dollars. The
 * payment is recorded in the currency of the place.
 */
export const quoteFor = (country: Country, region?: string | null): Price => ({
  amount: priceFor(country, region).amount,
  currency: quotedCurrency,
});

/** The price list in the response of GET /checkout/options. */
export function pricesOf(country: Country): { amount: number; amounts?: Record<string, number> } {
  const { amount } = priceFor(country);
  if (country !== 'canada') return { amount };
  return {
    amount,
    amounts: Object.fromEntries(provinces.map(({ slug }) => [slug, priceFor(country, slug).amount])),
  };
}
