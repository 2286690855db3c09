import type { CheckoutOptions, MethodOffer, TransferMethod } from '#domain/visitor/checkout';
import { instructionsOf } from '#domain/payments/instructions';
import type { OfferedPart } from '#domain/visitor/parts-offer';
import type { Country } from '#domain/places/countries';
import type { KnownLocation } from './offer.js';

/** Returns the methods at a place, and the preferred one. */
export const methodsAt = (options: CheckoutOptions, { country, province }: KnownLocation): MethodOffer =>
  options.locations[country].provinces?.[province] ?? options.locations[country];

/** Returns the parts in which a transfer from a place may be paid; undefined where there are none, or only the card. */
export const partsAt = (options: CheckoutOptions, location: KnownLocation): OfferedPart[] | undefined =>
  methodsAt(options, location).methods.some((method) => method !== 'creditCard')
    ? options.locations[location.country].parts
    : undefined;

/** Returns the instructions of a method at a place. */
export const instructionsFor = (
  { locations }: CheckoutOptions,
  country: Country,
  method: TransferMethod,
): string => locations[country][instructionsOf[method]] ?? locations[country].transferInstructions;

/** Returns whether those instructions are in English although the page is not. */
export const areInEnglish = (options: CheckoutOptions, country: Country, method: TransferMethod): boolean =>
  !!options.locations[country].inEnglish?.includes(instructionsOf[method]);

/** Returns what a purchase by a method at a place keeps of the options: its instructions. */
export const howToPay = (options: CheckoutOptions, country: Country, method: TransferMethod) => ({
  instructions: instructionsFor(options, country, method),
  sample: options.sample,
  isInEnglish: areInEnglish(options, country, method),
});
