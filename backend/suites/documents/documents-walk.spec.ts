import { TestApp } from '../../src/testing/test-app.js';
import { waitFor } from '../../src/testing/wait-for.js';
import { PaperWalk } from './paper-walk.js';

const rounds = 25;
/** Acts of a round that are sent at once, each to one of the two servers. */
const atOnce = 6;

let [one, other]: TestApp[] = [];
beforeAll(async () => {
  const env = { MAIL_DELAY_SECONDS: '0', TIME_ZONE: 'UTC' };
  one = await TestApp.start(env);
  other = await TestApp.start(env, one.uri);
});
afterAll(async () => {
  await other!.stop();
  await one!.stop();
});

it('the open invoice of every payment less its credit notes is its sale, under numbers without a gap, while two servers are called at once', async () => {
  let sent = 0;
  const walk = new PaperWalk({
    read: async (path) => (await one!.admin.get(`/api${path}`).expect(200)).body,
    act: async (method, path, body) => {
      const { admin } = sent++ % 2 ? other! : one!;
      return (await admin[method.toLowerCase() as 'post' | 'put' | 'patch'](`/api${path}`).send(body))
        .body as unknown;
    },
    issued: () =>
      waitFor(
        async () =>
          !(await one!.connection.collection('payments').findOne({ documentsDueAt: { $exists: true } })),
      ),
  });
  await walk.begin();
  for (let round = 0; round < rounds; round++) {
    await walk.round(atOnce);
    if (walk.isTime()) await walk.expectUnchanged();
  }
  await walk.expectWhole();
  expect(await one!.connection.collection('customermerges').countDocuments()).toBeGreaterThan(2);
}, 300_000);
