import { Ajv2020 } from 'ajv/dist/2020.js';
import { createCustomer, createPayment } from './support/admin.js';
import type { TestServer } from '../backend/src/testing/test-server.js';
import { someDetails } from './support/checkout.js';
import { expect, test } from './support/test.js';

type Media = Record<string, { schema: object }>;
interface Response {
  content?: Media;
  $ref?: string;
}
interface ApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, Response | undefined> }>>;
  components: { responses: Record<string, Response> };
}

/** Calls the server, and validates the response against the document's schema for that call and status. */
class Contract {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });

  private constructor(
    private readonly server: TestServer,
    private readonly token: string,
    readonly document: ApiDocument,
  ) {
    this.ajv.addSchema(document, 'api');
  }

  static async of(server: TestServer): Promise<Contract> {
    const { token } = await server.login();
    return new Contract(server, token, (await (await server.api('/docs-json')).json()) as ApiDocument);
  }

  /**
   * @param path as in the document, with `{id}` for `id`; a query may follow
   * @param request an object as body is sent as JSON, a string as a file
   */
  async call(
    method: string,
    path: string,
    status: number,
    { id = '0123456789abcdef01234567', body }: { id?: string; body?: object | string } = {},
  ): Promise<Record<string, never>> {
    const type = typeof body === 'string' ? 'application/octet-stream' : 'application/json';
    const response = await fetch(`${this.server.url}/api${path.replace('{id}', id)}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, ...(body !== undefined && { 'Content-Type': type }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const title = `${method} ${path}: ${response.status} ${text.slice(0, 2000)}`;
    expect(response.status, title).toBe(status);
    const template = `/api${path.split('?')[0]}`;
    const responses = this.document.paths[template]?.[method.toLowerCase()]?.responses ?? {};
    expect(Object.keys(responses), title).toContain(String(status));
    // A failure is the same for many calls, and stands among the components.
    const shared = /^#\/components\/responses\/(\w+)$/.exec(responses[status]?.$ref ?? '')?.[1];
    const { content } = (shared ? this.document.components.responses[shared] : responses[status]) ?? {};
    if (!content) {
      expect(text, title).toBe('');
      return {};
    }
    const answered = response.headers.get('content-type')?.split(';')[0] ?? '';
    expect(Object.keys(content), title).toContain(answered);
    if (answered !== 'application/json') return {};
    const json = JSON.parse(text) as Record<string, never>;
    const place = shared
      ? ['components', 'responses', shared]
      : ['paths', template, method.toLowerCase(), 'responses', String(status)];
    const pointer = [...place, 'content', answered, 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const isValid = this.ajv.validate({ $ref: `api#/${pointer}` }, json);
    expect(isValid ? [] : this.ajv.errors, title).toEqual([]);
    return json;
  }
}

test('every call of the API document says what a success and a failure look like', async ({ server }) => {
  const { document } = await Contract.of(server);
  const silent = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => {
        const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
        const schemas = Object.values(success?.[1]?.content ?? {}).map(({ schema }) =>
          JSON.stringify(schema),
        );
        const isDescribed =
          schemas.length > 0 && !schemas.some((schema) => /^\{("type":"object")?\}$/.test(schema));
        return !responses['400']?.$ref || (success?.[0] !== '204' && !isDescribed);
      })
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(silent).toEqual([]);
});

test('customers, payments and reports answer as the API document says', async ({ server }) => {
  const api = await Contract.of(server);
  const person = {
    fullName: 'Contract Person',
    email: 'contract@example.com',
    phone: '+1 416 555 0134',
    country: 'canada',
    province: 'ON',
    address: '1 Main Street',
    city: 'Toronto',
    postalCode: 'M5V 2T6',
  };
  const { _id: id } = await api.call('POST', '/customers', 201, { body: person });
  await api.call('PUT', '/customers/{id}', 200, {
    id,
    body: { ...person, province: null, country: 'other' },
  });
  const payment = { customerId: id, paymentMethod: 'bankTransfer', amount: 12.5, currency: 'THB' };
  const made = await api.call('POST', '/payments', 201, {
    body: { ...payment, status: 'pending', transferDate: '2020-01-02', paymentDetails: { bank: 'Krung' } },
  });
  await api.call('PUT', '/payments/{id}', 200, { id: made._id, body: { ...payment, status: 'confirmed' } });
  await api.call('PATCH', '/payments/{id}/status', 200, {
    id: made._id,
    body: { status: 'pending', note: 'Back' },
  });
  const { batch } = await api.call('POST', '/payments/status', 200, {
    body: { ids: [made._id, '0123456789abcdef01234567'], status: 'paid', note: 'Both', versions: {} },
  });
  await api.call('POST', '/payments/status/undo', 200, { body: { batch } });
  await api.call('POST', '/payments/status/undo', 404, { body: { batch: '0123456789abcdef01234567' } });
  await api.call('POST', '/payments/status', 400, { body: { ids: [], status: 'paid' } });
  for (const path of ['/customers', '/payments']) {
    await api.call('GET', `${path}?limit=100`, 200);
    await api.call('GET', `${path}/stats`, 200);
    await api.call('GET', `${path}/export?format=csv`, 200);
    await api.call('GET', `${path}/export?format=excel`, 200);
    await api.call('GET', `${path}/{id}`, 404);
    await api.call('POST', path, 400, { body: {} });
  }
  await api.call('GET', '/customers/{id}', 200, { id });
  await api.call('GET', '/payments/{id}', 200, { id: made._id });
  await api.call('DELETE', '/customers/{id}', 409, { id });
  await api.call('GET', '/search?q=contract', 200);
  await api.call('GET', '/search?q[]=1', 400);
  await api.call('GET', '/payments?filter[search]=contract', 200);
  await api.call('GET', '/reports/summary?from=2020-01-01', 200);
  await api.call('GET', '/books', 200);
  await api.call('GET', '/books/late?month=2026-11', 200);
  await api.call('GET', '/reports/summary?from=x', 400);
  await api.call('GET', '/reports/overdue', 200);
  await api.call('GET', '/reports/overdue?filter[status]=paid', 400);
  await api.call('GET', '/audit?limit=100&filter[by]=admin', 200);
  await api.call('DELETE', '/payments/{id}', 204, { id: made._id });
  await api.call('DELETE', '/customers/{id}', 204, { id });
});

test('sign-in, checkout and health answer as the API document says', async ({ server }) => {
  const api = await Contract.of(server);
  const credentials = { username: server.adminUsername, password: server.adminPassword };
  const { refreshToken } = await api.call('POST', '/auth/login', 200, { body: credentials });
  const renewed = await api.call('POST', '/auth/refresh', 200, { body: { refreshToken } });
  await api.call('POST', '/auth/refresh', 401, { body: { refreshToken: 'unknown' } });
  await api.call('POST', '/auth/logout', 204, { body: { refreshToken: renewed.refreshToken } });
  await api.call('GET', '/warnings', 200);
  await api.call('GET', '/auth/verify', 200);
  const email = { email: 'contract-admin@example.com', currentPassword: server.adminPassword };
  await api.call('PUT', '/account', 200, { body: email });
  await api.call('GET', '/account', 200);
  await api.call('POST', '/account/password', 400, { body: {} });
  const change = { currentPassword: server.adminPassword, newPassword: server.adminPassword };
  await api.call('POST', '/account/password', 204, { body: change });
  await api.call('GET', '/account/sessions', 200);
  await api.call('DELETE', '/account/sessions/{id}', 404);
  await api.call('GET', '/health', 200);
  await api.call('GET', '/health/live', 200);
  const { locations } = (await api.call('GET', '/checkout/options', 200)) as unknown as {
    locations: { usa: { amount: number } };
  };
  const { transferDate, transferReference, ...customer } = someDetails({ postalCode: '78701' });
  const body = {
    customer: { ...customer, country: 'usa', province: null, state: 'texas' },
    payment: {
      paymentMethod: 'bankTransfer',
      amount: locations.usa.amount,
      currency: 'USD',
      status: 'pending',
      transferDate,
      transferReference,
    },
  };
  await api.call('POST', '/payments/checkout', 201, { body });
  await api.call('POST', '/payments/checkout', 400, { body: { ...body, payment: {} } });
  await api.call('GET', '/payments?limit=100', 200);
  await api.call('POST', '/orders/links', 202, { body: { email: customer.email } });
  const { mails } = (await api.call('GET', '/mails', 200)) as unknown as {
    mails: { _id: string; paymentId: string }[];
  };
  await api.call('GET', '/mails/{id}', 200, { id: mails[0]?._id });
  await api.call('GET', '/mails/status', 200);
  const [mailed] = mails;
  const manual = { id: mailed?.paymentId, body: { kind: 'instructions' } };
  await api.call('POST', '/payments/{id}/mails', 200, { ...manual, body: { ...manual.body, preview: true } });
  const queued = await api.call('POST', '/payments/{id}/mails', 201, manual);
  await api.call('POST', '/payments/{id}/mails', 409, { ...manual, body: { kind: 'reminder' } });
  await api.call('POST', '/mails/{id}/cancel', 200, { id: queued._id });
  await api.call('POST', '/mails/{id}/resend', 409, { id: queued._id });
  await api.call('POST', '/mails/{id}/dismiss', 409, { id: queued._id });
  await api.call('POST', '/payments/{id}/link', 200, { id: mailed?.paymentId, body: {} });
  await api.call('GET', '/orders/{reference}/{token}', 404);
});

test('statements, their transactions and receipts answer as the API document says', async ({ server }) => {
  const api = await Contract.of(server);
  const payment = await createPayment(server, await createCustomer(server));
  const account = { name: `Account ${payment.referenceNumber}`, currency: 'CAD', lastDigits: '1234' };
  const { _id: id } = await api.call('POST', '/bank-accounts', 201, { body: account });
  await api.call('PUT', '/bank-accounts/{id}', 200, { id, body: account });
  await api.call('GET', '/bank-accounts', 200);

  const file = [
    'Date,Description,Amount',
    `2026-11-21,E-TRANSFER ${payment.referenceNumber},2256.61`,
    '2026-11-21,UNKNOWN,5',
    '2026-11-21,FEE,-5',
  ].join('\n');
  const upload = '/bank-accounts/{id}/statements?fileName=november.csv';
  const { _id: statement } = await api.call('POST', upload, 201, { id, body: file });
  await api.call('GET', '/statements/{id}', 200, { id: statement });
  await api.call('PUT', '/statements/{id}/mapping', 200, {
    id: statement,
    body: { excluded: [], confirmed: true },
  });
  await api.call('POST', '/statements/{id}/import', 200, { id: statement });
  await api.call('GET', '/statements/{id}', 200, { id: statement });
  await api.call('GET', '/statements', 200);
  await api.call('GET', '/statements/{id}/file', 200, { id: statement });

  const list = `/bank-transactions?limit=100&filter[statementId]=${statement}`;
  const { transactions } = (await api.call('GET', list, 200)) as unknown as {
    transactions: { _id: string; text: string; version: number }[];
  };
  const [ready, unknown, fee] = ['E-TRANSFER', 'UNKNOWN', 'FEE'].map((word) =>
    transactions.find(({ text }) => text.startsWith(word)),
  );
  await api.call('GET', '/customers/{id}/waiting-money', 200, { id: payment.customerId });
  await api.call('GET', '/bank-transactions/export', 200);
  await api.call('POST', '/bank-transactions/confirm', 200, { body: { ids: [ready?._id, unknown?._id] } });
  await api.call('GET', '/bank-transactions/{id}', 200, { id: ready?._id });
  await api.call('GET', '/payments/{id}/receipts', 200, { id: payment._id });
  const other = await createPayment(server, await createCustomer(server), { amount: 5 });
  await api.call('POST', '/bank-transactions/{id}/match', 200, {
    id: unknown?._id,
    body: { allocations: [{ paymentId: other._id, amount: 5 }], version: unknown?.version },
  });
  await api.call('POST', '/bank-transactions/{id}/undo', 200, { id: unknown?._id, body: { version: 1 } });
  await api.call('POST', '/bank-transactions/{id}/ignore', 200, {
    id: unknown?._id,
    body: { reason: 'Not ours', version: 2 },
  });
  await api.call('POST', '/bank-transactions/{id}/undo', 200, {
    id: unknown?._id,
    body: { rest: true, version: 3 },
  });
  await api.call('POST', '/bank-transactions/{id}/match', 200, {
    id: unknown?._id,
    body: { allocations: [{ paymentId: other._id, amount: 5 }], version: 4 },
  });
  await api.call('GET', '/bank-transactions/{id}', 200, { id: fee?._id });
  const reversal = { kind: 'reversal', transactionId: unknown?._id, amount: 5, version: fee?.version };
  await api.call('POST', '/bank-transactions/{id}/match', 200, { id: fee?._id, body: reversal });
  await api.call('GET', '/bank-transactions/{id}', 200, { id: unknown?._id });
  await api.call('GET', '/payments/{id}/receipts', 200, { id: other._id });
  await api.call('DELETE', '/statements/{id}', 409, { id: statement });
  const notice = `Reference Number: C1AVzjTtqRCM\nSent From: NORA NOTICE\nAmount: $654.32 (CAD)\nMessage:\nTrip\n\nInterac e-Transfer`;
  await api.call('POST', '/interac-notices', 201, { body: { text: notice } });
  await api.call('POST', '/interac-notices', 200, { body: { text: notice } });
});
