import type { OfficeField } from '#domain/customers/customers';

/** The business in memory, written from its rules alone: nothing of the server is used. */

export interface ModelCustomer {
  id: string;
  fields: Record<string, string | null> & Record<OfficeField, string | null>;
  version: number;
}

export interface ModelPayment {
  id: string;
  customerId: string;
  fields: Record<string, unknown>;
  referenceNumber: string;
  history: { status: string; note: string | null }[];
  version: number;
}

type Body = Record<string, unknown>;

const trimmed = (value: unknown): string | null => (typeof value === 'string' ? value.trim() : null);
const asTyped = (value: unknown): string =>
  typeof value === 'number' ? String(value) : (trimmed(value) ?? '');
const orEmpty = (value: unknown): string => trimmed(value) ?? '';
const emailKey = (email: string | null | undefined): string => (email ?? '').trim().toLowerCase();

const customerFields = ['fullName', 'email', 'phone', 'country', 'address', 'city', 'postalCode'];

/** Returns the stored fields of a customer after a form with these entries. */
function customerOf(body: Body): ModelCustomer['fields'] {
  const required = Object.fromEntries(customerFields.map((field) => [field, trimmed(body[field])]));
  return {
    ...required,
    // Keeps only the region that the country has: states in the USA, provinces and free text elsewhere.
    province: required.country === 'usa' ? null : trimmed(body.province),
    state: required.country === 'usa' ? trimmed(body.state) : null,
    // A missing value is empty; null is kept as sent.
    referralSource: body.referralSource === undefined ? '' : trimmed(body.referralSource),
  };
}

const typedDay = (value: unknown): string | null => trimmed(value)?.slice(0, 10) || null;

/** Empty details count as none. */
const detailsOf = (value: unknown): unknown =>
  value && typeof value === 'object' && Object.keys(value).length ? value : null;

function paymentOf(body: Body, before: Body = {}): Body {
  return {
    amount: body.amount,
    currency: trimmed(body.currency),
    paymentMethod: trimmed(body.paymentMethod),
    paymentType:
      trimmed(body.paymentType) ||
      (before.paymentType !== before.paymentMethod && before.paymentType) ||
      trimmed(body.paymentMethod),
    status: trimmed(body.status),
    transferDate: typedDay(body.transferDate),
    transferReference: orEmpty(body.transferReference),
    notes: orEmpty(body.notes),
    transactionId:
      body.transactionId === undefined ? (before.transactionId ?? null) : trimmed(body.transactionId),
    paymentDetails: body.paymentDetails ? detailsOf(body.paymentDetails) : (before.paymentDetails ?? null),
  };
}

/** The state that a sequence of accepted requests must lead to. */
export class Model {
  readonly customers = new Map<string, ModelCustomer>();
  readonly payments = new Map<string, ModelPayment>();

  createCustomer(id: string, body: Body): void {
    this.customers.set(id, { id, fields: customerOf(body), version: 0 });
  }

  updateCustomer(id: string, body: Body): void {
    const before = this.customers.get(id);
    if (before) this.customers.set(id, { id, fields: customerOf(body), version: before.version + 1 });
  }

  paymentsOf(customerId: string): ModelPayment[] {
    return [...this.payments.values()].filter((payment) => payment.customerId === customerId);
  }

  createPayment(id: string, body: Body, referenceNumber: string): void {
    const fields = paymentOf(body);
    const history = [{ status: String(fields.status), note: null }];
    const customerId = String(trimmed(body.customerId)).toLowerCase();
    this.payments.set(id, { id, customerId, fields, referenceNumber, history, version: 0 });
  }

  updatePayment(id: string, body: Body): void {
    const before = this.payments.get(id);
    if (!before) return;
    const fields = paymentOf(body, before.fields);
    if (fields.status !== before.fields.status)
      before.history.push({ status: String(fields.status), note: null });
    this.payments.set(id, {
      ...before,
      fields,
      customerId: String(trimmed(body.customerId)).toLowerCase(),
      referenceNumber: trimmed(body.referenceNumber) || before.referenceNumber,
      version: before.version + 1,
    });
  }

  setStatus(id: string, body: Body): void {
    const payment = this.payments.get(id);
    if (!payment) return;
    payment.fields.status = trimmed(body.status);
    payment.history.push({ status: String(payment.fields.status), note: trimmed(body.note) || null });
    payment.version += 1;
  }

  /**
   * Applies a batch of statuses with the result of each payment. A status that the payment has already is set again
   * only with a new note.
   */
  setStatuses(body: Body, results: { id: string; ok: boolean }[]): void {
    const note = trimmed(body.note) || null;
    for (const { id, ok } of results) {
      const payment = this.payments.get(id.toLowerCase());
      if (!ok || !payment) continue;
      const stands = payment.fields.status === trimmed(body.status);
      if (!stands || (note && payment.history.at(-1)?.note !== note)) this.setStatus(payment.id, body);
    }
  }

  /** Returns the customer that a checkout under this email belongs to; undefined where it creates a new one. */
  customerByEmail(email: unknown): ModelCustomer | undefined {
    return [...this.customers.values()].find(
      ({ fields }) => emailKey(fields.email) === emailKey(trimmed(email)),
    );
  }

  /** Applies an accepted checkout; `customerId` is the customer that the payment was attached to. */
  checkout(paymentId: string, customerId: string, body: Body, referenceNumber: string): void {
    const customer = body.customer as Body;
    const payment = body.payment as Body;
    const place = {
      province: customer.country === 'canada' ? asTyped(customer.province) : null,
      state: customer.country === 'usa' ? asTyped(customer.state) : null,
    };
    const details = {
      ...Object.fromEntries(customerFields.map((field) => [field, asTyped(customer[field])])),
      ...place,
    };
    if (!this.customers.has(customerId))
      this.customers.set(customerId, {
        id: customerId,
        fields: { ...details, referralSource: '' },
        version: 0,
      });
    this.createPayment(
      paymentId,
      { ...payment, status: 'pending', customerId, paymentDetails: details, paymentType: undefined },
      referenceNumber,
    );
  }
}
