import { AuditService } from '../../src/audit/audit.service.js';
import { UsersService } from '../../src/auth/users/users.service.js';
import { aCheckout, buildCustomer, createCustomer, createPayment } from '../../src/testing/builders.js';
import { TestApp } from '../../src/testing/test-app.js';

describe('the audit trail', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const entries = async (query: Record<string, string>) => {
    const filters = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [`filter[${name}]`, value]),
    );
    const { body } = await app.admin.get('/api/audit').query(filters).expect(200);
    return body.entries as {
      by: string;
      actor?: { kind: string; id?: string };
      action: string;
      at: string;
      ip: string;
      requestId: string;
      resourceId: string;
      changes: { field: string; from: unknown; to: unknown }[];
    }[];
  };

  it('tells of a customer who did what, when, from where and what changed', async () => {
    const id = await createCustomer(app, { fullName: 'First Name', city: 'Ottawa' });
    const { headers } = await app.admin
      .put(`/api/customers/${id}`)
      .send(buildCustomer({ fullName: 'Second Name', city: 'Ottawa' }))
      .expect(200);
    await app.admin.delete(`/api/customers/${id}`).expect(204);
    const found = await entries({ resource: 'customers', resourceId: id });
    expect(found.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
    expect(found[1]).toMatchObject({
      by: 'admin',
      at: expect.stringMatching(/Z$/),
      ip: expect.stringMatching(/127\.0\.0\.1$/),
      requestId: headers['x-request-id'],
    });
    const fields = found[1]?.changes.map(({ field }) => field);
    expect(found[1]?.changes).toContainEqual({ field: 'fullName', from: 'First Name', to: 'Second Name' });
    expect(fields).not.toContain('city');
    expect(found[0]?.changes).toContainEqual({ field: 'fullName', from: 'Second Name', to: null });
  });

  it('tells of a payment from the checkout to its end', async () => {
    const { body } = await app.visitor.post('/api/payments/checkout').send(aCheckout()).expect(201);
    await app.admin
      .patch(`/api/payments/${body.paymentId}/status`)
      .send({ status: 'paid', note: 'Seen' })
      .expect(200);
    await app.admin.delete(`/api/payments/${body.paymentId}`).expect(204);
    const found = await entries({ resource: 'payments', resourceId: body.paymentId });
    expect(found.map(({ action, by }) => [action, by])).toEqual([
      ['delete', 'admin'],
      ['status', 'admin'],
      ['create', 'checkout'],
    ]);
    // A name alone could be that of a person or of a program.
    const { body: account } = await app.admin.get('/api/account').expect(200);
    expect(found.map(({ actor }) => actor)).toEqual([
      { kind: 'person', id: account._id },
      { kind: 'person', id: account._id },
      { kind: 'visitor' },
    ]);
    expect(found[1]?.changes).toEqual([
      { field: 'status', from: 'pending', to: 'paid' },
      { field: 'note', from: null, to: 'Seen' },
    ]);
    const history = found[0]?.changes.find(({ field }) => field === 'statusHistory')?.from;
    expect(history).toHaveLength(2);
  });

  it('tells of sign-ins, refusals, exports and ended logins', async () => {
    const { refreshToken } = await app.login();
    await app.visitor.post('/api/auth/login').send({ username: 'admin', password: 'wrong' }).expect(401);
    await app.admin.get('/api/customers/export?format=csv&search=nobody').expect(200);
    expect((await entries({ action: 'export' }))[0]).toMatchObject({
      changes: [
        { field: 'format', from: null, to: 'csv' },
        { field: 'search', from: null, to: 'nobody' },
      ],
    });
    const next = (await app.visitor.post('/api/auth/refresh').send({ refreshToken }).expect(200)).body;
    const last = (await app.visitor.post('/api/auth/refresh').send(next).expect(200)).body;
    await app.visitor.post('/api/auth/refresh').send({ refreshToken }).expect(401);
    await app.visitor.post('/api/auth/refresh').send(last).expect(401);
    const other = await app.login();
    await app.visitor.post('/api/auth/logout').send(other).expect(204);
    for (const action of ['login', 'login-refused', 'export', 'session-ended', 'logout'])
      expect([action, (await entries({ action }))[0]?.by]).toEqual([action, 'admin']);
  });

  it('tells of a role that tried what it may not', async () => {
    const users = app.connection.collection('users');
    await users.updateOne({ usernameKey: 'admin' }, { $set: { role: 'viewer' } });
    const { token } = await app.login();
    await app.visitor
      .post('/api/customers')
      .auth(token, { type: 'bearer' })
      .send(buildCustomer())
      .expect(403);
    await users.updateOne({ usernameKey: 'admin' }, { $set: { role: 'admin' } });
    expect((await entries({ action: 'access-refused' }))[0]).toMatchObject({
      by: 'admin',
      changes: [{ field: 'call', from: null, to: 'POST /api/customers' }],
    });
  });

  it('counts a role that tries again and again in one entry for each while', async () => {
    const password = 'a long passphrase of this test';
    const account = { username: 'viola', email: 'viola@example.com', role: 'viewer', password };
    await app.app.get(UsersService).add(account);
    const { body } = await app.visitor.post('/api/auth/login').send({ username: 'viola', password });
    const get = (path: string) =>
      app.visitor
        .get(path)
        .auth((body as { token: string }).token, { type: 'bearer' })
        .expect(403);
    const told = () => entries({ action: 'access-refused', by: 'viola' });
    await get('/api/people');
    await Promise.all(
      Array.from({ length: 40 }, (_, number) => get(number % 2 ? '/api/people' : '/api/audit')),
    );
    expect(await told()).toHaveLength(1);
    // As when its minute is over.
    await app.app.get(AuditService).refused.flush();
    const [counted, ...others] = await told();
    expect(others).toHaveLength(1);
    expect(counted).toMatchObject({
      by: 'viola',
      changes: expect.arrayContaining([{ field: 'times', from: null, to: 40 }]),
    });
    expect(String(counted?.changes?.[0]?.to).split(', ').sort()).toEqual([
      'GET /api/audit',
      'GET /api/people',
    ]);
  });

  it('shows a manager the entries of one record that is not an account, and a viewer none', async () => {
    const password = 'a long passphrase of this test';
    const calls = async (role: string) => {
      const account = { username: `the-${role}`, email: `${role}@example.com`, role, password };
      const { _id } = await app.app.get(UsersService).add(account);
      const { body } = await app.visitor
        .post('/api/auth/login')
        .send({ username: account.username, password });
      const id = await createCustomer(app);
      const get = async (query: string) => {
        const { token } = body as { token: string };
        return (await app.visitor.get(`/api/audit?${query}`).auth(token, { type: 'bearer' })).status;
      };
      return Promise.all([
        get(`filter[resource]=customers&filter[id]=${id}`),
        get(`filter[resource]=customers&filter[resourceId]=${id}&filter[action]=create`),
        get(`filter[resource]=accounts&filter[id]=${String(_id)}`),
        get(`filter[resource]= accounts &filter[id]=${String(_id)}`),
        get('filter[resource]=customers'),
        get('filter[resource]=customers&filter[id]= '),
        get(`filter[id]=${id}`),
        get(''),
      ]);
    };
    expect(await calls('manager')).toEqual([200, 200, 403, 403, 403, 403, 403, 403]);
    expect(await calls('viewer')).toEqual(Array.from({ length: 8 }, () => 403));
    expect((await entries({ action: 'access-refused' }))[0]).toMatchObject({
      by: 'the-viewer',
      changes: [{ field: 'call', from: null, to: 'GET /api/audit' }],
    });
  });

  it('records no password, even one that was typed as the username', async () => {
    const typed = 'my password in the wrong field';
    await app.visitor.post('/api/auth/login').send({ username: typed, password: 'x' }).expect(401);
    await app.visitor.post('/api/auth/login').send({ username: 'admin', password: typed }).expect(401);
    const all = JSON.stringify(await app.connection.collection('audit').find().toArray());
    expect(all).not.toContain(typed);
    expect((await entries({ by: 'unknown account' })).length).toBeGreaterThan(0);
  });

  it('is filtered by time and refuses what it does not know', async () => {
    await createPayment(app);
    expect((await entries({ 'at][gte': '2999-01-01' })).length).toBe(0);
    for (const query of ['filter[action]=anything', 'filter[resource]=users', 'filter[ip]=1', 'sort=by'])
      await app.admin.get(`/api/audit?${query}`).expect(400);
  });

  it.each([
    ['0', /127\.0\.0\.1$/],
    ['1', /^198\.51\.100\.1$/],
  ])(
    'names the address that %s trusted proxies tell, and none that the caller made up',
    async (TRUST_PROXY, ip) => {
      const other = await TestApp.start({ TRUST_PROXY });
      const { body } = await other.admin
        .post('/api/customers')
        .set('X-Forwarded-For', '192.0.2.1, 198.51.100.1')
        .send(buildCustomer())
        .expect(201);
      const trail = await other.admin.get(`/api/audit?filter[resourceId]=${body._id}`).expect(200);
      expect(trail.body.entries).toEqual([expect.objectContaining({ ip: expect.stringMatching(ip) })]);
      await other.stop();
    },
  );

  it('has no call that changes it', async () => {
    const [entry] = await app.connection.collection('audit').find().limit(1).toArray();
    for (const method of ['post', 'put', 'patch', 'delete'] as const)
      for (const [path, status] of [
        ['/api/audit', 405],
        [`/api/audit/${String(entry?._id)}`, 404],
      ] as const)
        await app.admin[method](path).send({}).expect(status);
  });
});
