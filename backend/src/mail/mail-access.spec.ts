import { messages } from '#domain/platform/messages';
import type { Role } from '#domain/platform/roles';
import { UsersService } from '../auth/users/users.service.js';
import { aCheckout } from '../testing/builders.js';
import { TestApp } from '../testing/test-app.js';

const password = 'a long passphrase of this test';

describe('mails', () => {
  let app: TestApp;
  let accountMail = '';
  let paymentMail = '';
  let paymentId = '';
  const tokens: Partial<Record<Role, string>> = {};

  beforeAll(async () => {
    app = await TestApp.start();
    const add = { email: 'mia@example.com', role: 'viewer' };
    const { body: invitation } = await app.admin.post('/api/people/invitations').send(add).expect(201);
    accountMail = String(invitation.mailId);
    const { body: bought } = await app.visitor.post('/api/payments/checkout').send(aCheckout()).expect(201);
    paymentId = bought.paymentId;
    const { body } = await app.admin.get(`/api/mails?filter[paymentId]=${paymentId}`).expect(200);
    paymentMail = body.mails.find(({ kind }: { kind: string }) => kind === 'instructions')._id;
    for (const role of ['manager', 'viewer'] as const) {
      await app.app.get(UsersService).add({ username: role, email: `${role}@x.com`, role, password });
      const { body: signedIn } = await app.visitor.post('/api/auth/login').send({ username: role, password });
      tokens[role] = signedIn.token;
    }
  });
  afterAll(() => app.stop());

  const as = (role: Role, method: 'get' | 'post', path: string) =>
    app.visitor[method](`/api/${path}`).auth(tokens[role] ?? app.token, { type: 'bearer' });

  it.each(['manager', 'viewer'] as const)('about accounts are hidden from a %s', async (role) => {
    for (const query of ['', '?filter[kind]=account', '?filter[search]=mia']) {
      const { text, body } = await as(role, 'get', `mails${query}`).expect(200);
      expect(text).not.toContain('mia@example.com');
      expect(body.pagination.total).toBe(query ? 0 : 1);
    }
    const { body: refused } = await as(role, 'get', `mails/${accountMail}`).expect(403);
    expect(refused.message).toBe(messages.forbidden);
    await as(role, 'get', `audit?filter[resource]=mails&filter[id]=${accountMail}`).expect(403);
    for (const act of ['resend', 'cancel', 'dismiss'])
      await as(role, 'post', `mails/${accountMail}/${act}`).send({}).expect(403);
    // The counts are those of the lists that they open.
    expect((await as(role, 'get', 'mails/status').expect(200)).body.held).toBe(1);
    expect((await as(role, 'get', 'counts').expect(200)).body.mails.held).toBe(1);
    const { body: noted } = await app.admin
      .get(`/api/audit?filter[action]=access-refused&filter[by]=${role}`)
      .expect(200);
    expect(JSON.stringify(noted.entries)).toContain('GET /api/mails/:id');
  });

  it('about accounts are listed and counted for an admin', async () => {
    const { body } = await app.admin.get('/api/mails?filter[kind]=account').expect(200);
    expect(body.mails).toMatchObject([{ _id: accountMail, to: 'mia@example.com' }]);
    expect((await app.admin.get('/api/mails/status').expect(200)).body.held).toBe(2);
  });

  it('show a visitor’s link to those who may copy it only', async () => {
    await as('viewer', 'post', `payments/${paymentId}/link`).send({}).expect(403);
    const { body: copied } = await as('manager', 'post', `payments/${paymentId}/link`).send({}).expect(200);
    const [, token = ''] = /\/order\/[^/]+\/(.+)$/.exec(String(copied.url)) ?? [];
    expect(token).toMatch(/^[\w-]{32}$/);
    for (const role of ['admin', 'manager'] as const)
      expect((await as(role, 'get', `mails/${paymentMail}`).expect(200)).body).toMatchObject({
        text: expect.stringContaining(token),
        html: expect.stringContaining(token),
      });
    const { text, body: mail } = await as('viewer', 'get', `mails/${paymentMail}`).expect(200);
    expect(text).not.toContain(token);
    for (const content of [mail.text, mail.html]) expect(content).toMatch(/\/order\/[^/]+\/…/);
  });
});
