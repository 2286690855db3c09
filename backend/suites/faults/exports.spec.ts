import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { exportCursor } from '../../src/platform/exports/export-file.js';
import { TestApp } from '../../src/testing/test-app.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';
import { FaultProxy } from './fault-proxy.js';
import { waitFor } from '../../src/testing/wait-for.js';

const rows = 20_000;

describe('an export', () => {
  let proxy: FaultProxy;
  let app: TestApp;
  let port: number;
  beforeAll(async () => {
    proxy = await FaultProxy.start(
      uriForDatabase(process.env.MONGODB_URI ?? '', `faults_${randomUUID().slice(0, 8)}`),
    );
    app = await TestApp.start({}, proxy.uri);
    await app.app.listen(0, '127.0.0.1');
    ({ port } = app.app.getHttpServer().address() as { port: number });
    // Random addresses cannot be compressed: a workbook, too, comes in many chunks, and exceeds the socket buffers,
    // which hold some 4 MB of an unread response.
    const customers = Array.from({ length: rows }, (_, number) => ({
      fullName: `Customer ${number}`,
      nameKey: `customer ${number}`,
      email: `${number}@example.com`,
      emailKey: `${number}@example.com`,
      country: 'other',
      address: randomBytes(600).toString('hex'),
      hasPayment: false,
      createdAt: new Date(number),
      updatedAt: new Date(number),
      version: 0,
    }));
    for (let done = 0; done < customers.length; done += 1000)
      await app.connection.collection('customers').insertMany(customers.slice(done, done + 1000));
  });
  const asked: http.IncomingMessage[] = [];
  afterEach(() => {
    // A response that a failed test left half read would keep the server from stopping.
    for (const response of asked.splice(0)) response.destroy();
    proxy.heal();
  });
  afterAll(async () => {
    await app.stop();
    await proxy.close();
  });

  const get = (format: string) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      const path = `/api/customers/export?format=${format}`;
      const headers = { Authorization: `Bearer ${app.token}` };
      http.get({ port, path, headers, agent: false }, resolve).on('error', reject);
    }).then((response) => {
      asked.push(response);
      return response;
    });

  it.each(['csv', 'excel'])('of %s closes its cursor when the client disconnects', async (format) => {
    const from = proxy.heard.length;
    const response = await get(format);
    await new Promise((resolve) => response.once('data', resolve));
    // The response is larger than all buffers between the database and the client, so it cannot be complete.
    expect(response.complete).toBe(false);
    response.destroy();
    await waitFor(() => proxy.heard.indexOf('killCursors', from) > 0);
    await app.visitor.get('/api/health').expect(200);
  });

  it.each(['csv', 'excel'])(
    'of %s that is read slowly is read from the database as slowly @long',
    async (format) => {
      const from = proxy.heard.length;
      const response = await get(format);
      await new Promise((resolve) => response.once('readable', resolve));
      const batches = () => proxy.heard.slice(from).split('getMore').length - 1;
      let seen = -1;
      // The server reads as many batches as fit into the buffers, and then no more.
      await waitFor(() => {
        const now = batches();
        const same = now === seen;
        seen = now;
        return same && now > 0;
      });
      expect(seen * exportCursor.batchSize).toBeLessThan(rows);
      let bytes = 0;
      for await (const chunk of response) bytes += (chunk as Buffer).length;
      expect(response.complete).toBe(true);
      expect(bytes).toBeGreaterThan(100_000);
    },
  );

  it.each(['csv', 'excel'])(
    'of %s whose database goes away on the way breaks off, and looks like no whole file',
    async (format) => {
      const response = await get(format);
      const brokenOff = once(response, 'error');
      await once(response, 'readable');
      proxy.away();
      response.resume();
      expect(await brokenOff).toMatchObject([{ code: 'ECONNRESET' }]);
      expect(response.complete).toBe(false);
      proxy.heal();
      await waitFor(async () => (await app.visitor.get('/api/health')).status === 200);
    },
    60_000,
  );
});
