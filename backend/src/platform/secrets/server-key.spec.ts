import { randomUUID } from 'node:crypto';
import { aCheckout } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';
import { uriForDatabase } from '../../testing/uri-for-database.js';

it('is one for all instances on a MongoDB without JWT_SECRET, which accept the tokens of each other', async () => {
  const uri = uriForDatabase(process.env.MONGODB_URI ?? '', `test_${randomUUID().slice(0, 8)}`);
  const env = { JWT_SECRET: '', MONGODB_URI: uri };
  const [one, two] = await Promise.all([TestApp.start(env, uri), TestApp.start(env, uri)]);
  for (const token of [one.token, two.token])
    for (const { visitor } of [one, two])
      await visitor.get('/api/auth/verify').set('Authorization', `Bearer ${token}`).expect(200);
  const stored = await one.connection.collection('secrets').find({}).toArray();
  await one.stop({ keep: true });
  const later = await TestApp.start(env, uri);
  expect(await later.connection.collection('secrets').find({}).toArray()).toEqual(stored);
  await later.visitor.get('/api/auth/verify').set('Authorization', `Bearer ${two.token}`).expect(200);
  await later.stop();
  await two.app.close();
});

it('is replaced while what was made under the former secret goes on', async () => {
  const former = 'a former secret that only the tests know of';
  const present = 'another secret, of 40 different letters';
  const first = await TestApp.start({ JWT_SECRET: former });
  const { uri } = first;
  const before = await first.login();
  const { body } = await first.visitor.post('/api/payments/checkout').send(aCheckout()).expect(201);
  const page = String(body.orderPath).replace('/order/', '/api/orders/');
  await first.stop({ keep: true });

  const both = await TestApp.start({ JWT_SECRET: present, JWT_SECRET_FORMER: former }, uri);
  const verify = (app: TestApp, token: string) =>
    app.visitor.get('/api/auth/verify').auth(token, { type: 'bearer' });
  await verify(both, before.token).expect(200);
  await both.visitor.get(page).expect(200);
  await both.stop({ keep: true });

  const after = await TestApp.start({ JWT_SECRET: present }, uri);
  await verify(after, both.token).expect(200);
  await verify(after, before.token).expect(401);
  await after.visitor.get(page).expect(404);
  await after.visitor.post('/api/auth/refresh').send({ refreshToken: before.refreshToken }).expect(200);
  await after.stop();
});
