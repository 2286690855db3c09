import type { Collection } from 'mongoose';
import { TestApp } from '../../../testing/test-app.js';
import { TransactionsService } from './transactions.service.js';

let app: TestApp;
let unitOfWork: TransactionsService;
let first: Collection;
let second: Collection;
beforeAll(async () => {
  app = await TestApp.start();
  unitOfWork = app.app.get(TransactionsService);
  first = app.connection.collection('firstRecords');
  second = app.connection.collection('secondRecords');
  await first.createIndex({ key: 1 }, { unique: true });
  await second.createIndex({ key: 1 }, { unique: true });
});
afterAll(() => app.stop());

describe.each([
  ['by one command', true],
  ['by one command for each collection, as servers before MongoDB 8 take them', false],
])('a transaction %s', (_, hasBulkWrite) => {
  beforeAll(async () => {
    Object.assign(unitOfWork, { hasBulkWrite });
    await Promise.all([first.deleteMany(), second.deleteMany()]);
  });

  it('writes what was deferred for several collections, in the order in which it was added', async () => {
    await unitOfWork.run((unit) => {
      unit.deferInsert(first, [{ key: 'a1' }]);
      unit.deferInsert(second, [{ key: 'a2' }, { key: 'a3' }]);
      unit.deferInsert(first, [{ key: 'a4' }]);
      return Promise.resolve();
    });
    const keysOf = async (collection: Collection) =>
      (await collection.find().sort({ _id: 1 }).toArray()).map(({ key }) => key);
    expect(await keysOf(first)).toEqual(['a1', 'a4']);
    expect(await keysOf(second)).toEqual(['a2', 'a3']);
  });

  it('writes nothing where one of the deferred inserts is refused, and tells why', async () => {
    await second.insertOne({ key: 'taken' });
    const refused = unitOfWork.run((unit) => {
      unit.deferInsert(first, [{ key: 'b1' }]);
      unit.deferInsert(second, [{ key: 'taken' }]);
      return Promise.resolve();
    });
    await expect(refused).rejects.toMatchObject({ code: 11000, message: expect.stringContaining('taken') });
    expect(await first.countDocuments({ key: 'b1' })).toBe(0);
  });

  it('upserts what was deferred, and passes a refused insert to its own handler', async () => {
    await second.insertOne({ key: 'held' });
    await unitOfWork.run((unit) => {
      unit.deferUpsert(first, 'once', { key: 'd1' });
      unit.deferInsert(second, [{ key: 'd2' }]);
      return Promise.resolve();
    });
    const refused = unitOfWork.run((unit) => {
      unit.deferUpsert(first, 'once', { key: 'd3' });
      unit.deferInsert(second, [{ key: 'd4' }]);
      unit.deferInsert(second, [{ key: 'held' }], (error) => {
        throw new Error('The key is taken', { cause: error });
      });
      return Promise.resolve();
    });
    await expect(refused).rejects.toMatchObject({ message: 'The key is taken', cause: { code: 11000 } });
    expect(await first.findOne({ _id: 'once' as never })).toMatchObject({ key: 'd1' });
    expect(await second.countDocuments({ key: 'd4' })).toBe(0);
  });

  it('runs again where another transaction is writing the same record', async () => {
    let attempts = 0;
    let repeat = () => {};
    const repeated = new Promise<void>((resolve) => (repeat = resolve));
    let wrote = () => {};
    const written = new Promise<void>((resolve) => (wrote = resolve));

    const earlier = unitOfWork.run(async ({ session }) => {
      await second.insertOne({ key: 'c' }, { session });
      wrote();
      await repeated;
    });
    await written;
    const later = unitOfWork.run((unit) => {
      if (++attempts === 2) repeat();
      unit.deferInsert(first, [{ key: 'c' }]);
      unit.deferInsert(second, [{ key: 'c' }]);
      return Promise.resolve();
    });
    await earlier;
    await expect(later).rejects.toMatchObject({ code: 11000 });
    expect(attempts).toBeGreaterThan(1);
    expect(await first.countDocuments({ key: 'c' })).toBe(0);
  });

  it('stores work that only inserts in few transactions, and tells each of the commit', async () => {
    const sessions = jest.spyOn(app.connection, 'withSession');
    const told: number[] = [];
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    const results = await Promise.all(
      numbers.map((number) =>
        unitOfWork.runShared((unit) => {
          unit.deferInsert(first, [{ key: `e${number}` }]);
          unit.deferInsert(second, [{ key: `e${number}` }]);
          unit.afterCommit(() => Promise.resolve(void told.push(number)));
          return Promise.resolve(number);
        }),
      ),
    );
    expect(sessions.mock.calls.length).toBeLessThan(5);
    sessions.mockRestore();
    expect(results).toEqual(numbers);
    expect(new Set(told)).toEqual(new Set(numbers));
    for (const collection of [first, second])
      expect(await collection.countDocuments({ key: /^e/ })).toBe(numbers.length);
  });

  it('refuses one work of a shared transaction, and stores the others', async () => {
    await second.insertOne({ key: 'owned' });
    const keys = ['f1', 'owned', 'f2'];
    const settled = await Promise.allSettled(
      keys.map((key) =>
        unitOfWork.runShared((unit) => {
          unit.deferInsert(first, [{ key }]);
          unit.deferInsert(second, [{ key }]);
          return Promise.resolve(key);
        }),
      ),
    );
    expect(settled).toEqual([
      { status: 'fulfilled', value: 'f1' },
      { status: 'rejected', reason: expect.objectContaining({ code: 11000 }) },
      { status: 'fulfilled', value: 'f2' },
    ]);
    expect(await first.distinct('key', { key: { $in: keys } })).toEqual(['f1', 'f2']);
  });

  it('gives work that reads in its transaction one of its own', async () => {
    const wasShared: boolean[] = [];
    await unitOfWork.runShared(async (unit) => {
      wasShared.push(unit.isShared);
      unit.deferInsert(first, [{ key: 'g' }]);
      await second.findOne({ key: 'g' }, { session: unit.session });
    });
    expect(wasShared).toEqual([true, false]);
    expect(await first.countDocuments({ key: 'g' })).toBe(1);
  });
});
