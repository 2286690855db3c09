import { randomUUID } from 'node:crypto';
import type { CheckoutDetails } from '../../domain/checkout.js';
import { expect, type Page } from '@playwright/test';
import type { TestServer } from './server.js';

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

/** Details that pass for Canada, of a person nobody else is. */
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

/** The checkout as a visitor handles it. */
export class CheckoutPage {
  constructor(private readonly page: Page) {}

  readonly button = (name: string | RegExp) => this.page.getByRole('button', { name });
  readonly field = (name: keyof CheckoutDetails) => this.page.getByLabel(fieldLabels[name], { exact: true });
  readonly submit = () => this.button('Complete Purchase').click();
  readonly alert = () => this.page.getByRole('alert');
  /** The line that has the total in the step itself, beside the one of the order summary. */
  readonly total = () => this.page.locator('.content .total').first();

  async open(): Promise<void> {
    await this.page.goto('/');
    await this.expectStep('location');
  }

  /** The step is shown and takes input. */
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
    await this.choosePlace(country, region);
    await this.button('Continue to Payment').click();
    await this.expectStep('payment');
  }

  /** From the start to the details of a method, which is named as its card is. */
  async goToDetails(method: string, country: string, region?: string): Promise<void> {
    await this.goToPayment(country, region);
    await this.button(`Continue with ${method}`).click();
    await expect(this.field('fullName')).toBeVisible();
  }

  async fill(details: Partial<CheckoutDetails>): Promise<void> {
    for (const [name, value] of Object.entries(details))
      await this.field(name as keyof CheckoutDetails).fill(value);
  }

  /** The reference on the thank-you page, once that is there. */
  async reference(): Promise<string> {
    await this.expectStep('thankYou');
    return this.page.locator('.reference-number').innerText();
  }

  /** From the start to the reference of an Interac purchase in Ontario. */
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

/** What the server has stored for the person with this email. */
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
