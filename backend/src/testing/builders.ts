import { randomUUID } from 'node:crypto';
import { type CheckoutDetails, type CheckoutLocation, type TransferMethod } from '#domain/visitor/checkout';
import { checkoutRequest } from '#domain/visitor/checkout-details';
import type { CustomerInput } from '#domain/customers/customers';
import type { Country } from '#domain/places/countries';
import { places } from '#domain/places/places';
import type { Payment, PaymentInput } from '#domain/payments/payments';
import type { Callers } from './test-app.js';

const postalCodes = { canadian: 'M5V 2T6', zip: '90210', any: '50100' };

/** Builds a visitor's details, each with an email of its own. */
export const someDetails = (details: Partial<CheckoutDetails> = {}): CheckoutDetails => ({
  fullName: 'Ada Jones',
  email: `ada.${randomUUID()}@example.com`,
  phone: '+1 416-555-0100',
  address: '1 Main St',
  city: 'Toronto',
  postalCode: 'M5V 2T6',
  transferDate: '2030-01-31',
  transferReference: '',
  ...details,
});

/** Builds the body of a checkout from a country, by its preferred method unless another is given. */
export function aCheckout({
  country = 'canada',
  province = country === 'canada' ? 'ontario' : '',
  state = country === 'usa' ? 'new_york' : '',
  method = places[country].preferredMethod,
  ...details
}: Partial<CheckoutLocation & CheckoutDetails> & { country?: Country; method?: TransferMethod } = {}) {
  return checkoutRequest(
    { country, province, state },
    method,
    someDetails({ postalCode: postalCodes[places[country].postalCode ?? 'any'], ...details }),
  );
}

export const buildCustomer = (customer: Partial<CustomerInput> = {}): CustomerInput => ({
  fullName: 'Grace Lee',
  email: `grace.${randomUUID()}@example.com`,
  phone: '416 555 0100',
  country: 'canada',
  province: 'ON',
  address: '2 Side St',
  city: 'Ottawa',
  postalCode: 'K1A 0B1',
  ...customer,
});

/** Creates a customer and returns its id. */
export async function createCustomer(app: Callers, customer: Partial<CustomerInput> = {}): Promise<string> {
  const answer = await app.admin.post('/api/customers').send(buildCustomer(customer)).expect(201);
  return (answer.body as { _id: string })._id;
}

/** Creates a payment, of a new customer unless one is given, and returns it. */
export async function createPayment(app: Callers, payment: Partial<PaymentInput> = {}) {
  const customerId = payment.customerId ?? (await createCustomer(app));
  const answer = await app.admin
    .post('/api/payments')
    .send({
      paymentMethod: 'bankTransfer',
      amount: 100,
      currency: 'CAD',
      status: 'pending',
      ...payment,
      customerId,
    })
    .expect(201);
  return answer.body as { _id: string; referenceNumber: string; customerId: string; version: number };
}

/** Records that an amount of a payment came in cash today; returns the payment. */
export async function receive(app: Callers, paymentId: string, amount: number) {
  const found = await app.admin.get(`/api/payments/${paymentId}`).expect(200);
  const { version } = found.body as Payment;
  const day = new Date().toISOString().slice(0, 10);
  const answer = await app.admin
    .post(`/api/payments/${paymentId}/ledger`)
    .send({ kind: 'receipt', way: 'cash', amount, day, version })
    .expect(201);
  return answer.body as Payment;
}
