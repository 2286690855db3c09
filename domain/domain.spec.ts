import { places } from './places/places.js';
import fc from 'fast-check';
import { calendarDay, earliestTodayOnEarth, formatDay, isCalendarDay } from './platform/dates.js';
import { check } from './platform/rules.js';
import { type CheckoutLocation, locationRules } from './visitor/checkout.js';
import { shownTotal } from './places/shown-total.js';
import { priceFor, quoteFor } from './places/prices.js';
import { checkoutRequest, detailsRules } from './visitor/checkout-details.js';
import { customerRules, splitName } from './customers/customers.js';
import { fillInstructions } from './payments/instructions.js';
import { findRegion, isRegion, locationName, regionsOf } from './places/locations.js';
import {
  currencies,
  formatMoney,
  formatNamedMoney,
  formatWholeMoney,
  isWholeCents,
  roundToAmount,
  roundToCents,
  sum,
} from './platform/money.js';
import { isAdminPage } from './platform/admin-pages.js';
import { humanize } from './platform/humanize.js';
import { paymentReference, paymentRules, referenceKey } from './payments/payments.js';
import { details as messages } from './texts/en/details.js';
import { offer } from './texts/en/offer.js';
import { payment } from './texts/en/payment.js';

const words = { language: 'en', approximately: offer.approximately } as const;

describe('prices', () => {
  it.each([
    ['alberta', 2096.85],
    ['british_columbia', 2096.85],
    ['manitoba', 2096.85],
    ['new_brunswick', 2296.55],
    ['newfoundland', 2296.55],
    ['northwest_territories', 2096.85],
    ['nova_scotia', 2276.58],
    ['nunavut', 2096.85],
    ['ontario', 2256.61],
    ['pei', 2296.55],
    ['quebec', 2096.85],
    ['saskatchewan', 2096.85],
    ['yukon', 2096.85],
  ])('asks %s for CA$%d, under either spelling', (slug, amount) => {
    expect(priceFor('canada', slug)).toEqual({ amount, currency: 'CAD' });
    expect(priceFor('canada', findRegion('canada', slug)?.code)).toEqual({ amount, currency: 'CAD' });
  });

  it('asks the United States and other countries for their own, in US dollars', () => {
    expect(priceFor('usa', 'new_york')).toEqual({ amount: 1997, currency: 'USD' });
    expect(priceFor('other')).toEqual({ amount: 2050, currency: 'USD' });
    expect(priceFor('canada', 'atlantis')).toEqual({ amount: 1500, currency: 'CAD' });
  });

  it('quotes the same number in CAD everywhere', () => {
    expect(quoteFor('canada', 'ON')).toEqual({ amount: 2256.61, currency: 'CAD' });
    expect(quoteFor('usa', 'new_york')).toEqual({ amount: 1997, currency: 'CAD' });
    expect(quoteFor('other')).toEqual({ amount: 2050, currency: 'CAD' });
  });

  it('shows totals outside Canada in CAD with the approximate US dollars', () => {
    expect(shownTotal('usa', 1997, words)).toEqual({
      total: 'CA$1,997.00',
      approximate: 'approximately US$1,457.81',
    });
    expect(shownTotal('canada', 2256.61, words)).toEqual({ total: 'CA$2,256.61' });
  });

  it('offers Interac in Canada only, and wires outside North America', () => {
    expect(places.canada.methods).toEqual(['creditCard', 'bankTransfer', 'interac']);
    expect(places.usa.methods).toEqual(['creditCard', 'bankTransfer']);
    expect(places.other.methods).toEqual(['creditCard', 'wireTransfer']);
  });
});

describe('money', () => {
  it('rounds to cents as the decimal text reads', () => {
    expect(roundToCents(1.005)).toBe(1.01);
    expect(roundToCents(-2.675)).toBe(-2.68);
  });

  it('sums decimals to the cent', () => {
    expect(sum([0.1, 0.2])).toBe(0.3);
    expect(sum([1.1, -1.1])).toBe(0);
    expect(sum(Array.from({ length: 1000 }, () => 2256.61))).toBe(2256610);
  });

  it('rounds fractions of cents only once they are summed', () => {
    const [first, second] = [10_020 * 0.7512, 37 * 0.028];
    expect(roundToAmount(first + second)).toBe(75.28);
    expect(roundToAmount(100.5)).toBe(1.01);
    expect(roundToAmount(-0.5)).toBe(-0.01);
  });

  it('rounds what is left of a difference in binary to no cents at all', () => {
    // Numbers below a millionth print in exponent form.
    const left = 2096.85 - 2086.87 - 9.98;
    expect(String(left)).toContain('e-');
    expect(roundToCents(left)).toBe(0);
    expect(roundToCents(-left)).toBe(0);
    expect(isWholeCents(0.0000001)).toBe(false);
  });

  it('names the currency', () => {
    expect(formatMoney(2256.61, 'CAD')).toBe('CA$2,256.61');
    expect(formatMoney(2050, 'THB')).toBe('THB\u00a02,050.00');
    expect(formatNamedMoney(1997, 'USD')).toBe('US$1,997.00');
    expect(formatNamedMoney(-4.1, 'USD')).toBe('-US$4.10');
    expect(formatNamedMoney(-25, 'CAD')).toBe('-CA$25.00');
  });

  it('prints any amount as American English does', () => {
    for (const [decimals, print] of [
      [2, formatMoney],
      [0, formatWholeMoney],
    ] as const)
      for (const currency of currencies) {
        const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
        const english = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits });
        const amounts = fc.oneof(
          fc.double({ min: -1e12, max: 1e12, noNaN: true }),
          fc.integer().map((cents) => cents / 100),
          fc.integer({ min: -20_000, max: 20_000 }).map((thousandths) => thousandths / 1000),
        );
        fc.assert(
          fc.property(amounts, (amount) => {
            // Zero has no sign.
            const expected = english.format(amount).replace(/^-(?=\D*[0.]*$)/, '');
            expect(print(amount, currency)).toBe(expected);
          }),
          { numRuns: 2000 },
        );
      }
  });
});

describe('locations', () => {
  it('has 13 provinces and 50 states with the District of Columbia', () => {
    expect(regionsOf('canada')).toHaveLength(13);
    expect(regionsOf('usa')).toHaveLength(51);
    expect(findRegion('usa', 'district_of_columbia')?.code).toBe('DC');
  });

  it('names a place from either spelling and keeps free text', () => {
    expect(locationName({ country: 'canada', province: 'ON' })).toBe('Canada, Ontario');
    expect(locationName({ country: 'usa', state: 'new_york' })).toBe('United States, New York');
    expect(locationName({ country: 'other', province: 'Chiang Mai' })).toBe('Other, Chiang Mai');
    expect(locationName({})).toBe('');
  });
});

describe('the rules of the checkout', () => {
  const filled = {
    fullName: 'Ada Jones',
    email: 'ada@example.com',
    phone: '+1 416-555-0100',
    address: '1 Main St',
    city: 'Toronto',
    postalCode: 'M5V 2T6',
    transferDate: '2030-01-31',
    transferReference: '',
  };
  const empty = Object.fromEntries(Object.keys(filled).map((field) => [field, '   '])) as typeof filled;

  it('asks for the country, then its region', () => {
    expect(
      check<CheckoutLocation>(locationRules(offer, isRegion), { country: '', province: '', state: '' }),
    ).toEqual({
      country: 'Please select your country',
    });
    expect(
      check<CheckoutLocation>(locationRules(offer, isRegion), { country: 'canada', province: '', state: '' }),
    ).toEqual({
      province: 'Please select your province',
    });
    expect(
      check<CheckoutLocation>(locationRules(offer, isRegion), {
        country: 'usa',
        province: '',
        state: 'ontario',
      }),
    ).toEqual({
      state: 'Please select your state',
    });
    expect(
      check<CheckoutLocation>(locationRules(offer, isRegion), { country: 'other', province: '', state: '' }),
    ).toEqual({});
  });

  it('says what is missing; outer spaces are nothing', () => {
    const common = {
      fullName: 'Full name is required',
      email: 'Email is required',
      phone: 'Phone number is required',
      address: 'Address is required',
      city: 'City is required',
      transferDate: 'Expected transfer date is required',
    };
    expect(check(detailsRules('usa', 'bankTransfer', messages), empty)).toEqual({
      ...common,
      postalCode: 'Postal/ZIP code is required',
    });
    expect(check(detailsRules('canada', 'interac', messages), empty)).toEqual({
      ...common,
      postalCode: 'Postal code is required',
    });
  });

  it.each([
    ['canada', 'interac', 'm5v2t6', undefined],
    ['canada', 'bankTransfer', 'M5V-2T6', undefined],
    ['canada', 'bankTransfer', '\u200eM5V\u00a02T6\u202c', undefined],
    ['canada', 'bankTransfer', 'M5V\u20092T6', undefined],
    ['canada', 'bankTransfer', 'M5V\u2009 2T6', 'Invalid Canadian postal code (format: A1A 1A1)'],
    ['usa', 'bankTransfer', '90210\u20131234', undefined],
    ['canada', 'bankTransfer', '90210', 'Invalid Canadian postal code (format: A1A 1A1)'],
    ['usa', 'bankTransfer', '90210-1234', undefined],
    ['usa', 'bankTransfer', 'M5V 2T6', 'Invalid US ZIP code (format: 12345 or 12345-6789)'],
    ['other', 'wireTransfer', 'SW1A 1AA', undefined],
  ] as const)('checks the postal code of %s by %s: %s', (country, method, postalCode, message) => {
    expect(check(detailsRules(country, method, messages), { ...filled, postalCode }).postalCode).toBe(
      message,
    );
  });

  it.each([
    ['fullName', '\u200b \u3164', 'Full name is required'],
    ['email', 'ada@example', 'Invalid email format'],
    ['email', 'ada@example.com.', 'Invalid email format'],
    ['email', 'ada@example..com', 'Invalid email format'],
    ['email', 'ada@.example.com', 'Invalid email format'],
    ['email', 'ada@example.com\u200b', 'Invalid email format'],
    ['email', 'a\u00adda@example.com', 'Invalid email format'],
    ['phone', '12345', 'Invalid phone number'],
    ['phone', '+12345678901234567', 'Invalid phone number'],
    ['phone', '(416) 555-0134', 'Invalid phone number'],
    ['phone', '416.555.0134', 'Invalid phone number'],
    ['phone', '+33 (0)6 12 34 56 78', 'Invalid phone number'],
    ['phone', '416 555 0134 ext 5', 'Invalid phone number'],
    ['phone', '\u202a\u202c', 'Phone number is required'],
    ['transferDate', '2026-02-30', 'Expected transfer date must be a date (YYYY-MM-DD)'],
    ['transferDate', '2026-11-20', 'Transfer date cannot be in the past'],
    ['fullName', 'A'.repeat(121), 'Full name must be at most 120 characters'],
    ['city', 'Tor\u202eonto', 'City contains characters that cannot be used'],
  ] as const)('refuses %s %s', (field, value, message) => {
    const rules = detailsRules('canada', 'interac', messages, '2026-11-21');
    expect(check(rules, { ...filled, [field]: value })).toEqual({ [field]: message });
  });

  it.each([
    ['\u202a+1 416\u2011555\u20100134\u202c', '+1 416-555-0134'],
    ['\u200e+1\u00a0416\u2009555\u202f0134\ufe0f', '+1 416 555 0134'],
    ['416 \u2014 555 \u2013 0134', '416 - 555 - 0134'],
  ])('takes the phone %j, and stores %j', (typed, phone) => {
    const rules = detailsRules('canada', 'interac', messages, '2026-11-21');
    expect(check(rules, { ...filled, phone: typed })).toEqual({});
    const location = { country: 'canada', province: 'ontario', state: '' } as const;
    const details = { ...filled, phone: typed, postalCode: '\u200eM5V\u00a02T6' };
    expect(checkoutRequest(location, 'interac', details).customer).toMatchObject({
      phone,
      postalCode: 'M5V 2T6',
    });
  });

  it('makes the request with the price of the place and without outer spaces', () => {
    const location = { country: 'canada', province: 'ontario', state: '' } as const;
    expect(checkoutRequest(location, 'interac', { ...filled, city: ' Toronto ' })).toEqual({
      customer: {
        fullName: 'Ada Jones',
        email: 'ada@example.com',
        phone: '+1 416-555-0100',
        country: 'canada',
        province: 'ontario',
        state: null,
        address: '1 Main St',
        city: 'Toronto',
        postalCode: 'M5V 2T6',
      },
      payment: {
        paymentMethod: 'interac',
        amount: 2256.61,
        currency: 'CAD',
        transferDate: '2030-01-31',
        transferReference: '',
        status: 'pending',
      },
    });
  });
});

describe('the rules of the back-office', () => {
  it('says what a customer lacks', () => {
    expect(check(customerRules, {})).toEqual({
      fullName: 'Full name is required',
      email: 'Email is required',
      phone: 'Phone is required',
      country: 'Country is required',
      address: 'Address is required',
      city: 'City is required',
      postalCode: 'Postal code is required',
    });
    expect(customerRules.email('ada', {})).toBe('Invalid email address');
  });

  it('says what a payment lacks', () => {
    expect(check(paymentRules, {})).toEqual({
      customerId: 'Customer is required',
      paymentMethod: 'Payment method is required',
      amount: 'Amount is required',
      currency: 'Currency is required',
      status: 'Status is required',
    });
    for (const amount of [0, -1, Number.NaN, Infinity, 'x'])
      expect(paymentRules.amount(amount, undefined)).toBe('Amount must be a positive number');
    expect(paymentRules.amount(1.005, undefined)).toBe('Amount can have at most two decimals');
  });

  it('splits a name into its first word and the rest', () => {
    expect(splitName(' Ana Maria  de Souza ')).toEqual({ firstName: 'Ana', lastName: 'Maria de Souza' });
  });
});

describe('references', () => {
  it('are the prefix, six characters of the customer and six digits of the time', () => {
    expect(paymentReference('65f1a2b3c4d5e6f7a8b9c0d1', 1_700_000_482_913)).toBe('CRTS-OTN-B9C0D1-482913');
    expect(paymentReference(undefined, 1)).toMatch(/^CRTS-OTN-[0-9A-F]{6}-1$/);
  });

  it('compare without case, spaces and hyphens', () => {
    expect(referenceKey('crts otn-b9c0d1 – 482913')).toBe('CRTSOTNB9C0D1482913');
  });

  it('turn the keys of details into labels', () => {
    expect(humanize('fullName')).toBe('Full Name');
    expect(humanize('postal_code')).toBe('Postal Code');
  });
});

describe('dates', () => {
  it('knows real days', () => {
    expect(isCalendarDay('2028-02-29')).toBe(true);
    expect(isCalendarDay('2027-02-29')).toBe(false);
    expect(formatDay('2026-11-21T00:00:00.000Z')).toBe('Nov 21, 2026');
  });

  it('takes the westernmost today', () => {
    expect(earliestTodayOnEarth(new Date('2026-11-21T11:59:00Z'))).toBe('2026-11-20');
    expect(calendarDay(new Date('2026-11-21T20:00:00Z'), 7)).toBe('2026-11-22');
  });

  it('prints any day as American English does', () => {
    const english = new Intl.DateTimeFormat('en-US', {
      ...({ month: 'short', day: 'numeric', year: 'numeric' } as const),
      timeZone: 'UTC',
    });
    const days = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(fc.property(days, (day) => expect(formatDay(day)).toBe(english.format(day))));
  });
});

describe('pages', () => {
  it.each([
    '/login',
    '/admin',
    '/admin/',
    '/admin/customers/1/edit',
    '/admin/payments/new',
    // The links of react-admin's own parts.
    '/admin/customers/create',
    '/admin/customers/1/show',
    '/admin/access-denied',
  ])('knows %s', (path) => {
    expect(isAdminPage(path)).toBe(true);
  });
  it.each(['/', '/admin/nothing', '/admin/payments/1/edit', '/admin/audit/create', '/logins'])(
    'knows no back-office at %s',
    (path) => {
      expect(isAdminPage(path)).toBe(false);
    },
  );
});

describe('instructions', () => {
  const values = {
    reference: 'CRTS-OTN-ABCDEF-123456',
    amount: { value: 1997, currency: 'CAD' },
    name: ' Ann Example ',
  } as const;

  it('are filled in with reference, plain amount and name wherever the text asks for them', () => {
    expect(
      fillInstructions('Pay {amount}\nMessage: {reference}, {name} ({reference})', values, payment),
    ).toBe('Pay 1997.00 CAD\nMessage: CRTS-OTN-ABCDEF-123456, Ann Example (CRTS-OTN-ABCDEF-123456)');
  });

  it('name the reference above a text that does not', () => {
    expect(fillInstructions('Account: 1', values, payment)).toBe(
      'Write CRTS-OTN-ABCDEF-123456 into the message of your transfer\n\nAccount: 1',
    );
  });

  it('say in words what is not known yet', () => {
    expect(
      fillInstructions('{name}: {reference}', { ...values, reference: undefined, name: ' ' }, payment),
    ).toBe('your name: your reference number');
    expect(fillInstructions('Account: 1', { ...values, reference: undefined }, payment)).toMatch(
      /^Write your reference number into the message of your transfer\n/,
    );
  });

  it('take a name literally, even one that looks like a placeholder', () => {
    expect(fillInstructions('{reference} {name}', { ...values, name: "{amount} $& $'" }, payment)).toBe(
      "CRTS-OTN-ABCDEF-123456 {amount} $& $'",
    );
    expect(fillInstructions('{reference} {constructor}', values, payment)).toBe(
      'CRTS-OTN-ABCDEF-123456 {constructor}',
    );
  });
});
