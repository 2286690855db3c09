import { randomUUID } from 'node:crypto';
import { TestApp, uriForDatabase } from '../testing/test-app.js';

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
