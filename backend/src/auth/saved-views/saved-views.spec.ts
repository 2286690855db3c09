import { getConnectionToken } from '@nestjs/mongoose';
import { maximumViews, type SavedView, viewMessages } from '#domain/auth/views';
import { TestApp } from '../../testing/test-app.js';
import { UsersService } from '../users/users.service.js';

describe('saved views', () => {
  let app: TestApp;
  const password = 'a long enough passphrase 17';
  let theirs: { auth: string; id: string };
  beforeAll(async () => {
    app = await TestApp.start();
    const account = { username: 'vera', email: 'vera@example.com', role: 'viewer', password };
    await app.app.get(UsersService).add(account);
    const { body } = await app.visitor
      .post('/api/auth/login')
      .send({ username: 'vera', password })
      .expect(200);
    const { body: account2 } = await app.visitor.get('/api/account').auth(body.token, { type: 'bearer' });
    theirs = { auth: body.token as string, id: account2._id as string };
  });
  afterAll(() => app.stop());

  const aView = { list: 'payments', name: 'Late', search: '?filter=%7B%7D&sort=amount&order=ASC&page=1' };
  const save = (view: object) => app.admin.put('/api/account/views').send(view);
  const list = async (): Promise<SavedView[]> =>
    (await app.admin.get('/api/account/views').expect(200)).body.views as SavedView[];
  const vera = (method: 'get' | 'put' | 'delete', path: string) =>
    app.visitor[method](path).auth(theirs.auth, { type: 'bearer' });

  it('are kept for each person, whatever their role, and removed with the account', async () => {
    expect(await list()).toEqual([]);
    const { body } = await save(aView).expect(200);
    expect(body.views).toEqual([{ ...aView, _id: expect.stringMatching(/^[0-9a-f]{24}$/) }]);
    await save({ ...aView, list: 'customers' }).expect(200);
    const replaced = { ...aView, search: '?sort=status' };
    await save(replaced).expect(200);
    const views = await list();
    expect(views).toMatchObject([replaced, { ...aView, list: 'customers' }]);

    await vera('put', '/api/account/views').send(aView).expect(200);
    await vera('delete', `/api/account/views/${views[0]!._id}`).expect(404);
    expect((await vera('get', '/api/account/views').expect(200)).body.views).toMatchObject([aView]);
    for (const { _id } of views) await app.admin.delete(`/api/account/views/${_id}`).expect(204);
    const { body: gone } = await app.admin.delete(`/api/account/views/${views[0]!._id}`).expect(404);
    expect(gone.message).toBe(viewMessages.notFound);
    expect(await list()).toEqual([]);

    await app.admin.delete(`/api/people/${theirs.id}`).expect(204);
    const stored = app.app.get(getConnectionToken()).collection('savedviews');
    expect(await stored.countDocuments({ 'views.0': { $exists: true } })).toBe(0);
  });

  it.each([
    ['another list', { list: 'audit' }],
    ['no name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(61) }],
    ['a name with a control character', { name: 'a\u0007' }],
    ['an address', { search: 'https://example.com' }],
    ['a path', { search: '?a=1#/elsewhere' }],
    ['a long query', { search: `?${'x'.repeat(2000)}` }],
    ['an operator', { search: { $gt: '' } }],
  ])('with %s are refused', async (_, wrong) => {
    await save({ ...aView, ...wrong }).expect(400);
  });

  it('are at most fifty, even if they are saved at once', async () => {
    for (let at = 1; at < maximumViews; at++) await save({ ...aView, name: `View ${at}` }).expect(200);
    const answers = await Promise.all(['One', 'Two', 'Three'].map((name) => save({ ...aView, name })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await list()).toHaveLength(maximumViews);
    const { body } = await save({ ...aView, name: 'One more' }).expect(409);
    expect(body.message).toBe(viewMessages.tooMany);
    await save({ ...aView, name: 'View 1', search: '?sort=amount' }).expect(200);
  });
});
