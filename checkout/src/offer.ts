import {
  type CheckoutLocation,
  type CheckoutOptions,
  type MethodOffer,
  type TransferMethod,
} from '#domain/visitor/checkout';
import type { Price } from '#domain/places/prices';
import type { Country } from '#domain/places/countries';

/** A location that is valid by its rules. */
export type KnownLocation = CheckoutLocation & { country: Country };

/** Of a list of regions any is chosen, as it has no other; the server looks again. */
export const isRegionChosen = (_: Country, value: unknown): boolean => value !== '';

/** The location, once it is complete by its rules. */
export function knownLocation(location: CheckoutLocation): KnownLocation | undefined {
  const { country, province, state } = location;
  const region = { '': '', canada: province, usa: state, other: '-' }[country];
  return country && region ? { ...location, country } : undefined;
}

/** Returns the methods at a place, and the preferred one. */
export const methodsAt = (options: CheckoutOptions, { country, province }: KnownLocation): MethodOffer =>
  options.locations[country].provinces?.[province] ?? options.locations[country];

/** Returns the server's price at a place. */
export function priceAt(options: CheckoutOptions, { country, province }: KnownLocation): Price {
  const { amount, amounts, currency } = options.locations[country];
  return { amount: amounts?.[province] ?? amount, currency };
}

/** Returns the instructions of a method at a place. */
export function instructionsFor(options: CheckoutOptions, country: Country, method: TransferMethod): string {
  const { transferInstructions, interacInstructions } = options.locations[country];
  return (method === 'interac' && interacInstructions) || transferInstructions;
}

/** Returns whether those instructions are in English although the page is not. */
export const areInEnglish = (options: CheckoutOptions, country: Country, method: TransferMethod): boolean =>
  !!options.locations[country].inEnglish?.includes(
    method === 'interac' ? 'interacInstructions' : 'transferInstructions',
  );
