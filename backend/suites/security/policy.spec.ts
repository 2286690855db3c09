import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Role, roles } from '#domain/platform/roles';
import { UsersService } from '../../src/auth/users/users.service.js';
import { TestApp } from '../../src/testing/test-app.js';
import { handlers } from './handlers.js';

/** The routes without a sign-in that SECURITY.md lists, each with what protects it. */
function listedAsPublic(): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../../SECURITY.md'), 'utf8');
  return [...text.matchAll(/^\| `([A-Z]+ \/api\/[^`]+)` +\| [^|]*\w/gm)].map(([, route = '']) =>
    route.replace(/\{(\w+)\}/g, ':$1'),
  );
}

/** The resources of a policy, where it names some. */
const namesOf = (policy: unknown): unknown => {
  const { resources = [] } = (policy ?? {}) as { resources?: unknown[] };
  return resources.length ? resources : 'some';
};

/** Every route that Fastify has below /api, as "GET /api/customers/:id", except those of the API's documentation. */
function routes({ app }: TestApp): string[] {
  const stack: string[] = [];
  const found: string[] = [];
  const tree = app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false });
  for (const line of tree.split('\n')) {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (!part) continue;
    stack.length = indent.length / 4;
    stack.push(part);
    for (const method of methods?.split(', ') ?? [])
      found.push(`${method} ${stack.join('').replace(/\/$/, '')}`);
  }
  return found.filter((route) => / \/api\//.test(route) && !/ \/api\/docs/.test(route));
}

describe('the policy of the routes', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const call = async (route: string, token?: string) => {
    const [method = '', path = ''] = route.split(' ');
    const request = app.visitor[method.toLowerCase() as 'get'](
      path.replace(':id', '0123456789abcdef01234567'),
    );
    const { status } = await (token ? request.auth(token, { type: 'bearer' }) : request);
    return status;
  };
  /** All but the listed ones; a HEAD is as public as its GET. */
  const guarded = () => {
    const open = listedAsPublic();
    return routes(app).filter((route) => !open.includes(route.replace(/^HEAD /, 'GET ')));
  };

  const password = 'a long passphrase of this test';
  async function signIn(role: string): Promise<string> {
    const account = { username: `the-${role}`, email: `the-${role}@example.com`, role, password };
    await app.app.get(UsersService).add(account);
    const answer = await app.visitor.post('/api/auth/login').send({ username: account.username, password });
    return (answer.body as { token: string }).token;
  }

  it('is declared by every handler: a GET reads, and any other method writes', () => {
    const all = handlers(app);
    expect(all.length).toBeGreaterThan(20);
    for (const { name, method, policy } of all)
      expect([name, policy]).toEqual([
        name,
        policy === true ? true : { access: method === 'GET' ? 'read' : 'write', resources: namesOf(policy) },
      ]);
  });

  it('belongs to a handler for every route that is reachable', () => {
    const reachable = routes(app).filter((route) => !route.startsWith('HEAD '));
    expect(reachable.sort()).toEqual(
      handlers(app)
        .map(({ route }) => route)
        .sort(),
    );
    expect(reachable).toContain('PATCH /api/payments/:id/status');
  });

  it('is public where SECURITY.md says what protects the route instead, and nowhere else', () => {
    const open = handlers(app).filter(({ policy }) => policy === true);
    expect(open.map(({ route }) => route).sort()).toEqual(listedAsPublic().sort());
  });

  /** The rules in words of their own: a new route falls under them, or gets one here. */
  function mayCall(role: Role, route: string): boolean {
    if (role === 'admin' || / \/api\/(?:account|auth)(?:\/|$)/.test(route)) return true;
    if (route.endsWith(' /api/people/names')) return true;
    if (/ \/api\/(?:people|audit)(?:\/|$)/.test(route) || route === 'POST /api/books/close') return false;
    if (/\/(?:personal-data|erasure)$/.test(route)) return false;
    return role === 'manager' || /^(?:GET|HEAD) /.test(route);
  }

  it.each(roles)('lets the role %s call what it may, and nothing else', async (role) => {
    const token = await signIn(role);
    const found: [string, boolean][] = [];
    for (const route of guarded()) {
      const status = await call(route, token);
      expect([route, status]).not.toEqual([route, 401]);
      found.push([route, status !== 403]);
    }
    expect(found.length).toBeGreaterThan(20);
    expect(found).toEqual(found.map(([route]) => [route, mayCall(role, route)]));
  });

  it.each([
    ['no token', 401],
    ['an unknown role', 403],
    ['a disabled account', 401],
  ])('keeps %s out of all but the public ones', async (visitor, expected) => {
    const token = visitor === 'no token' ? undefined : await signIn(expected === 403 ? 'boss' : 'nothing');
    const disabled = { $set: { disabled: true } };
    if (expected === 401)
      await app.connection.collection('users').updateOne({ usernameKey: 'the-nothing' }, disabled);
    for (const route of guarded()) expect([route, await call(route, token)]).toEqual([route, expected]);
  });

  it.each([
    '/api//customers',
    '/api/./customers',
    '/api/%63ustomers',
    '/API/customers',
    '/api/customers/',
    '/api/customers;x',
    '/api/customers%2f',
    '/api/health/../customers',
    '/api/health/%2e%2e/customers',
    '//api/customers',
    '/api\\customers',
  ])('is not got round by the path %s', async (path) => {
    const { status, text, headers } = await app.visitor.get(path);
    expect([400, 401, 404]).toContain(status);
    expect(text).not.toContain('pagination');
    expect(headers['cache-control']).toMatch(/^no-/);
  });

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    'is not got round by %s',
    async (name) => {
      await app.visitor.post('/api/payments/checkout').set(name, 'GET').send({}).expect(400);
      await app.visitor.get('/api/customers').set(name, 'POST').expect(401);
      await app.visitor.get('/api/customers').set('X-Original-URL', '/api/health').expect(401);
    },
  );
});
