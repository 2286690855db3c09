import type { Books } from '#domain/ledger/books';
import type { DocumentList, IssuedDocument, TaxReport } from '#domain/documents/documents';
import type { PaymentLedger } from '#domain/ledger/ledger-calls';
import type { Customer } from '#domain/customers/customers';
import type { MergeResult } from '#domain/care/merges';
import { toCents } from '#domain/platform/money';
import type { Payment } from '#domain/payments/payments';
import { aCheckout, buildCustomer } from '../../src/testing/builders.js';

/** The servers as a walk calls them. */
export interface Office {
  /** Returns the answer of a GET that succeeds. */
  read: <Body>(path: string) => Promise<Body>;
  /** Sends a change to one of the servers, which may refuse it; returns the answer. */
  act: (method: 'POST' | 'PUT' | 'PATCH', path: string, body: object) => Promise<unknown>;
  /** Resolves once no payment waits for documents. */
  issued: () => Promise<void>;
}

const now = new Date();
const today = now.toISOString().slice(0, 10);
const monthEnd = (back: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 0)).toISOString().slice(0, 10);
/** Days of money: in this month, and in two that may be closed. */
const days = [today, ...[1, 1, 2].map((back) => `${monthEnd(back).slice(0, 8)}15`)];

/** A walk of acts on a few payments, the same in each run, and what the papers have to be after it. */
export class PaperWalk {
  private readonly ids: string[] = [];
  private seed = 20261126;
  private before: IssuedDocument[] = [];
  /** The tax report of the closed months as it was filed. */
  private filed: { until: string; report: object } | undefined;

  constructor(private readonly office: Office) {}

  /** Makes the payments. */
  async begin(): Promise<void> {
    const { act } = this.office;
    for (const place of [{}, { province: 'quebec' }, { country: 'usa' as const }]) {
      const made = (await act('POST', '/payments/checkout', aCheckout(place))) as { paymentId: string };
      this.ids.push(made.paymentId);
    }
    const customer = (await act('POST', '/customers', buildCustomer())) as { _id: string };
    const payment = { customerId: customer._id, paymentMethod: 'bankTransfer', amount: 1500 };
    const made = await act('POST', '/payments', { ...payment, currency: 'CAD', status: 'pending' });
    this.ids.push((made as { _id: string })._id);
  }

  /** Sends acts at once. */
  async round(atOnce: number): Promise<void> {
    const acts = Array.from({ length: atOnce }, () => this.oneOf(this.acts)(this.oneOf(this.ids)));
    await Promise.all([...acts, this.isTime() && this.close(this.oneOf(this.ids))]);
  }

  /**
   * Opens months again and closes them around a sale that ends and comes back, while other papers are issued: the report of
   * closed months is as it was filed.
   */
  private async close(id: string): Promise<void> {
    const { act, issued } = this.office;
    if (this.filed) expect(await this.reportUntil(this.filed.until)).toEqual(this.filed.report);
    await act('POST', '/books/close', { until: monthEnd(3), reason: 'A statement was missing' });
    await act('PATCH', `/payments/${id}/status`, { status: 'pending' });
    await act('PATCH', `/payments/${id}/status`, { status: 'paid', receivedOn: days[1] });
    await issued();
    await act('POST', '/books/close', { until: monthEnd(1) });
    const until = (await this.office.read<Books>('/books')).closedUntil ?? '';
    this.filed = { until, report: await this.reportUntil(until) };
    await act('PATCH', `/payments/${id}/status`, { status: 'cancelled' });
    await issued();
    const { entries, version } = await this.ledgerOf(id);
    const last = entries.findLast(({ voided }) => !voided);
    if (last) await act('POST', `/payments/${id}/ledger/${last._id}/void`, { version });
  }

  private reportUntil = (to: string): Promise<object> => this.office.read(`/reports/tax?to=${to}`);

  /** Expects that no document that was seen before has changed; a merge moves it to another customer. */
  async expectUnchanged(): Promise<void> {
    await this.office.issued();
    const now = await this.documents();
    const byId = new Map(now.map((document) => [document._id, document]));
    for (const document of this.before) {
      const customerId: unknown = expect.any(String);
      expect(byId.get(document._id)).toEqual({ ...document, customerId });
    }
    this.before = now;
  }

  /** Expects papers that are the sales of their payments, under numbers without a gap, and a report that adds up. */
  async expectWhole(): Promise<void> {
    await this.expectUnchanged();
    const documents = this.before;
    expect(documents.length).toBeGreaterThan(10);
    for (const kind of ['invoice', 'creditNote'] as const) {
      const numbers = documents.filter((document) => document.kind === kind).map(({ number }) => number);
      const prefix = kind === 'invoice' ? 'INV-' : 'CN-';
      expect(numbers).toEqual(numbers.map((_, index) => prefix + String(index + 1).padStart(6, '0')));
    }
    const centsOf = (those: readonly IssuedDocument[]) =>
      those.reduce((cents, { total, kind }) => cents + (kind === 'invoice' ? 1 : -1) * toCents(total), 0);
    for (const id of this.ids) {
      const { sale } = await this.office.read<PaymentLedger>(`/payments/${id}/ledger`);
      expect(centsOf(documents.filter(({ paymentId }) => paymentId === id))).toBe(toCents(sale));
    }
    for (const { total, net, tax } of documents)
      expect(toCents(net) + toCents(tax?.amount ?? 0)).toBe(toCents(total));

    const { lines, rows } = await this.office.read<TaxReport>('/reports/tax');
    const canadian = documents.filter(({ currency }) => currency === 'CAD');
    const sumOf = (kind: IssuedDocument['kind'], amount: (document: IssuedDocument) => number) =>
      canadian
        .filter((one) => one.kind === kind)
        .reduce((sum, document) => sum + toCents(amount(document)), 0);
    const taxOf = ({ tax }: IssuedDocument) => tax?.amount ?? 0;
    const netOf = ({ net }: IssuedDocument) => net;
    expect(toCents(lines['101'])).toBe(sumOf('invoice', netOf) - sumOf('creditNote', netOf));
    expect(toCents(lines['103'])).toBe(sumOf('invoice', taxOf));
    expect(toCents(lines['107'])).toBe(sumOf('creditNote', taxOf));
    const counted = rows.reduce((count, row) => count + row.invoices + row.creditNotes, 0);
    expect(counted).toBe(documents.filter(({ place }) => place).length);
  }

  /** True in one of three calls. */
  isTime = (): boolean => !this.random(3);

  // A linear congruential generator.
  private random(below: number): number {
    this.seed = (this.seed * 48271) % 2147483647;
    return this.seed % below;
  }

  private oneOf<Value>(values: readonly Value[]): Value {
    return values[this.random(values.length)]!;
  }

  private async documents(): Promise<IssuedDocument[]> {
    const read = (page: number) =>
      this.office.read<DocumentList>(`/documents?limit=100&sort=number&page=${page}`);
    const { documents, pagination } = await read(1);
    const pages = [documents];
    for (let page = 2; page <= pagination.pages; page++) pages.push((await read(page)).documents);
    return pages.flat();
  }

  private readonly ledgerOf = (id: string) => this.office.read<PaymentLedger>(`/payments/${id}/ledger`);

  private async customerOf(id: string): Promise<Customer> {
    const { customerId } = await this.office.read<{ customerId: string | { _id: string } }>(
      `/payments/${id}`,
    );
    const customer = typeof customerId === 'string' ? customerId : customerId._id;
    return this.office.read<Customer>(`/customers/${customer}`);
  }

  private readonly acts: ((id: string) => Promise<unknown>)[] = [
    (id) => {
      const status = this.oneOf(['paid', 'confirmed', 'pending', 'failed', 'refunded', 'cancelled']);
      const receivedOn = status === 'paid' ? this.oneOf(days) : undefined;
      return this.office.act('PATCH', `/payments/${id}/status`, { status, receivedOn });
    },
    async (id) => {
      const { kept } = await this.ledgerOf(id);
      const fee = this.oneOf([0, Math.ceil(Math.max(0, kept) * 33) / 100, Math.max(0, kept)]);
      return this.office.act('PATCH', `/payments/${id}/status`, { status: 'cancelled', fee });
    },
    async (id) => {
      const { version, receivable, refundable } = await this.ledgerOf(id);
      const kind = this.oneOf(['receipt', 'refund'] as const);
      const bound = kind === 'receipt' ? receivable : refundable;
      const amount = this.oneOf([bound, Math.ceil(bound * 33) / 100]);
      const money = { kind, way: 'cash', amount, day: this.oneOf(days), version };
      return this.office.act('POST', `/payments/${id}/ledger`, money);
    },
    async (id) => {
      const { entries, version } = await this.ledgerOf(id);
      const standing = entries.filter(({ voided }) => !voided);
      if (!standing.length) return undefined;
      const path = `/payments/${id}/ledger/${this.oneOf(standing)._id}/void`;
      return this.office.act('POST', path, { version });
    },
    async () => {
      const batch = { ids: [...this.ids], status: this.oneOf(['paid', 'pending', 'cancelled']) };
      const answer = (await this.office.act('POST', '/payments/status', batch)) as { batch?: string };
      if (!answer.batch || !this.random(2)) return undefined;
      return this.office.act('POST', '/payments/status/undo', { batch: answer.batch });
    },
    async (id) => {
      const payment = await this.office.read<Payment<{ _id: string } | string>>(`/payments/${id}`);
      const { customerId, paymentMethod, currency, status, version } = payment;
      const amount = this.oneOf([1500, 1600.1, 2096.85]);
      const customer = typeof customerId === 'string' ? customerId : customerId._id;
      const body = { customerId: customer, paymentMethod, currency, status, version, amount };
      return this.office.act('PUT', `/payments/${id}`, body);
    },
    async (id) => {
      const own = await this.customerOf(id);
      const other = await this.customerOf(this.oneOf(this.ids));
      for (const customer of this.random(2) ? [other, own] : [other]) {
        const payment = await this.office.read<Payment>(`/payments/${id}`);
        const { paymentMethod, currency, status, version, amount } = payment;
        const form = { customerId: customer._id, paymentMethod, currency, status, version, amount };
        await this.office.act('PUT', `/payments/${id}`, form);
      }
    },
    async (id) => {
      const [kept, gone] = await Promise.all([id, this.oneOf(this.ids)].map((one) => this.customerOf(one)));
      const versions = { [kept!._id]: kept!.version, [gone!._id]: gone!.version };
      const path = `/customers/${kept!._id}/merge`;
      const answer = await this.office.act('POST', path, { from: gone!._id, fields: {}, versions });
      const { merge } = answer as Partial<MergeResult>;
      // One of them stays, so that some payments have one customer.
      if (!merge || !this.random(4)) return undefined;
      return this.office.act('POST', `/customers/merges/${merge}/undo`, {});
    },
    (id) => {
      const buyer = { name: `Buyer ${this.random(3)}`, address: '1 Bay St' };
      return this.office.act('POST', `/payments/${id}/documents`, this.random(2) ? { buyer } : {});
    },
    async (id) => {
      const { version } = await this.office.read<Payment>(`/payments/${id}`);
      const place = this.oneOf([
        { country: 'canada', province: this.oneOf(['ontario', 'alberta', 'nova_scotia']) },
        { country: 'other' },
      ]);
      return this.office.act('POST', `/payments/${id}/tax-place`, { ...place, version });
    },
  ];
}
