import { once } from 'node:events';
import { connect } from 'node:net';
import { aCheckout, buildCustomer, createCustomer } from '../../src/testing/builders.js';
import { TestApp } from '../../src/testing/test-app.js';

describe('input', () => {
  let app: TestApp;
  let port: number;
  beforeAll(async () => {
    app = await TestApp.start();
    await app.app.listen(0, '127.0.0.1');
    ({ port } = app.app.getHttpServer().address() as { port: number });
  });
  afterAll(() => app.stop());

  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const post = (path: string, body: string | object) =>
    app.admin
      .post(path)
      .set('Content-Type', 'application/json')
      .send(typeof body === 'string' ? body : JSON.stringify(body));

  it.each(['/api/customers', '/api/payments/checkout', '/api/auth/login', '/api/auth/logout'])(
    'that is nested too deeply is refused by %s',
    async (path) => {
      for (const body of [nested(7), nested(10_000), '['.repeat(30_000) + ']'.repeat(30_000)]) {
        const { body: answer } = await post(path, body).expect(400);
        expect(answer).toEqual({ statusCode: 400, message: 'The request is nested too deeply' });
      }
    },
  );

  it.each(['2026-02-30', 'x'])('of %j is no transfer date', async (transferDate) => {
    const customerId = await createCustomer(app);
    const { body } = await post('/api/payments', {
      customerId,
      paymentMethod: 'interac',
      amount: 1,
      currency: 'CAD',
      status: 'pending',
      transferDate,
    }).expect(400);
    expect(body.errors).toEqual({ transferDate: 'Transfer date must be a date (YYYY-MM-DD)' });
  });

  it.each([
    '1e999',
    '-1e999',
    '"\\u0000"',
    '"\\ud800"',
    '{"$gt":1}',
    '["x"]',
    JSON.stringify('x'.repeat(1001)),
  ])('of %s is no payment detail', async (text) => {
    const customerId = await createCustomer(app);
    const body = { customerId, paymentMethod: 'interac', amount: 1, currency: 'CAD', status: 'pending' };
    const json = JSON.stringify({ ...body, paymentDetails: { value: 'VALUE' } }).replace(
      '"VALUE"',
      () => text,
    );
    const answer = await post('/api/payments', json).expect(400);
    expect(answer.body.errors).toEqual({ paymentDetails: 'Payment details must be at most 50 short values' });
  });

  it.each([
    ['paymentDetails', '{"paymentDetails":{"constructor":"x"}}'],
    ['paymentDetails', '{"paymentDetails":{"a":{"constructor":1}}}'],
    ['constructor', '{"constructor":{"name":"x"}}'],
  ])('under the name of every object’s constructor is refused by name: %s of %s', async (field, body) => {
    const answer = await post('/api/payments', body).expect(400);
    expect(answer.body.errors[field]).toBe('"constructor" cannot be the name of a field');
  });

  it.each(['1e999', '-1', '0', '0.001', '10000001'])('of %s is no amount', async (text) => {
    const customerId = await createCustomer(app);
    const body = { customerId, paymentMethod: 'interac', amount: 7, currency: 'CAD', status: 'pending' };
    const answer = await post(
      '/api/payments',
      JSON.stringify(body).replace(':7,', () => `:${text},`),
    ).expect(400);
    expect(answer.body.errors.amount).toMatch(/^Amount /);
  });

  it.each([
    ['a null character', 'a\0b'],
    ['half a surrogate pair', 'a\ud800'],
    ['text that is turned round', 'a\u202egnp.exe'],
    ['an isolate', 'a\u2066b'],
    ['a line break', 'a\nb'],
    ["Unicode's line break", 'a\u2028b'],
    ['an escape', 'a\u001b[31m'],
  ])('with %s is no name', async (_, fullName) => {
    const { body } = await post('/api/customers', buildCustomer({ fullName })).expect(400);
    expect(body.errors).toEqual({ fullName: 'Full name contains characters that cannot be used' });
    const { body: checkout } = await post('/api/payments/checkout', aCheckout({ fullName })).expect(400);
    expect(checkout.errors).toEqual({
      'customer.fullName': 'Full name contains characters that cannot be used',
    });
  });

  it('in any script is a name, and is found by it', async () => {
    for (const fullName of [
      'Nguyễn Thị Ánh',
      'สมชาย ใจดี',
      'محمد بن علي',
      '李 小龙',
      'Zoë 👩‍👩‍👧',
      '\uFDFA'.repeat(120),
    ]) {
      const id = await createCustomer(app, { fullName });
      const { body } = await app.admin
        .get('/api/customers')
        .query({ 'filter[name]': fullName.slice(0, 6) })
        .expect(200);
      expect(body.customers.map(({ _id }: { _id: string }) => _id)).toContain(id);
    }
  });

  it.each(['\uFDFA'.repeat(128), 'a\0b', '\u202eadmin', '__proto__', 'constructor'])(
    'of %j is no account',
    async (username) => {
      const { body } = await app.visitor
        .post('/api/auth/login')
        .send({ username, password: 'x' })
        .expect(401);
      expect(body).toEqual({ statusCode: 401, message: 'Invalid username or password' });
    },
  );

  it.each([
    ['customers?filter[updatedAt][gte]=2026-02-30', 'Unknown filter: updatedAt'],
    [
      'payments?filter[createdAt][gte]=2026-02-30',
      'filter[createdAt][gte] takes an ISO date, such as 2026-11-21',
    ],
    [
      'payments?filter[createdAt][lte]=2026-02-30T10:00:00Z',
      'filter[createdAt][lte] takes an ISO date, such as 2026-11-21',
    ],
    ['payments?page=1e9', 'page takes a whole number from 1 to 100000'],
    ['payments?page=NaN', 'page takes a whole number from 1 to 100000'],
    ['payments?filter[status][]=paid', 'filter[status] takes one text'],
    ['payments?filter[status][__proto__]=paid', 'Unknown operator for status: __proto__'],
    ['payments?filter[createdAt][__proto__]=2026-02-28', 'Unknown operator for createdAt: __proto__'],
    ['reports/summary?from=2026-02-30', 'from takes a day, such as 2026-11-21'],
    ['books/export?from=2026-02-30', 'from takes a day, such as 2026-11-21'],
    ['books/export?from=2026-02-02&to=2026-02-01', 'from must not be after to'],
    [
      `customers?${Array.from({ length: 51 }, (_, number) => `a${number}=1`).join('&')}`,
      'A query takes at most 50 parameters',
    ],
  ])('of the query %.60s is refused by name', async (query, message) => {
    const { body } = await app.admin.get(`/api/${query}`).expect(400);
    expect(body).toEqual({ statusCode: 400, message });
  });

  it.each([
    'audit',
    'bank-accounts',
    'bank-transactions',
    'customers',
    'customers/export',
    'mails',
    'payments',
    'payments/export',
    'reports/overdue',
    'statements',
  ])('of a filter in a name of every object is refused by %s', async (path) => {
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'toString']) {
      const { body } = await app.admin.get(`/api/${path}?filter[${name}]=x`).expect(400);
      expect(body.message).toBe(`Unknown filter: ${name}`);
      await app.admin.get(`/api/${path}?filter%5B${name}%5D%5Bx%5D=1`).expect(400, body);
    }
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('twice in a header is refused', async () => {
    const key = '00000000-0000-4000-8000-000000000000';
    const { body } = await app.visitor
      .post('/api/payments/checkout')
      .set('Idempotency-Key', `${key}, ${key}`)
      .send(aCheckout())
      .expect(400);
    expect(body.message).toBe('Idempotency-Key takes a UUID');
  });

  describe('below the routes', () => {
    /** Sends bytes; returns the response up to the end of the connection. */
    async function raw(text: string): Promise<{ status: number; head: string; body: string }> {
      const socket = connect(port, '127.0.0.1');
      let received = '';
      socket.on('data', (data) => (received += String(data)));
      socket.write(text);
      await once(socket, 'close');
      const [head = '', body = ''] = received.split('\r\n\r\n');
      return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
    }
    const get = (path: string, more = '') =>
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`;

    it.each([
      '/%61pi/customers',
      '/api/%63ustomers',
      'http://localhost/api/customers',
      'HTTP://x//api/customers',
      '//x/api/customers',
      '/api//customers',
      '/./api/customers',
      '/none/../api/customers',
      '/none/%2E%2e/api/customers',
      '/api\\customers',
      '/api/customers#/api/health/live',
      '/%61pi/health/live',
    ])('the address %s has another spelling, and is refused even to an admin', async (path) => {
      const { status, head, body } = await raw(get(path, `Authorization: Bearer ${app.token}\r\n`));
      expect([status, body]).toEqual([400, '{"statusCode":400,"message":"The address is not valid"}']);
      for (const header of ['cache-control: no-store', 'x-request-id: ', 'x-content-type-options: nosniff'])
        expect(head).toContain(header);
    });

    it('two hosts are refused', async () => {
      const { status, body } = await raw(get('/api/health', 'Host: evil.test\r\n'));
      expect([status, body]).toEqual([400, '{"statusCode":400,"message":"The request names two hosts"}']);
    });

    const login = (more: string, body: string) =>
      `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n${more}\r\n${body}`;

    it.each([
      ['an address that is not UTF-8', get('/api/%E0%A4%A<b>'), 400, 'The address is not valid'],
      ['a parameter without end', get(`/api/customers/${'x'.repeat(300)}`), 414, 'The address is too long'],
      [
        'headers without end',
        get('/api/health', `X: ${'x'.repeat(20_000)}\r\n`),
        431,
        'The headers are too large',
      ],
      ['no method', `FOO /api/health HTTP/1.1\r\n\r\n`, 400, 'The request is not valid'],
      [
        'two lengths',
        login('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'),
        400,
        'The request is not valid',
      ],
      [
        'a length and chunks',
        login('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
        400,
        'The request is not valid',
      ],
      ['a header that is folded', get('/api/health', 'X: a\r\n b: c\r\n'), 400, 'The request is not valid'],
    ])('%s is refused without being handed back', async (_, text, status, message) => {
      const answer = await raw(text);
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body)).toEqual({ statusCode: status, message });
      for (const header of [
        'x-content-type-options: nosniff',
        "default-src 'none'",
        'cache-control: no-store',
      ])
        expect(answer.head).toContain(header);
    });

    it.each(['TRACE', 'OPTIONS', 'PROPFIND'])('%s is no method of the API', async (method) => {
      const { status, body } = await raw(
        get('/api/customers', 'Cookie: secret=1\r\n').replace('GET', method),
      );
      expect(status).toBe(405);
      expect(body).not.toContain('secret');
    });

    it('headers that never end are given up', async () => {
      const socket = connect(port, '127.0.0.1');
      let received = '';
      socket.on('data', (data) => (received += String(data)));
      socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
      await once(socket, 'close');
      expect(received).toContain('408 Request Timeout');
    });
  });
});
