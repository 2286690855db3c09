import type { CheckoutDetails, CheckoutLocation, CheckoutRequest, TransferMethod } from './checkout.js';
import { emailFormat, personLimits } from './customers.js';
import { calendarDay, isCalendarDay } from './dates.js';
import type { Country } from './locations.js';
import { type Price, priceFor } from './prices.js';
import { all, asText, described, matching, required, type Rule, type Rules, text } from './rules.js';

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

export const invalidPhone = 'Invalid phone number';
/** Shown behind that message; short enough for the line that is kept free for it on a phone. */
export const phoneExample = 'Example: +1 416-555-0134';

const phoneDigits: Rule = (value) => {
  const phone = asText(value).replace(/[\s-]/g, '');
  return phone === '' || /^\+?\d{10,15}$/.test(phone) ? undefined : invalidPhone;
};

const canadianPostalCode = matching(
  /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i,
  'Invalid Canadian postal code (format: A1A 1A1)',
);
const usZipCode = matching(/^\d{5}(?:-\d{4})?$/, 'Invalid US ZIP code (format: 12345 or 12345-6789)');

const transferDate =
  (today: string): Rule =>
  (value) => {
    const day = asText(value);
    if (day === '') return 'Expected transfer date is required';
    if (!isCalendarDay(day)) return 'Expected transfer date must be a date (YYYY-MM-DD)';
    return day < today ? 'Transfer date cannot be in the past' : undefined;
  };

/**
 * The rules of the details form of a method at a place. `today` is the first day that a transfer can be
 * expected on, YYYY-MM-DD; by default the visitor's own.
 */
export function detailsRules(
  country: Country,
  method: TransferMethod,
  today: string = calendarDay(new Date()),
): Required<Rules<CheckoutDetails>> {
  const postalCode =
    method === 'interac' || country === 'canada'
      ? canadianPostalCode
      : country === 'usa'
        ? usZipCode
        : undefined;
  return {
    fullName: all(required('Full name is required'), text('Full name', personLimits.fullName)),
    email: all(
      required('Email is required'),
      text('Email', personLimits.email),
      emailFormat('Invalid email format'),
    ),
    phone: ofPlain(
      all(required('Phone number is required'), phoneDigits, text('Phone number', personLimits.phone)),
    ),
    address: all(required('Address is required'), text('Address', personLimits.address, { multiline: true })),
    city: all(required('City is required'), text('City', personLimits.city)),
    postalCode: ofPlain(
      all(
        required(method === 'interac' ? 'Postal code is required' : 'Postal/ZIP code is required'),
        postalCode ?? text('Postal/ZIP code', personLimits.postalCode),
      ),
    ),
    transferDate: transferDate(today),
    transferReference: text('Transfer reference', 500, { multiline: true }),
  };
}

/** The fallback message of a required field. */
export const fallbackMessage = (label: string): string => `${label} is required`;

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
  const province = country === 'canada' ? location.province : null;
  const state = country === 'usa' ? location.state : null;
  const { transferDate: day, transferReference, ...person } = details;
  const trimmed = Object.fromEntries(Object.entries(person).map(([field, value]) => [field, value.trim()]));
  return {
    customer: { ...(trimmed as typeof person), ...plainCodes(person), country, province, state },
    payment: {
      paymentMethod: method,
      ...(price ?? priceFor(country, province)),
      transferDate: day.trim(),
      transferReference: transferReference.trim(),
      status: 'pending',
    },
  };
}
