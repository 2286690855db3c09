import { getMaxListeners } from 'node:events';
import { stoppedWithCall } from '../../platform/database/stopped-reads.js';
import { CustomersService } from '../../customers/customers.service.js';
import { aCheckout } from '../../testing/builders.js';
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

  it('is read twice at once for an account, the next one once there is a place, and a checkout at once', async () => {
    const first = [search(), search(), search()];
    await waitFor(() => reads.length === 2);
    const other = { username: 'bea', email: 'bea@example.com', password: app.adminPassword };
    await app.app.get(UsersService).add({ ...other, role: 'manager' });
    const { body } = await app.visitor.post('/api/auth/login').send(other).expect(200);
    const others = search(body.token as string);
    await waitFor(() => reads.length === 3);
    await app.visitor.post('/api/payments/checkout').send(aCheckout()).expect(201);
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

  it('has several reads at once that end with it, without an error in the log', async () => {
    const { answer } = search();
    await waitFor(() => reads.length === 1);
    expect(getMaxListeners(reads[0]!.signal!)).toBe(100);
    reads[0]!.end();
    expect(await answer).toBe(200);
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

describe('a list', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ RATE_LIMIT_COSTLY: '1' });
  });
  afterAll(() => app.stop());

  /** Asks twice: the second costly call of a minute is refused. */
  const ask = async (list: string): Promise<number> => {
    await app.admin.get(`/api/${list}`);
    return (await app.admin.get(`/api/${list}`)).status;
  };

  it.each([
    ['text anywhere in a field', 'mails?filter[search]=a'],
    ['text anywhere beside the beginning of a word', 'customers?filter[name]=ann b'],
    ['a short piece of references', 'payments?filter[referenceNumber]=CRTS'],
    ['a field without an index', 'customers?filter[state]=ny'],
    ['the absence of a field', 'mails?filter[dismissed]=false'],
    ['a field that an index has after one that is not asked for', 'audit?filter[resourceId]=a'],
    ['fields of two indexes', 'payments?filter[currency]=CAD&filter[country]=usa'],
    ['an indexed field in another order', 'payments?filter[currency]=USD&sort=amount'],
    ['several values in another order', 'payments?filter[status]=settled'],
    ['a field of which no figure has the count by status', 'payments?filter[language]=en'],
    ['a list of days', 'payments?filter[bookedOn][gte]=2026-01-01'],
    ['conditions of its own', 'reports/overdue'],
    ['all its records', 'payments/matching'],
    ['a late page', 'payments?page=1001&limit=10'],
  ])('counts as costly by %s', async (_, list) => {
    expect(await ask(list)).toBe(429);
  });

  it.each([
    ['an order', 'customers?sort=email&limit=100'],
    ['ids', 'customers?filter[id]=6553f100a1b2c3d4e5f60718'],
    ['an indexed field', 'payments?filter[status]=paid&limit=100'],
    ['several values in their order', 'payments?filter[status]=settled&sort=status'],
    ['fields in the order of an index', 'audit?filter[resource]=payments&filter[resourceId]=a'],
    ['a range of the field that orders', 'payments?filter[country]=usa&filter[createdAt][gte]=2026-01-01'],
    ['a range of days', 'bank-transactions?filter[state]=matched&filter[day][lte]=2026-01-01'],
    ['a long piece of a reference', 'payments?filter[referenceNumber]=CRTS-OTN-a1b2c3d4e5'],
    ['a field that few records have, and others', 'payments?filter[disputed]=true&filter[language]=en'],
  ])('does not count as costly by %s', async (_, list) => {
    expect(await ask(list)).toBe(200);
  });
});
