import { parse } from 'yaml';
import { mongo } from 'mongoose';
import { version } from '#domain/platform/version';
import { SavedViewsService } from '../../auth/saved-views/saved-views.service.js';
import { CustomersService } from '../../customers/customers.service.js';
import { takeFaults } from '../../testing/contract.js';
import { TestApp } from '../../testing/test-app.js';

describe('the server', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  it('is alive and tells whether its database is', async () => {
    await app.visitor.get('/api/health/live').expect(200, { status: 'ok' });
    await app.visitor.get('/api/health').expect(200, {
      status: 'ok',
      version,
      database: 'ok',
      writes: 'ok',
      mail: 'off',
      lastBackup: null,
    });
  });

  it('answers unknown calls with 404 as JSON and hands nothing back', async () => {
    const { body } = await app.visitor.get('/api/<script>').expect(404);
    expect(body).toEqual({ statusCode: 404, message: 'Not found' });
  });

  it.each([
    ['patch', '/api/customers', 'GET, HEAD, POST'],
    ['get', '/api/payments/checkout', 'POST'],
    ['delete', '/api/customers/export', 'GET, HEAD'],
    ['query', '/api/warnings', 'GET, HEAD'],
    ['get', '/api/auth/login', 'POST'],
    ['put', '/api/checkout/options', 'GET, HEAD'],
    ['delete', '/api/payments/0123456789abcdef01234567/status', 'PATCH'],
  ] as const)('answers %s %s with 405 and the methods that there are', async (method, path, allowed) => {
    const { body, headers } = await app.visitor[method as 'get'](path).expect(405);
    expect(body).toEqual({ statusCode: 405, message: 'This address does not take this method' });
    expect(headers.allow).toBe(allowed);
  });

  const { MongoNetworkError, MongoBulkWriteError, MongoServerError } = mongo;
  const broken = new MongoNetworkError('connection 1 to 127.0.0.1:27017 closed');
  it.each([
    ['by itself', broken],
    ['within the error of a bulk write', new MongoBulkWriteError(broken as never, {} as never)],
    ['as the cause of another error', new Error('Not written', { cause: broken })],
    ['in the words of the server', new MongoServerError({ message: 'going', code: 11600 })],
  ])('answers 503 with a time to wait where the database is away, told %s', async (_, error) => {
    const find = jest.spyOn(app.app.get(CustomersService), 'find').mockRejectedValueOnce(error);
    const { body, headers } = await app.admin.get(`/api/customers/${'a'.repeat(24)}`).expect(503);
    expect(body).toEqual({ statusCode: 503, message: expect.any(String) });
    expect(headers['retry-after']).toBe('5');
    find.mockRestore();
  });

  it('names each answer, errors too, by an id of its own', async () => {
    const ids = new Set<string>();
    const answers = [
      app.visitor.get('/api/health/live').set('X-Request-Id', 'chosen by the caller').expect(200),
      app.visitor.get('/api/customers?page=x').expect(401),
      app.admin.get('/api/customers?page=x').expect(400),
      app.admin.get('/api/none').expect(404),
      app.admin.get('/api/%E0%A4%A').expect(400),
      app.visitor.post('/api/auth/login').type('text').send('x').expect(415),
      app.visitor.post('/api/auth/login').type('json').send('{').expect(400),
      app.visitor
        .post('/api/auth/login')
        .send({ username: 'x'.repeat(70_000) })
        .expect(413),
    ];
    for (const answer of answers) {
      const { headers } = await answer;
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      ids.add(headers['x-request-id'] ?? '');
    }
    expect(ids.size).toBe(answers.length);
  });

  it.each([
    ['application/json', '{', 400],
    ['application/json', '{"__proto__": {"a": 1}}', 400],
    ['application/json', '{"constructor": {"prototype": {"a": 1}}}', 400],
    ['application/json', '{"username": NaN}', 400],
    ['application/x-www-form-urlencoded', 'username=a', 415],
    ['text/plain', 'username=a', 415],
    ['application/json', JSON.stringify({ username: 'x'.repeat(70_000) }), 413],
  ])('refuses a body of %s %.20s with %d', async (type, body, status) => {
    const { body: answer } = await app.visitor
      .post('/api/auth/login')
      .set('Content-Type', type)
      .send(body)
      .expect(status);
    expect(answer).toMatchObject({ statusCode: status, message: expect.any(String) });
    expect(JSON.stringify(answer)).not.toContain('at ');
  });

  it('guards every route but the public ones', async () => {
    const routes = await openApiRoutes();
    const open: string[] = [];
    for (const [method, path] of routes) {
      const call = app.visitor[method as 'get'](path.replace('{id}', '0123456789abcdef01234567'));
      const { status } = await call;
      if (status !== 401) open.push(`${method.toUpperCase()} ${path}`);
    }
    expect(open.sort()).toEqual(
      [
        'GET /api/auth/invitations/{token}',
        'GET /api/auth/options',
        'GET /api/checkout/card/{key}',
        'GET /api/checkout/options',
        'GET /api/health',
        'GET /api/health/live',
        'GET /api/orders/{reference}/{token}',
        'GET /api/orders/{reference}/{token}/documents/{file}',
        'POST /api/auth/email/confirm',
        'POST /api/auth/invitations/{token}',
        'POST /api/auth/login',
        'POST /api/auth/logout',
        'POST /api/auth/passkey',
        'POST /api/auth/passkey/options',
        'POST /api/auth/password/forgotten',
        'POST /api/auth/password/reset',
        'POST /api/auth/refresh',
        'POST /api/auth/second-factor',
        'POST /api/card-events/stripe',
        'POST /api/orders/links',
        'POST /api/orders/{reference}/{token}/sent',
        'POST /api/payments/checkout',
      ].sort(),
    );
  });

  it('describes its calls at /api/docs', async () => {
    const routes = await openApiRoutes();
    expect(routes.length).toBeGreaterThan(20);
    await app.visitor.get('/api/docs').expect(200);
  });

  it('writes its description once, as JSON and as YAML', async () => {
    const { body } = await app.visitor.get('/api/docs-json').expect(200);
    const { text } = await app.visitor.get('/api/docs-yaml').expect(200);
    expect(parse(text, { maxAliasCount: 0 })).toEqual(body);
    const written = jest.spyOn(JSON, 'stringify');
    await app.visitor.get('/api/docs-json').expect(200, body as object);
    const documents = written.mock.calls.filter(([value]) => (value as { openapi?: string } | null)?.openapi);
    written.mockRestore();
    expect(documents).toEqual([]);
  });

  it.each(['customers', 'payments'])('describes page, order, filters and formats of %s', async (name) => {
    const { body } = await app.visitor.get('/api/docs-json').expect(200);
    type Parameters = { name: string; schema: { enum?: string[]; default?: unknown } }[];
    const parametersOf = (path: string) =>
      (body.paths[path].get.parameters as Parameters).map((parameter) => [parameter.name, parameter.schema]);
    const list = Object.fromEntries(parametersOf(`/api/${name}`)) as Record<string, { enum?: string[] }>;
    expect(list).toMatchObject({ page: { default: 1 }, limit: { default: 10, maximum: 100 } });
    for (const sort of list.sort?.enum ?? []) await app.admin.get(`/api/${name}`).query({ sort }).expect(200);
    const filters = Object.keys(list).filter((parameter) => parameter.startsWith('filter['));
    expect(filters).toContain('filter[createdAt][gte]');
    // The call takes each of these parameters: an unknown one would be refused by name.
    for (const filter of filters) {
      const { body: answer } = await app.admin.get(`/api/${name}`).query({ [filter]: 'x' });
      expect(String(answer.message)).not.toContain('Unknown');
    }
    const file = Object.fromEntries(parametersOf(`/api/${name}/export`)) as Record<
      string,
      { enum?: string[] }
    >;
    expect(file.format?.enum).toEqual(['csv', 'excel']);
    expect(Object.keys(file)).toEqual(expect.arrayContaining(filters));
  });

  it('fails the test in which an answer has a field that its description lacks', async () => {
    const views = jest.spyOn(app.app.get(SavedViewsService), 'list');
    views.mockResolvedValueOnce([
      { id: '1', resource: 'payments', name: 'Due', filter: {}, owner: 'ann' },
    ] as never);
    await app.admin.get('/api/account/views').expect(200);
    views.mockRestore();
    expect(takeFaults()).toEqual([expect.stringMatching('/views/0.*"additionalProperty":"owner"')]);
  });

  it('says in its description which calls need no token, and how each can be refused', async () => {
    const { body } = await app.visitor.get('/api/docs-json').expect(200);
    type Operation = { security: object[]; responses: Record<string, object> };
    const paths = body.paths as Record<string, Record<string, Operation>>;
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );
    for (const { path, method, security, responses } of operations) {
      const { status } = await app.visitor[method as 'get'](path.replace('{id}', '0123456789abcdef01234567'));
      expect([method, path, security]).toEqual([
        method,
        path,
        status === 401 && !path.includes('/auth/') ? [{ bearer: [] }] : security,
      ]);
      if (security.length === 0) expect(responses).not.toHaveProperty('403');
      else
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '429', '503']));
    }
    expect(paths['/api/payments/checkout']?.post?.security).toEqual([]);
    expect(paths['/api/auth/login']?.post?.security).toEqual([]);
    expect(paths['/api/auth/verify']?.get?.security).toEqual([{ bearer: [] }]);
  });

  async function openApiRoutes(): Promise<[string, string][]> {
    const { body } = await app.visitor.get('/api/docs-json').expect(200);
    expect(body.openapi).toMatch(/^3\./);
    return Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method): [string, string] => [method, path]),
    );
  }

  it('sends headers that forbid framing, sniffing and foreign code', async () => {
    const { headers } = await app.visitor.get('/api/health/live');
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    });
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});
