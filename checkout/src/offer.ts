import type { CheckoutLocation, CheckoutOptions } from '#domain/visitor/checkout';
import type { Price } from '#domain/places/prices';
import { type Country, regionFieldOf } from '#domain/places/countries';

/** A location that is valid by its rules. */
export type KnownLocation = CheckoutLocation & { country: Country };

/** Of a list of regions any is chosen, as it has no other; the server looks again. */
export const isRegionChosen = (_: Country, value: unknown): boolean => value !== '';

/** The location, once it is complete by its rules. */
export function knownLocation(location: CheckoutLocation): KnownLocation | undefined {
  const { country } = location;
  const field = regionFieldOf(country);
  return country && (!field || location[field]) ? { ...location, country } : undefined;
}

/** Returns the server's price at a place. */
export function priceAt(options: CheckoutOptions, { country, province, state }: KnownLocation): Price {
  const { amount, amounts, currency } = options.locations[country];
  return { amount: amounts?.[province || state] ?? amount, currency };
}
