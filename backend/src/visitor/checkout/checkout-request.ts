import { BadRequestException, ConflictException } from '@nestjs/common';
import {
  type CheckoutDetails as Details,
  type CheckoutLocation,
  type CheckoutRequest,
  locationRules,
  type TransferMethod,
} from '#domain/visitor/checkout';
import { areOffered, lastFirstDay, planOf } from '#domain/visitor/parts-offer';
import type { PlannedPart } from '#domain/payments/plan-parts';
import { priceFor } from '#domain/places/prices';
import { detailsRules, plainCodes } from '#domain/visitor/checkout-details';
import { earliestTodayOnEarth } from '#domain/platform/dates';
import { defaultLanguage, isLanguage, type Language } from '#domain/platform/languages';
import type { Country } from '#domain/places/countries';
import { ownRegion, places } from '#domain/places/places';
import { findRegion, isRegion } from '#domain/places/locations';
import { asText, check } from '#domain/platform/rules';
import { termsMessages } from '#domain/payments/terms';
import { details } from '#domain/texts/en/details';
import { offer } from '#domain/texts/en/offer';
import { refusals } from '#domain/texts/en/refusals';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import { offeredParts, type PaymentOptions } from '../../payments/options/payment-options.js';

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMissing = (value: unknown): boolean => value === undefined || value === null;

const prefixed = (prefix: string, errors: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [`${prefix}.${field}`, message as string]),
  );

function methodMessage(
  method: string,
  { country, province }: Pick<CheckoutLocation, 'country' | 'province'> & { country: Country },
  { provinceMethods = {} }: Pick<PaymentOptions, 'provinceMethods'>,
): string | undefined {
  if (!method) return refusals.methodRequired;
  const own = provinceMethods[findRegion(country, province)?.slug ?? ''];
  const offered: readonly string[] = (own ?? places[country].methods).filter((name) => name !== 'creditCard');
  return offered.includes(method) ? undefined : refusals.methodNotOffered;
}

/** A submission whose language is known, with the plan of a payment in parts. */
export interface WholeRequest extends CheckoutRequest {
  language: Language;
  plan?: PlannedPart[];
}

/** Returns a body without its language, in which a repeated submission may differ. */
export function withoutLanguage(body: unknown): unknown {
  if (!isPlain(body)) return body;
  const others = { ...body };
  delete others.language;
  return others;
}

/**
 * Parses a submission: the location first, then the method, then the details by the rules of both, then the price, then
 * the terms, where there are any. Its language is the body's, else the browser's, else English. `today` is the day in
 * TIME_ZONE, from which the days of later parts count.
 * Throws a 400 whose `errors` name the fields (`customer.email`, `payment.transferDate`), and a 409 for another version of
 * the terms.
 */
export function readCheckoutRequest(
  body: unknown,
  accepted: Language | undefined,
  options: Pick<PaymentOptions, 'terms' | 'provinceMethods' | 'parts'>,
  today: string,
): WholeRequest {
  if (!isPlain(body) || !isPlain(body.customer) || !isPlain(body.payment))
    throw new BadRequestException(refusals.customerAndPayment);
  const { customer, payment } = body;
  const { terms } = options;
  const location = {
    country: asText(customer.country) as Country,
    province: asText(customer.province),
    state: asText(customer.state),
  };
  const locationErrors = check<CheckoutLocation>(locationRules(offer, isRegion), location);
  if (Object.keys(locationErrors).length) throw invalidFields(prefixed('customer', locationErrors));

  const method = asText(payment.paymentMethod) as TransferMethod;
  const unavailable = methodMessage(method, location, options);
  if (unavailable) throw invalidFields({ 'payment.paymentMethod': unavailable });

  const parts = isMissing(payment.parts) ? undefined : offeredParts(options, location.country, today);
  const { transferDate, transferReference, ...rules } = detailsRules(
    location.country,
    method,
    details,
    earliestTodayOnEarth(new Date()),
    parts && lastFirstDay(parts),
  );
  const errors = {
    ...prefixed('customer', check<Details>(rules, customer as unknown as Details)),
    ...prefixed(
      'payment',
      check<Details>({ transferDate, transferReference }, payment as unknown as Details),
    ),
  };
  if (!isMissing(payment.parts) && !areOffered(payment.parts, parts))
    errors['payment.parts'] = details.partsChanged;
  const { language = null } = body;
  if (language !== null && !isLanguage(language)) errors.language = refusals.language;
  if (payment.status !== undefined && payment.status !== 'pending')
    errors['payment.status'] = refusals.newIsPending;
  const acceptedTerms = asText(body.acceptedTerms);
  if (terms && !acceptedTerms) errors.acceptedTerms = termsMessages.notAccepted;
  if (Object.keys(errors).length) throw invalidFields(errors);

  const { country } = location;
  const region = ownRegion(location);
  const price = priceFor(country, region.province ?? region.state);
  if (payment.amount !== price.amount || payment.currency !== price.currency)
    throw invalidFields({ 'payment.amount': refusals.priceMismatch });
  if (terms && acceptedTerms !== terms.version) {
    const { changed: message } = termsMessages;
    throw new ConflictException({ message, errors: { acceptedTerms: message } });
  }
  return {
    customer: {
      fullName: asText(customer.fullName),
      email: asText(customer.email),
      country,
      ...region,
      address: asText(customer.address),
      city: asText(customer.city),
      ...plainCodes(customer),
    },
    payment: {
      paymentMethod: method,
      ...price,
      transferDate: asText(payment.transferDate),
      transferReference: asText(payment.transferReference),
      status: 'pending',
    },
    language: (language as Language | null) ?? accepted ?? defaultLanguage,
    ...(parts && { plan: planOf(price.amount, parts, asText(payment.transferDate)) }),
    ...(terms && { acceptedTerms }),
  };
}

/** Returns whether the honeypot field, which is hidden from people, is filled in: a bot's submission. */
export const isHoneypotFilled = (body: unknown): boolean =>
  isPlain(body) && body.website !== undefined && body.website !== '';
