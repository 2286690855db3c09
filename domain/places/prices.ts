import type { Country } from './countries.js';
import { places } from './places.js';
import { findRegion, regionsOf } from './locations.js';
import { type Currency, quotedCurrency } from '../platform/money.js';

export interface Price {
  amount: number;
  currency: Currency;
}

/** The price of the trip at a place, tax included, in the currency in which the payment is recorded. */
export function priceFor(country: Country, region?: string | null): Price {
  const { price, currency, regionPrices = {} } = places[country];
  const slug = findRegion(country, region)?.slug ?? '';
  return { amount: regionPrices[slug] ?? price, currency };
}

/**
 * The total of the trip as shown to a visitor at a place: the number of the price, always in Canadian dollars. The
 * payment is recorded in the currency of the place.
 */
export const quoteFor = (country: Country, region?: string | null): Price => ({
  amount: priceFor(country, region).amount,
  currency: quotedCurrency,
});

/** The price list in the response of GET /checkout/options: where prices differ by region, `amounts` has that of each, by its slug. */
export function pricesOf(country: Country): { amount: number; amounts?: Record<string, number> } {
  const { price: amount, regionPrices } = places[country];
  if (!regionPrices) return { amount };
  const amounts = regionsOf(country).map(({ slug }) => [slug, priceFor(country, slug).amount]);
  return { amount, amounts: Object.fromEntries(amounts) as Record<string, number> };
}
