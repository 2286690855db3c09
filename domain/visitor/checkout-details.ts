import type { CheckoutDetails, CheckoutLocation, CheckoutRequest, TransferMethod } from './checkout.js';
import { emailFormat, personLimits } from '../customers/person-fields.js';
import { calendarDay, isCalendarDay } from '../platform/dates.js';
import type { Country } from '../places/countries.js';
import { ownRegion, places } from '../places/places.js';
import { type Price, priceFor } from '../places/prices.js';
import {
  all,
  asText,
  boundedText,
  described,
  matching,
  required,
  type Rule,
  type Rules,
} from '../platform/rules.js';
import { fill } from '../texts/catalogue.js';
import type { details } from '../texts/en/details.js';

/** The texts of the details form in a language. */
export type DetailsMessages = typeof details;

/**
 * Returns a typed code without characters that are not shown, and with plain spaces and hyphens: phones and mail programs
 * copy others along. Any other text stays as it is.
 */
const plainCode = (value: unknown): string =>
  asText(value)
    .replace(/\p{DI}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s/g, ' ')
    .trim();

/** The phone number and the postal code of a person as they are checked and stored. */
export const plainCodes = ({ phone, postalCode }: { phone?: unknown; postalCode?: unknown }) => ({
  phone: plainCode(phone),
  postalCode: plainCode(postalCode),
});

/** The rule of a code, for its plain form. */
const ofPlain = (rule: Rule<CheckoutDetails>): Rule<CheckoutDetails> =>
  described((value, form) => rule(plainCode(value), form), rule.schema ?? {});

const phoneDigits =
  (message: string): Rule =>
  (value) => {
    const phone = asText(value).replace(/[\s-]/g, '');
    return phone === '' || /^\+?\d{10,15}$/.test(phone) ? undefined : message;
  };

const canadianPostalCode = /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i;
const usZipCode = /^\d{5}(?:-\d{4})?$/;

/** The form of a postal code at a place: Interac takes Canadian ones alone. */
export const postalCodeForm = (country: Country, method: TransferMethod) =>
  method === 'interac' ? 'canadian' : places[country].postalCode;

const transferDate =
  (messages: DetailsMessages, today: string, lastDay: string | undefined): Rule =>
  (value) => {
    const day = asText(value);
    if (day === '') return messages.required.transferDate;
    if (!isCalendarDay(day)) return messages.transferDate;
    if (day < today) return messages.transferDatePast;
    return lastDay !== undefined && day > lastDay ? messages.beforeSecondPart : undefined;
  };

/**
 * The rules of the details form of a method at a place, with messages in a language. `today` is the first day that a
 * transfer can be expected on, YYYY-MM-DD; by default the visitor's own. `lastDay` is the last one for the first
 * part of a payment in parts.
 */
export function detailsRules(
  country: Country,
  method: TransferMethod,
  messages: DetailsMessages,
  today: string = calendarDay(new Date()),
  lastDay?: string,
): Required<Rules<CheckoutDetails>> {
  const form = postalCodeForm(country, method);
  const postalCode =
    form === 'canadian'
      ? matching(canadianPostalCode, messages.invalidPostalCode)
      : form === 'zip'
        ? matching(usZipCode, messages.invalidZipCode)
        : undefined;
  const { required: missing } = messages;
  const text = (field: keyof DetailsMessages['labels'], max: number, options?: { multiline: boolean }) => {
    const values = { label: messages.labels[field], max };
    const { mustBeText, tooLong, unusable } = messages;
    const filled = {
      mustBeText: fill(mustBeText, values),
      tooLong: fill(tooLong, values),
      unusable: fill(unusable, values),
    };
    return boundedText(filled, max, options);
  };
  return {
    fullName: all(required(missing.fullName), text('fullName', personLimits.fullName)),
    email: all(
      required(missing.email),
      text('email', personLimits.email),
      emailFormat(messages.invalidEmail),
    ),
    phone: ofPlain(
      all(required(missing.phone), phoneDigits(messages.invalidPhone), text('phone', personLimits.phone)),
    ),
    address: all(required(missing.address), text('address', personLimits.address, { multiline: true })),
    city: all(required(missing.city), text('city', personLimits.city)),
    postalCode: ofPlain(
      all(
        required(method === 'interac' ? missing.interacPostalCode : missing.postalCode),
        postalCode ?? text('postalCode', personLimits.postalCode),
      ),
    ),
    transferDate: transferDate(messages, today, lastDay),
    transferReference: text('transferReference', 500, { multiline: true }),
  };
}

/**
 * Returns the request of a completed checkout: text without outer spaces, and the price shown to the visitor (by
 * default the place's).
 */
export function checkoutRequest(
  location: CheckoutLocation & { country: Country },
  method: TransferMethod,
  details: CheckoutDetails,
  price?: Price,
): CheckoutRequest {
  const { country } = location;
  const region = ownRegion(location);
  const { transferDate: day, transferReference, ...person } = details;
  const trimmed = Object.fromEntries(Object.entries(person).map(([field, value]) => [field, value.trim()]));
  return {
    customer: { ...(trimmed as typeof person), ...plainCodes(person), country, ...region },
    payment: {
      paymentMethod: method,
      ...(price ?? priceFor(country, region.province ?? region.state)),
      transferDate: day.trim(),
      transferReference: transferReference.trim(),
      status: 'pending',
    },
  };
}
