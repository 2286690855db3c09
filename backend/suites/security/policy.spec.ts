import { ModulesContainer } from '@nestjs/core';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { IS_PUBLIC_KEY, rolesKey } from '../../src/http/access.decorators.js';
import { TestApp } from '../../src/testing/test-app.js';

/** Every handler of every controller in the running application, with the policy of its method or class. */
function handlers({ app }: TestApp) {
  const declared = (target: object): unknown =>
    Reflect.getMetadata(IS_PUBLIC_KEY, target) ?? Reflect.getMetadata(rolesKey, target);
  return [...app.get(ModulesContainer).values()]
    .flatMap(({ controllers }) => [...controllers.values()])
    .flatMap(({ metatype }) => {
      const controller = metatype as { name: string; prototype: Record<string, object> };
      return Object.getOwnPropertyNames(controller.prototype)
        .filter((name) => name !== 'constructor')
        .map((name) => ({
          name: `${controller.name}.${name}`,
          handler: controller.prototype[name] as object,
        }))
        .filter(({ handler }) => Reflect.hasMetadata(PATH_METADATA, handler))
        .map(({ name, handler }) => ({ name, policy: declared(handler) ?? declared(controller) }));
    });
}

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
    return token ? request.auth(token, { type: 'bearer' }) : request;
  };
  const open = (route: string) =>
    / \/api\/(?:auth\/(?:login|refresh|logout)|payments\/checkout|checkout\/options|health(?:\/live)?|orders\/.*)$/.test(
      route,
    );

  it('is declared by every handler', () => {
    const all = handlers(app);
    expect(all.length).toBeGreaterThan(20);
    for (const { name, policy } of all)
      expect([name, policy]).toEqual([name, policy === true ? true : expect.arrayContaining(['admin'])]);
  });

  it('belongs to a handler for every route that is reachable', () => {
    const reachable = routes(app).filter((route) => !route.startsWith('HEAD '));
    expect(reachable).toHaveLength(handlers(app).length);
    expect(reachable).toContain('PATCH /api/payments/:id/status');
  });

  it.each(['no token', 'another role', 'a disabled account'])(
    'keeps %s out of all but the public ones',
    async (who) => {
      const users = app.connection.collection('users');
      const { token } = await app.login();
      const change = who === 'another role' ? { role: 'viewer' } : { disabled: true };
      if (who !== 'no token') await users.updateOne({ usernameKey: 'admin' }, { $set: change });
      const expected = who === 'another role' ? 403 : 401;
      const guarded = routes(app).filter((route) => !open(route));
      for (const route of guarded) {
        const { status } = await call(route, who === 'no token' ? undefined : token);
        expect([route, status]).toEqual([route, expected]);
      }
      await users.updateOne({ usernameKey: 'admin' }, { $set: { role: 'admin', disabled: false } });
      expect(guarded.length).toBeGreaterThan(20);
    },
  );

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
