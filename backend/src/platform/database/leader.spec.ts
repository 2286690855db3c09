import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '../../testing/wait-for.js';
import { TestApp } from '../../testing/test-app.js';
import { Leader } from './leader.js';
import { LeaderTimer } from './leader-timer.js';

const times = { leaseMs: 1000, renewMs: 100 };

describe('the lease of the periodic work', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());
  /** Application for the lease by an instance of its own, where the running server has given it up. */
  let leaders: Leader[];
  const apply = async (ofLease = times) => {
    const leader = new Leader(app.connection, ofLease);
    leaders.push(leader);
    await leader.join();
    return leader;
  };
  beforeEach(async () => {
    leaders = [];
    await app.app.get(Leader).onModuleDestroy();
  });
  afterEach(() => Promise.all(leaders.map((leader) => leader.onModuleDestroy())));

  it('is one instance’s while it renews it', async () => {
    const [one, two] = [await apply(), await apply()];
    for (let look = 0; look < 15; look++) {
      expect([one.isLeading, two.isLeading]).toEqual([true, false]);
      await delay(times.renewMs);
    }
  });

  it('is the next instance’s when its owner stops, before its time is over', async () => {
    const long = { ...times, leaseMs: 20_000 };
    const [one, two] = [await apply(long), await apply(long)];
    const stopped = performance.now();
    await one.onModuleDestroy();
    expect(one.isLeading).toBe(false);
    await waitFor(() => two.isLeading);
    expect(performance.now() - stopped).toBeLessThan(long.leaseMs / 2);
  });

  it('is one instance’s where many apply at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => apply()));
    expect(all.filter(({ isLeading }) => isLeading)).toHaveLength(1);
  });

  it('ends by the clock of the database, where its owner was killed', async () => {
    const leases = app.connection.collection<{ _id: string; owner: string; until: Date }>('leases');
    const left = (ms: number) => ({ owner: 'killed', until: new Date(Date.now() + ms) });
    await leases.replaceOne({ _id: 'timers' }, left(500), { upsert: true });
    const next = await apply();
    expect(next.isLeading).toBe(false);
    await waitFor(() => next.isLeading);
    expect(await leases.findOne({ _id: 'timers' })).toMatchObject({
      owner: expect.not.stringMatching('killed'),
    });
  });

  it('lets an instance lead no longer that could not renew it', async () => {
    const one = await apply();
    const renewal = jest.spyOn(app.connection, 'collection').mockImplementation(() => {
      throw new Error('The database is away');
    });
    expect(one.isLeading).toBe(true);
    await waitFor(() => !one.isLeading);
    renewal.mockRestore();
    await waitFor(() => one.isLeading);
  });

  it('has periodic work done by the leader alone, and by the next one after it', async () => {
    const [one, two] = [await apply(), await apply()];
    const done: string[] = [];
    const timers = [one, two].map(
      (leader, index) =>
        new LeaderTimer(
          leader,
          20,
          async () => {
            done.push(['one', 'two'][index]!);
            if (done.length === 3) throw new Error('This run fails');
          },
          ({ message }) => done.push(message),
        ),
    );
    for (const timer of timers) timer.start();
    await waitFor(() => done.length > 6);
    expect(new Set(done)).toEqual(new Set(['one', 'This run fails']));
    await one.onModuleDestroy();
    await waitFor(() => done.includes('two'));
    await Promise.all(timers.map((timer) => timer.stop()));
    expect(done.lastIndexOf('one')).toBeLessThan(done.indexOf('two'));
  });

  it('is looked for at its pace where periodic work was woken as its instance lost it', async () => {
    let [leads, looks] = [true, 0];
    const leader = {
      join: () => Promise.resolve(),
      get isLeading() {
        looks += 1;
        return leads;
      },
    } as Leader;
    const work = () => {
      timer.wake();
      leads = false;
      return Promise.resolve();
    };
    const timer = new LeaderTimer(leader, 10_000, work, () => undefined);
    jest.useFakeTimers();
    try {
      timer.start();
      await jest.advanceTimersByTimeAsync(500);
      await timer.stop();
    } finally {
      jest.useRealTimers();
    }
    expect(leads).toBe(false);
    expect(looks).toBeLessThan(6);
  });
});
