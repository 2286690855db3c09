import type { CustomerField } from '#domain/customers/customers';
import { randomUUID } from 'node:crypto';
import type { Answer, Call, Client } from './client.js';
import { markup, type Move, type Mutation, type Step } from './inputs.js';
import { Model } from './model.js';

type Body = Record<string, unknown>;
/** A request before it is sent: `after` updates the model with the accepted request. */
interface Draft {
  method: string;
  path: string;
  id?: string;
  body?: Body;
  headers?: Record<string, string>;
  /** The statuses that the server may respond with while the request is not mutated; any other is wrong. */
  expected: number[];
  after?: (answer: Body, sent: Body) => void | Promise<void>;
  check?: (answer: Body) => boolean;
}

const prices: Record<string, [number, string]> = {
  ON: [2256.61, 'CAD'],
  quebec: [2096.85, 'CAD'],
  NY: [1997, 'USD'],
  texas: [1997, 'USD'],
  other: [2050, 'USD'],
};
const transferMethods: Record<string, string> = {
  canada: 'interac',
  usa: 'bankTransfer',
  other: 'wireTransfer',
};

class Wrong extends Error {}

/** Puts a JSON text in place of a leaf or at a new key: JSON.stringify would write it as a string. */
function write(body: Body | undefined, mutations: Mutation[]): string | undefined {
  const whole = mutations.find(({ kind }) => kind === 'body');
  if (whole?.kind === 'body') return whole.text;
  if (!body) return undefined;
  const copy = JSON.parse(JSON.stringify(body)) as Body;
  const texts: string[] = [];
  const placeholder = (text: string) => `@@${texts.push(text) - 1}@@`;
  for (const mutation of mutations) {
    const owners = [
      copy,
      ...Object.values(copy).filter((value): value is Body => !!value && typeof value === 'object'),
    ];
    const leaves = owners.flatMap((owner) => Object.keys(owner).map((key) => ({ owner, key })));
    const leaf = leaves.length && 'at' in mutation ? leaves[mutation.at % leaves.length] : undefined;
    if (mutation.kind === 'set' && leaf) leaf.owner[leaf.key] = placeholder(mutation.text);
    if (mutation.kind === 'drop' && leaf) delete leaf.owner[leaf.key];
    if (mutation.kind === 'add')
      Object.defineProperty(copy, mutation.key, {
        value: placeholder(mutation.text),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return texts.reduce(
    (json, text, index) => json.replace(`"@@${index}@@"`, () => text),
    JSON.stringify(copy),
  );
}

/** A user of the API who sends one request after the other, on records that no other user touches. */
export class VirtualUser {
  readonly model = new Model();
  private last: { call: Call; answer: Body } | undefined;

  constructor(
    private readonly name: string,
    private readonly client: Client,
    private readonly token: string,
    private readonly password: string,
  ) {}

  /** Sends the request of a move; throws where a correct server would not respond so. */
  async make({ step, mutations }: Move): Promise<void> {
    if (step.do === 'replay') return this.replay();
    const draft = this.draft(step);
    if (!draft) return;
    const call = this.call(draft, mutations);
    const answer = await this.client.send(call);
    try {
      await this.judge(draft, mutations, call, answer);
    } catch (error) {
      throw new Error(
        `${(error as Error).message}\n${JSON.stringify(call).slice(0, 2000)}\n${answer.status} ${answer.text.slice(0, 500)}`,
        { cause: error },
      );
    }
  }

  private call({ method, path, id, body, headers }: Draft, mutations: Mutation[]): Call {
    const call = { method, path: `/api${path}${id ? `/${id}` : ''}` };
    const sent: Record<string, string> = { authorization: `Bearer ${this.token}`, ...headers };
    if (path === '/payments/status' && id) call.path = `/api/payments/${id}/status`;
    const text = write(body, mutations);
    if (text !== undefined) sent['content-type'] = 'application/json';
    for (const mutation of mutations) {
      if (mutation.kind === 'id' && id) call.path = call.path.replace(id, mutation.text);
      if (mutation.kind === 'query') call.path += `${call.path.includes('?') ? '&' : '?'}${mutation.text}`;
      if (mutation.kind === 'method') call.method = mutation.method;
      if (mutation.kind === 'type') sent['content-type'] = mutation.type;
      if (mutation.kind === 'token') sent.authorization = mutation.token;
      if (mutation.kind === 'header') sent[mutation.name] = mutation.value;
    }
    return { ...call, headers: sent, ...(text !== undefined && { body: text }) };
  }

  private async judge(
    draft: Draft,
    mutations: Mutation[],
    call: Call,
    { status, headers, text }: Answer,
  ): Promise<void> {
    if (status >= 500 || status < 200) throw new Wrong('The server failed');
    const type = headers['content-type'] ?? '';
    if (call.method !== 'HEAD' && text && !/^(application\/json|text\/csv)/.test(type))
      throw new Wrong(`An answer of ${type}`);
    if (status >= 400 && call.method !== 'HEAD') {
      const error = JSON.parse(text) as Body;
      if (error.statusCode !== status || typeof error.message !== 'string') throw new Wrong('No error body');
      if (text.includes(markup) || text.includes('<')) throw new Wrong('Input is handed back');
    }
    if (!mutations.length && !draft.expected.includes(status))
      throw new Wrong(`Not one of ${String(draft.expected)}`);
    const untouched = call.method !== draft.method || mutations.some(({ kind }) => kind === 'id' && draft.id);
    if (status >= 300 || untouched) {
      if (untouched && status < 300 && !['GET', 'HEAD', 'OPTIONS'].includes(call.method))
        throw new Wrong('A request that should find nothing was accepted');
      return;
    }
    const answer = (text && type.includes('json') ? JSON.parse(text) : {}) as Body;
    await draft.after?.(answer, (call.body ? JSON.parse(call.body) : {}) as Body);
    if (!mutations.length && draft.check && !draft.check(answer)) throw new Wrong('Not what the model has');
    if (call.path === '/api/payments/checkout' && call.headers?.['idempotency-key'])
      this.last = { call, answer };
  }

  /** The last accepted checkout again: the same answer; its key with other details: 409. */
  private async replay(): Promise<void> {
    if (!this.last) return;
    const { call, answer } = this.last;
    const again = await this.client.send(call);
    if (again.status !== 201 || again.text !== JSON.stringify(answer))
      throw new Wrong(`A replay was answered ${again.status} ${again.text}`);
    const body = JSON.parse(call.body ?? '{}') as { customer: Body };
    const other = await this.client.send({
      ...call,
      body: JSON.stringify({ ...body, customer: { ...body.customer, city: 'Elsewhere' } }),
    });
    if (other.status !== 409) throw new Wrong(`Another body under one key was answered ${other.status}`);
  }

  private pick<Value>(map: ReadonlyMap<string, Value>, which: number): Value | undefined {
    return map.size ? [...map.values()][which % map.size] : undefined;
  }

  private customerBody({
    fullName,
    email,
    place,
    city,
    referralSource,
  }: Extract<Step, { do: 'createCustomer' }>['customer']) {
    const address = `${this.name}.${email}@example.com`;
    return {
      fullName,
      email: address,
      phone: '416 555 0100',
      ...place,
      address: '1 Main St',
      city,
      referralSource,
    } satisfies Record<CustomerField, unknown>;
  }

  private paymentBody(customerId: string, payment: Extract<Step, { do: 'createPayment' }>['payment']): Body {
    const { cents, details, ...rest } = payment;
    return { customerId, amount: cents / 100, paymentDetails: details, ...rest };
  }

  private draft(step: Exclude<Step, { do: 'replay' }>): Draft | undefined {
    const { model } = this;
    const { customers, payments } = model;
    const customer = 'which' in step ? this.pick(customers, step.which) : undefined;
    const payment = 'which' in step ? this.pick(payments, step.which) : undefined;
    switch (step.do) {
      case 'createCustomer':
        return {
          method: 'POST',
          path: '/customers',
          body: this.customerBody(step.customer),
          expected: [201],
          after: ({ _id }, sent) => model.createCustomer(String(_id), sent),
        };
      case 'updateCustomer': {
        if (!customer) return undefined;
        const { id, version } = customer;
        const stated = step.version === 'none' ? undefined : step.version === 'right' ? version : version + 1;
        return {
          method: 'PUT',
          path: '/customers',
          id,
          body: { ...this.customerBody(step.customer), ...(stated !== undefined && { version: stated }) },
          expected: [step.version === 'stale' ? 409 : 200],
          after: (_, sent) => model.updateCustomer(id, sent),
        };
      }
      case 'deleteCustomer':
        if (!customer) return undefined;
        return {
          method: 'DELETE',
          path: '/customers',
          id: customer.id,
          expected: [model.paymentsOf(customer.id).length ? 409 : 204],
          after: () => void customers.delete(customer.id),
        };
      case 'checkout': {
        const body = this.customerBody(step.customer);
        const [amount, currency] = prices[body.province ?? body.state ?? 'other'] ?? [0, ''];
        return {
          method: 'POST',
          path: '/payments/checkout',
          headers: { 'idempotency-key': randomUUID() },
          body: {
            customer: body,
            payment: {
              paymentMethod: transferMethods[body.country],
              amount,
              currency,
              transferDate: step.day === '2026-05-01' ? '2027-05-01' : step.day,
              transferReference: 'For the trip',
              status: 'pending',
            },
          },
          // Exactly as many per hour under one email as the limit allows.
          expected: [201, 429],
          after: (answer, sent) => this.accept(answer, sent),
        };
      }
      case 'createPayment':
        if (!customer) return undefined;
        return {
          method: 'POST',
          path: '/payments',
          body: this.paymentBody(customer.id, step.payment),
          expected: [201],
          after: ({ _id, referenceNumber }, sent) =>
            model.createPayment(String(_id), sent, String(referenceNumber)),
        };
      case 'updatePayment':
        if (!payment) return undefined;
        return {
          method: 'PUT',
          path: '/payments',
          id: payment.id,
          body: this.paymentBody(payment.customerId, step.payment),
          expected: [200],
          after: (_, sent) => model.updatePayment(payment.id, sent),
        };
      case 'setStatus':
        if (!payment) return undefined;
        return {
          method: 'PATCH',
          path: '/payments/status',
          id: payment.id,
          body: { status: step.status, note: step.note },
          expected: [200],
          after: (_, sent) => model.setStatus(payment.id, sent),
        };
      case 'setStatuses': {
        const from = step.which % Math.max(payments.size, 1);
        const chosen = [...payments.values()].slice(from, from + step.count);
        if (!chosen.length) return undefined;
        const changed = step.version === 'stale' ? 1 : 0;
        const versions = Object.fromEntries(chosen.map(({ id, version }) => [id, version + changed]));
        return {
          method: 'POST',
          path: '/payments/status',
          body: {
            ids: chosen.map(({ id }) => id),
            status: step.status,
            note: step.note,
            ...(step.version !== 'none' && { versions }),
          },
          expected: [200],
          after: ({ results }, sent) => model.setStatuses(sent, results as { id: string; ok: boolean }[]),
          check: ({ results }) =>
            (results as { ok: boolean }[]).length === chosen.length &&
            (results as { ok: boolean }[]).every(({ ok }) => ok === (step.version !== 'stale')),
        };
      }
      case 'findReference':
        if (!payment) return undefined;
        return {
          method: 'GET',
          path: `/search?q=${encodeURIComponent(payment.referenceNumber)}`,
          expected: [200],
          check: ({ payments: found }) => (found as Body[]).some(({ _id }) => _id === payment.id),
        };
      case 'search':
        return {
          method: 'GET',
          path: `/search?q=${encodeURIComponent(step.text)}`,
          expected: [200],
          check: ({ customers: people, payments: found }) =>
            [people, found].every((those) => Array.isArray(those) && those.length <= 8),
        };
      case 'setEmail': {
        const email = `${this.name}.${step.email}@example.com`;
        return {
          method: 'PUT',
          path: '/account',
          body: { email, currentPassword: this.password },
          // A changed password is a wrong one, and too many of them are slowed.
          expected: [200, 429],
          check: (answer) => answer.email === email || answer.statusCode === 429,
        };
      }
      case 'endUnknownSession':
        return {
          method: 'DELETE',
          path: '/account/sessions',
          id: step.id.toString(16).padStart(24, '0'),
          expected: [404],
        };
      case 'deletePayment':
        if (!payment) return undefined;
        return {
          method: 'DELETE',
          path: '/payments',
          id: payment.id,
          expected: [204],
          after: () => void payments.delete(payment.id),
        };
      case 'findCustomer':
        if (!customer) return undefined;
        return {
          method: 'GET',
          path: '/customers',
          id: customer.id,
          expected: [200],
          check: ({ fullName, version, hasPayment }) =>
            fullName === customer.fields.fullName &&
            version === customer.version &&
            hasPayment === model.paymentsOf(customer.id).length > 0,
        };
      case 'findPayment':
        if (!payment) return undefined;
        return {
          method: 'GET',
          path: '/payments',
          id: payment.id,
          expected: [200],
          check: ({ amount, status, version }) =>
            amount === payment.fields.amount &&
            status === payment.fields.status &&
            version === payment.version,
        };
      case 'listPayments':
        if (!customer) return undefined;
        return {
          method: 'GET',
          path: `/payments?filter[customerId]=${customer.id}`,
          expected: [200],
          check: ({ pagination }) => (pagination as Body).total === model.paymentsOf(customer.id).length,
        };
      case 'read':
        return { method: 'GET', path: step.path, expected: [200] };
      case 'auth':
        return {
          method: 'POST',
          path: `/auth/${step.path}`,
          body: { refreshToken: 'unknown' },
          expected: [401, 204],
        };
    }
  }

  /**
   * Reads the payment's customer, which the visitor's response does not name: the first one with the email, or a new
   * one.
   */
  private async accept({ paymentId, referenceNumber }: Body, sent: Body): Promise<void> {
    const headers = { authorization: `Bearer ${this.token}` };
    const { text } = await this.client.send({
      method: 'GET',
      path: `/api/payments/${String(paymentId)}`,
      headers,
    });
    const { customerId } = JSON.parse(text) as { customerId: string };
    const known = this.model.customerByEmail((sent.customer as Body).email);
    if (known ? known.id !== customerId : this.model.customers.has(customerId))
      throw new Wrong(`The payment went to ${customerId} instead of ${known?.id ?? 'somebody new'}`);
    this.model.checkout(String(paymentId), customerId, sent, String(referenceNumber));
  }
}
