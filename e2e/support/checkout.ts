import { randomUUID } from 'node:crypto';
import type { CheckoutDetails } from '#domain/visitor/checkout';
import { expect, type Page } from '@playwright/test';
import type { TestServer } from '../../backend/src/testing/test-server.js';

export const stepHeadings = {
  location: 'Where are you located?',
  payment: 'Payment Options',
  interac: 'Interac E-Transfer',
  bankTransfer: 'Bank Transfer Information',
  wireTransfer: 'International Wire Transfer',
  thankYou: 'Thank You!',
} as const;

const fieldLabels: Record<keyof CheckoutDetails, string | RegExp> = {
  fullName: 'Full Name',
  email: 'Email',
  phone: 'Phone Number',
  address: 'Address',
  city: 'City',
  postalCode: /^Postal(\/ZIP)? Code$/,
  transferDate: 'Expected Transfer Date',
  transferReference: /^Transfer Reference\/Notes/,
};

/** Valid details for Canada, of a unique person. */
export const someDetails = (details: Partial<CheckoutDetails> = {}): CheckoutDetails => ({
  fullName: 'Ann Example',
  email: `ann.${randomUUID()}@example.com`,
  phone: '+1 416-555-0100',
  address: '1 Main Street',
  city: 'Toronto',
  postalCode: 'M5V 2T6',
  transferDate: '2099-01-01',
  transferReference: '',
  ...details,
});

/** Page object of the checkout. */
export class CheckoutPage {
  constructor(private readonly page: Page) {}

  readonly button = (name: string | RegExp) => this.page.getByRole('button', { name });
  readonly field = (name: keyof CheckoutDetails) => this.page.getByLabel(fieldLabels[name], { exact: true });
  readonly submit = () => this.button('Complete Purchase').click();
  readonly alert = () => this.page.getByRole('alert');
  /** The line with the total in the step itself, not in the order summary. */
  readonly total = () => this.page.locator('.content .total').first();

  async open(): Promise<void> {
    await this.page.goto('/');
    await this.expectStep('location');
  }

  /** Expects that the step is shown and takes input. */
  async expectStep(step: keyof typeof stepHeadings): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(stepHeadings[step]);
    await expect(this.page.locator('#root[inert]')).toHaveCount(0);
  }

  async choosePlace(country: string, region?: string): Promise<void> {
    await this.page.getByLabel('Country').selectOption(country);
    if (region) await this.page.getByLabel(country === 'Canada' ? 'Province' : 'State').selectOption(region);
  }

  async goToPayment(country: string, region?: string): Promise<void> {
    await this.open();
    await this.continueToPayment(country, region);
  }

  /** Goes on from the first step. */
  async continueToPayment(country: string, region?: string): Promise<void> {
    await this.choosePlace(country, region);
    await this.button('Continue to Payment').click();
    await this.expectStep('payment');
  }

  /** Goes from the start to the details of a method; `method` is the title of its card. */
  async goToDetails(method: string, country: string, region?: string): Promise<void> {
    await this.open();
    await this.continueToDetails(method, country, region);
  }

  /** Goes on from the first step. */
  async continueToDetails(method: string, country: string, region?: string): Promise<void> {
    await this.continueToPayment(country, region);
    await this.button(`Continue with ${method}`).click();
    await expect(this.field('fullName')).toBeVisible();
  }

  async fill(details: Partial<CheckoutDetails>): Promise<void> {
    for (const [name, value] of Object.entries(details))
      await this.field(name as keyof CheckoutDetails).fill(value);
  }

  /** Returns the reference of the thank-you page, once that is shown. */
  async reference(): Promise<string> {
    await this.expectStep('thankYou');
    return this.page.locator('.reference-number').innerText();
  }

  /** Makes an Interac purchase in Ontario and returns its reference. */
  async purchase(details: CheckoutDetails = someDetails()): Promise<string> {
    await this.goToDetails('Interac E-Transfer', 'Canada', 'Ontario');
    await this.fill(details);
    await this.submit();
    return this.reference();
  }
}

export interface StoredPayment {
  referenceNumber: string;
  amount: number;
  currency: string;
  paymentMethod: string;
  status: string;
}

/** The stored payments of the customer with this email. */
export async function paymentsOf(server: TestServer, email: string): Promise<StoredPayment[]> {
  const query = new URLSearchParams({ 'filter[email]': email });
  const found = (await (await server.api(`/customers?${query}`)).json()) as { customers: { _id: string }[] };
  const [customer] = found.customers;
  if (!customer) return [];
  const filter = new URLSearchParams({ 'filter[customerId]': customer._id, sort: 'createdAt', limit: '100' });
  const { payments } = (await (await server.api(`/payments?${filter}`)).json()) as {
    payments: StoredPayment[];
  };
  return payments;
}
