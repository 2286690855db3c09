import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { aCheckout } from '../../src/testing/builders.js';
import { TestApp } from '../../src/testing/test-app.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';
import { PaymentQueries } from '../../src/payments/lists/payment-queries.js';
import { FaultProxy } from './fault-proxy.js';
import { waitFor } from '../../src/testing/wait-for.js';

const requestsAtOnce = 30;

describe('a slow database', () => {
  let proxy: FaultProxy;
  let app: TestApp;
  let url: string;
  beforeAll(async () => {
    const name = `faults_${randomUUID().slice(0, 8)}`;
    proxy = await FaultProxy.start(uriForDatabase(process.env.MONGODB_URI ?? '', name), 15_000);
    app = await TestApp.start({}, proxy.uri, { limits: { maxConcurrentRequests: requestsAtOnce } });
    await app.app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(app.app.getHttpServer().address() as { port: number }).port}`;
  });
  afterAll(async () => {
    await app.stop();
    await proxy.close();
  });

  it('piles up no more requests than the server can hold', async () => {
    proxy.freeze();
    const agent = new http.Agent();
    const headers = { Authorization: `Bearer ${app.token}` };
    for (let call = 0; call < requestsAtOnce; call++)
      http.get(`${url}/api/customers`, { agent, headers }).on('error', () => undefined);
    let refused: Response | undefined;
    await waitFor(async () => {
      const signal = AbortSignal.timeout(1000);
      refused = await fetch(`${url}/api/payments`, { headers, signal }).catch(() => undefined);
      return refused?.status === 503 && (await refused.clone().text()).includes('busy');
    });
    expect(refused?.headers.get('retry-after')).toBe('5');
    expect(await refused?.json()).toEqual({
      statusCode: 503,
      message: 'The service is busy. Please try again.',
    });
    await app.visitor.get('/api/health/live').expect(200);
    agent.destroy();

    proxy.heal();
    await waitFor(async () => (await app.visitor.get('/api/health')).status === 200);
    await app.visitor.post('/api/payments/checkout').send(aCheckout()).expect(201);
  });
});

describe('a response timeout', () => {
  let proxy: FaultProxy;
  let app: TestApp;
  beforeAll(async () => {
    const name = `faults_${randomUUID().slice(0, 8)}`;
    // Calls of the database fail after four seconds: long after the response timeout.
    proxy = await FaultProxy.start(uriForDatabase(process.env.MONGODB_URI ?? '', name), 4000);
    app = await TestApp.start({}, proxy.uri, { limits: { responseTimeoutMs: 1500 } });
  });
  afterAll(async () => {
    await app.stop();
    await proxy.close();
  });

  it('ends other calls early and waits for those of a bank’s file and for the undo of a batch', async () => {
    const id = 'a'.repeat(24);
    const calls = [
      app.admin.get('/api/customers'),
      app.admin.get(`/api/statements/${id}`),
      app.admin.post(`/api/statements/${id}/import`),
      app.admin.put(`/api/statements/${id}/mapping`).send({}),
      app.admin
        .post(`/api/bank-accounts/${id}/statements`)
        .set('Content-Type', 'application/octet-stream')
        .send(Buffer.from('x')),
      app.admin.post('/api/payments/status/undo').send({ batch: id }),
    ];
    proxy.freeze();
    const answers = await Promise.all(calls);
    proxy.heal();
    const tookTooLong = 'The service took too long. Please try again.';
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503]);
    expect(answers.map(({ body }) => body.message === tookTooLong)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    await waitFor(async () => (await app.visitor.get('/api/health')).status === 200);
  });

  it('leaves the places of Excel exports to others where it ended an export before its first row', async () => {
    const prepared = jest.spyOn(PaymentQueries.prototype, 'export');
    proxy.delay(1000);
    const paths = Array.from({ length: 4 }, () => '/api/payments/export?format=excel');
    const answers = await Promise.all(paths.map((path) => app.admin.get(path)));
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    proxy.delay(0);
    await waitFor(() => prepared.mock.results.length === paths.length);
    await Promise.all(prepared.mock.results.map(({ value }) => value as Promise<unknown>));
    prepared.mockRestore();
    await waitFor(async () => (await app.admin.get(paths[0]!).responseType('blob')).status === 200);
  });
});
