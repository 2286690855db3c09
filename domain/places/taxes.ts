import { type Country, isCountry } from './countries.js';
import { places } from './places.js';
import { findRegion } from './locations.js';
import { type Cents, fractionHalfUp } from '../platform/money.js';

/** A rate of GST or HST: a fraction of the price before tax. */
interface TaxRate {
  label: 'GST' | 'HST';
  rate: number;
}

const gst: TaxRate = { label: 'GST', rate: 0.05 };
const hst = (rate: number): TaxRate => ({ label: 'HST', rate });

/**
 * The rates of the provinces by the first day on which they hold, the newest first (Canada Revenue Agency, "GST/HST
 * calculator (and rates)"). A province that is not listed has GST alone.
 */
const harmonized: Readonly<Record<string, readonly { from: string; rate: number }[]>> = {
  ontario: [{ from: '2010-07-01', rate: 0.13 }],
  nova_scotia: [
    { from: '2025-04-01', rate: 0.14 },
    { from: '2010-07-01', rate: 0.15 },
  ],
  new_brunswick: [{ from: '2016-07-01', rate: 0.15 }],
  newfoundland: [{ from: '2016-07-01', rate: 0.15 }],
  pei: [{ from: '2016-10-01', rate: 0.15 }],
};

/** Label of a price without tax. */
export const untaxedLabel = 'No GST/HST charged';

/** True where prices hold a tax, which depends on the province. */
export const isTaxed = (country: unknown): boolean => isCountry(country) && places[country].tax !== undefined;

/** The country and the province by which a price was made; the province is a slug, of a taxed country alone. */
export interface TaxPlace {
  country: Country;
  province?: string;
}

/** The tax in a price. `share` is the part of the price before tax that is taxed, 0 to 1. */
export interface PaymentTax extends TaxPlace {
  label: string;
  /** A fraction: 0.13. */
  rate: number;
  /** Missing while the operator has named none. */
  share?: number;
}

/**
 * Returns the place of a country and a province in either spelling; undefined where the tax cannot be told: without a known
 * country, and in a taxed one without a known province.
 */
export function taxPlaceOf(country: unknown, province?: unknown): TaxPlace | undefined {
  if (!isCountry(country)) return undefined;
  if (!isTaxed(country)) return { country };
  const region = findRegion(country, province);
  return region && { country, province: region.slug };
}

/** Returns label and rate of a place on a day (YYYY-MM-DD). */
export function taxOn(place: TaxPlace, day: string): Pick<PaymentTax, 'label' | 'rate'> {
  if (!isTaxed(place.country)) return { label: untaxedLabel, rate: 0 };
  const rates = harmonized[place.province ?? ''] ?? [];
  const known = rates.find(({ from }) => from <= day) ?? rates.at(-1);
  return known ? hst(known.rate) : gst;
}

/** A rate in per cent: of a fraction the product has more decimals than it means. */
export const inPercent = (rate: number): number => Number((rate * 100).toFixed(4));

/** Rates and shares are whole numbers of this part, so that the tax is exact. */
const scale = 1_000_000_000n;
const scaled = (fraction: number): bigint => BigInt(Math.round(fraction * Number(scale)));

/** Returns the tax that a total holds, both in cents: t·s·r / (1 + s·r), half up. */
export function taxIn(total: Cents, { rate, share = 1 }: Pick<PaymentTax, 'rate' | 'share'>): Cents {
  const taxed = scaled(rate) * scaled(share);
  const whole = scale * scale + taxed;
  return fractionHalfUp(BigInt(total) * taxed, whole);
}

export const samePlace = (one: TaxPlace | undefined, other: TaxPlace | undefined): boolean =>
  one?.country === other?.country && one?.province === other?.province;
