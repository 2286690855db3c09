import type { CheckoutDetails } from '#domain/visitor/checkout';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { expect, test } from './support/test.js';

const required: [keyof CheckoutDetails, string][] = [
  ['fullName', 'Full name is required'],
  ['email', 'Email is required'],
  ['phone', 'Phone number is required'],
  ['address', 'Address is required'],
  ['city', 'City is required'],
  ['transferDate', 'Expected transfer date is required'],
];
const canadian = 'Invalid Canadian postal code (format: A1A 1A1)';
const american = 'Invalid US ZIP code (format: 12345 or 12345-6789)';

const forms = [
  {
    name: 'Interac',
    start: ['Interac E-Transfer', 'Canada', 'Ontario'],
    postal: 'Postal code is required',
    refused: [
      ['12345', canadian],
      ['M5V  2T6', canadian],
    ],
    accepted: ['M5V2T6', 'm5v-2t6'],
  },
  {
    name: 'bank in Canada',
    start: ['Bank Transfer', 'Canada', 'Ontario'],
    postal: 'Postal/ZIP code is required',
    refused: [['M5V 2T', canadian]],
    accepted: ['M5V 2T6'],
  },
  {
    name: 'bank in the United States',
    start: ['Bank Transfer', 'United States', 'New York'],
    postal: 'Postal/ZIP code is required',
    refused: [
      ['1234', american],
      ['12345-678', american],
      ['M5V 2T6', american],
    ],
    accepted: ['12345', '12345-6789'],
  },
  {
    name: 'wire',
    start: ['Wire Transfer', 'Other', undefined],
    postal: 'Postal/ZIP code is required',
    refused: [],
    accepted: ['10110', 'SW1A 1AA'],
  },
] as const;

test('location and details have to be complete and right, for every method', async ({ page }) => {
  test.slow();
  const checkout = new CheckoutPage(page);
  await checkout.open();

  await test.step('the location has to be selected', async () => {
    const rounds = [
      ['Country', 'Please select your country', 'Canada'],
      ['Province', 'Please select your province', undefined],
      ['State', 'Please select your state', undefined],
    ] as const;
    for (const [label, message, next] of rounds) {
      if (label === 'State') await checkout.choosePlace('United States');
      await checkout.button('Continue to Payment').click();
      await checkout.expectStep('location');
      await expect(page.getByLabel(label)).toHaveAccessibleDescription(message);
      await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByLabel(label)).toBeFocused();
      if (next) await checkout.choosePlace(next);
      if (next) await expect(page.getByText(message)).toHaveCount(0);
    }
  });

  for (const {
    name,
    start: [method, country, region],
    postal,
    refused,
    accepted,
  } of forms)
    await test.step(name, async () => {
      await checkout.continueToDetails(method, country, region);
      // Spaces count as empty.
      await checkout.fill({ fullName: '   ', city: ' ' });
      await checkout.submit();
      for (const [field, message] of [...required, ['postalCode', postal] as const]) {
        await expect(checkout.field(field)).toHaveAttribute('aria-invalid', 'true');
        await expect(checkout.field(field)).toHaveAccessibleDescription(new RegExp(`${message}$`));
      }
      await expect(checkout.field('transferReference')).not.toHaveAttribute('aria-invalid', 'true');
      await expect(checkout.field('fullName')).toBeFocused();
      expect(await page.locator('.field-error:not(:empty)').allInnerTexts()).toHaveLength(7);

      const wrong: [keyof CheckoutDetails, string, string][] = [
        ['email', 'ann@example', 'Invalid email format'],
        ['phone', '12345', 'Invalid phone number'],
        ['phone', '+1 416 555 0100 0100 01', 'Invalid phone number'],
        ['phone', '(416) 555-0100', 'Invalid phone number'],
        ['transferDate', '2020-01-01', 'Transfer date cannot be in the past'],
        ...refused.map(
          ([value, message]) => ['postalCode', value, message] as [keyof CheckoutDetails, string, string],
        ),
      ];
      for (const [field, value, message] of wrong) {
        await checkout.field(field).fill(value);
        await expect(checkout.field(field)).not.toHaveAttribute('aria-invalid', 'true');
        await checkout.field(field).blur();
        await expect(checkout.field(field)).toHaveAccessibleDescription(
          new RegExp(`${message.replace(/[()]/g, '\\$&')}$`),
        );
      }
      await checkout.field('phone').fill('(416) 555-0100');
      await checkout.field('phone').blur();
      await expect(page.getByText('Invalid phone number. Example: +1 416-555-0134')).toBeVisible();
      for (const value of accepted) {
        await checkout.field('postalCode').fill(value);
        await checkout.field('postalCode').blur();
        await expect(checkout.field('postalCode')).not.toHaveAttribute('aria-invalid', 'true');
      }
      await checkout.fill(someDetails({ postalCode: accepted[0] }));
      await expect(page.locator('.field-error:not(:empty)')).toHaveCount(0);
      await checkout.submit();
      await checkout.expectStep('thankYou');
      await checkout.button('Start New Checkout').click();
      await checkout.expectStep('location');
    });
});

test('fields tell browsers what they are for, and a message that comes when one is left moves nothing', async ({
  page,
}) => {
  const checkout = new CheckoutPage(page);
  await checkout.open();
  await checkout.choosePlace('Canada');
  await expect(page.getByLabel('Country')).toHaveAttribute('autocomplete', 'country-name');
  await expect(page.getByLabel('Province')).toHaveAttribute('autocomplete', 'address-level1');
  await checkout.continueToDetails('Bank Transfer', 'United States', 'Texas');
  const tokens = {
    fullName: 'name',
    email: 'email',
    phone: 'tel',
    address: 'street-address',
    city: 'address-level2',
    postalCode: 'postal-code',
  };
  for (const [name, token] of Object.entries(tokens))
    await expect(checkout.field(name as keyof typeof tokens)).toHaveAttribute('autocomplete', token);
  await expect(checkout.field('phone')).toHaveAttribute('inputmode', 'tel');
  await expect(checkout.field('postalCode')).toHaveAttribute('inputmode', 'numeric');

  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await checkout.field('email').fill('nobody');
  await expect(page.getByText('Invalid email format')).toHaveCount(0);
  await checkout.field('phone').focus();
  await expect(page.getByText('Invalid email format')).toBeVisible();
  expect(await height()).toBe(before);
});

test.describe('a visitor abroad', () => {
  test.use({ ownContext: true });

  test('the date is asked for from today on', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2026-03-09T03:30:00Z'));
    const checkout = new CheckoutPage(page);
    await checkout.goToDetails('Interac E-Transfer', 'Canada', 'Ontario');
    // Toronto's day: in Greenwich it is the 9th already.
    await expect(checkout.field('transferDate')).toHaveAttribute('min', '2026-03-08');
    await expect(checkout.field('transferDate')).toHaveAccessibleDescription('Format: YYYY-MM-DD');
  });
});

test('a mistyped address is asked about when its field is left, in both languages, and taken by a press', async ({
  page,
}) => {
  const checkout = new CheckoutPage(page);
  await checkout.open();
  await checkout.continueToDetails('Bank Transfer', 'Canada', 'Ontario');
  const email = checkout.field('email');
  const asked = page.getByRole('status').filter({ hasText: 'Did you mean' });
  const type = async (text: string) => {
    await email.fill(text);
    await email.blur();
  };
  await type('ann@gmial.com');
  await expect(asked).toHaveText('Did you mean ann@gmail.com?');
  await expectNoAxeFindingsInEveryLook(page, [375, 1280]);
  await email.fill('ann@gmial.co');
  await expect(asked).toHaveCount(0);
  await email.blur();
  await asked.getByRole('button', { name: 'ann@gmail.com' }).click();
  await expect(email).toHaveValue('ann@gmail.com');
  await expect(email).toBeFocused();
  await expect(asked).toHaveCount(0);
  await page.getByRole('link', { name: 'Français' }).click();
  await page.getByLabel('Courriel').fill('ann@hotmial.ca');
  await page.getByLabel('Courriel').blur();
  await expect(
    page.getByRole('status').filter({ hasText: 'Vouliez-vous dire ann@hotmail.ca?' }),
  ).toBeVisible();
});
