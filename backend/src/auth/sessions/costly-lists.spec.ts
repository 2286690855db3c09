import { stoppedWithCall } from '../../platform/database/stopped-reads.js';
import { CustomersService } from '../../customers/customers.service.js';
import { TestApp } from '../../testing/test-app.js';
import { waitFor } from '../../testing/wait-for.js';
import { UsersService } from '../users/users.service.js';

describe('a list that reads very many records', () => {
  let app: TestApp;
  /** The lists that are being read, in their order: their signals, and the ends of their reading. */
  let reads: { signal: AbortSignal | undefined; end: () => void }[] = [];
  beforeEach(async () => {
    app = await TestApp.start({ RATE_LIMIT_COSTLY: '30' });
    reads = [];
    const answer = { customers: [], pagination: { page: 1, limit: 10, total: 0, pages: 0 } };
    jest.spyOn(CustomersService.prototype, 'list').mockImplementation(
      () =>
        new Promise((resolve) => {
          const { signal } = stoppedWithCall() as { signal?: AbortSignal };
          reads.push({ signal, end: () => resolve(answer) });
        }),
    );
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await app.stop();
  });

  const search = (token = app.token) => {
    const call = app.visitor.get('/api/customers?filter[search]=a').auth(token, { type: 'bearer' });
    return {
      call,
      answer: call.then(
        ({ status }) => status,
        () => undefined,
      ),
    };
  };

  it('is read twice at once for an account, and the next one once there is a place', async () => {
    const first = [search(), search(), search()];
    await waitFor(() => reads.length === 2);
    const other = { username: 'bea', email: 'bea@example.com', password: app.adminPassword };
    await app.app.get(UsersService).add({ ...other, role: 'manager' });
    const { body } = await app.visitor.post('/api/auth/login').send(other).expect(200);
    const others = search(body.token as string);
    await waitFor(() => reads.length === 3);
    reads[0]!.end();
    await waitFor(() => reads.length === 4);
    for (const { end } of reads) end();
    expect(await Promise.all([...first, others].map(({ answer }) => answer))).toEqual([200, 200, 200, 200]);
  });

  it('is refused where many wait, and counts as a costly call', async () => {
    const calls = Array.from({ length: 24 }, () => search());
    const statuses = calls.map(({ answer }) => answer);
    const refused: number[] = [];
    for (const status of statuses) void status.then((one) => one === 429 && refused.push(one));
    // All have arrived before any of them ends.
    await waitFor(() => refused.length === 2);
    while (reads.length < 22) {
      for (const { end } of reads) end();
      await new Promise(setImmediate);
    }
    for (const { end } of reads) end();
    expect((await Promise.all(statuses)).filter((status) => status === 429)).toHaveLength(2);
    const late = Array.from({ length: 10 }, () => search());
    await waitFor(() => reads.length === 24);
    expect(await Promise.race(late.map(({ answer }) => answer))).toBe(429);
    while (reads.length < 28) {
      for (const { end } of reads) end();
      await new Promise(setImmediate);
    }
    for (const { end } of reads) end();
  });

  it('is stopped where its client leaves, and begins no more where that one waited', async () => {
    const [first, second, third] = [search(), search(), search()];
    await waitFor(() => reads.length === 2);
    third.call.abort();
    first.call.abort();
    await waitFor(() => reads[0]!.signal?.aborted === true);
    expect(reads[1]!.signal?.aborted).toBe(false);
    reads[0]!.end();
    const next = search();
    await waitFor(() => reads.length === 3);
    for (const { end } of reads) end();
    expect(await Promise.all([second.answer, next.answer])).toEqual([200, 200]);
  });
});
