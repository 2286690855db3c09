import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '../../src/testing/wait-for.js';
import { TestApp } from '../../src/testing/test-app.js';

it('a body that arrives after the account was disabled is refused, and changes nothing', async () => {
  const app = await TestApp.start();
  await app.app.listen(0, '127.0.0.1');
  const { port } = app.app.getHttpServer().address() as AddressInfo;
  let isGuarded = false;
  app.app
    .getHttpAdapter()
    .getInstance()
    .server.prependListener('request', () => (isGuarded = true));
  const call = request({
    port,
    method: 'POST',
    path: '/api/interac-notices',
    headers: { authorization: `Bearer ${app.token}`, 'content-type': 'message/rfc822', 'content-length': 21 },
  });
  call.write('Subject: a');
  await waitFor(() => isGuarded);
  // The guards have let it in once the server reads the body.
  await app.admin.get('/api/auth/verify').expect(200);
  await app.connection.collection('users').updateMany({}, { $set: { disabled: true } });
  const answered = once(call, 'response') as Promise<[{ statusCode: number }]>;
  call.end('\n\nlate text');
  const [{ statusCode }] = await answered;
  expect(statusCode).toBe(401);
  expect(await app.connection.collection('interacnotices').countDocuments({})).toBe(0);
  await app.stop();
});
