import type { Sliced } from '../../values/slices.js';
import { GroupCommit, type Committed } from './group-commit.js';

/** A file whose flushes end when the test says so. */
class ManualFile implements Committed {
  path = '/data/database.mdb';
  /** Values that are written, committed, and durable. */
  written: string[] = [];
  committed: string[] = [];
  durable: string[] = [];
  flushes: { end: () => void; fail: (error: Error) => void }[] = [];
  /** Errors of the next transactions when they are committed. */
  faults: Error[] = [];
  private count = 0;

  write(value: string): void {
    this.count++;
    this.written.push(value);
  }

  transaction(work: () => void): void {
    this.written = [];
    work();
    this.commit();
  }

  private commit(): void {
    const fault = this.faults.shift();
    if (fault) throw fault;
  }

  async slicedTransaction(work: Sliced<void>): Promise<void> {
    this.written = [];
    while (!work.next().done) await new Promise((resolve) => setImmediate(resolve));
    this.commit();
  }

  over(isKept: boolean): void {
    if (isKept) this.committed.push(...this.written);
  }

  async flush(): Promise<void> {
    const flushed = [...this.committed];
    await new Promise<void>((end, fail) => this.flushes.push({ end, fail }));
    this.durable = flushed;
  }

  changes = () => this.count;
  save = () => undefined;
  makeRoom = () => undefined;
}

const turns = async (count = 5) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

function start() {
  const file = new ManualFile();
  const commits = new GroupCommit(file);
  const answers: string[] = [];
  const add = (name: string, work = () => file.write(name)) =>
    commits.add(work).then(
      () => answers.push(name),
      (error: Error) => answers.push(`${name}: ${error.message}`),
    );
  return { file, commits, answers, add };
}

it('runs the next group while one is being flushed, and answers each when it is durable itself', async () => {
  const { file, commits, answers, add } = start();
  void add('a');
  await turns();
  void add('b');
  await turns();
  expect([file.committed, file.flushes.length, answers]).toEqual([['a', 'b'], 1, []]);
  expect(commits.isIdle).toBe(false);
  file.flushes[0]!.end();
  await turns();
  expect([file.durable, file.flushes.length, answers]).toEqual([['a'], 2, ['a']]);
  file.flushes[1]!.end();
  await turns();
  expect([file.durable, answers, commits.isIdle]).toEqual([['a', 'b'], ['a', 'b'], true]);
});

it('runs one group ahead of the flush, and flushes it together with the writes that came after it', async () => {
  const { file, answers, add } = start();
  for (const name of ['a', 'b', 'c', 'd']) {
    void add(name);
    await turns();
  }
  expect(file.committed).toEqual(['a', 'b']);
  file.flushes[0]!.end();
  await turns();
  expect([file.committed, answers]).toEqual([['a', 'b', 'c', 'd'], ['a']]);
  file.flushes[1]!.end();
  await turns();
  expect([file.flushes.length, answers]).toEqual([2, ['a', 'b', 'c', 'd']]);
});

it('waits during the flush of many writers until half as many can share a transaction', async () => {
  const { file, add } = start();
  for (const name of ['a', 'b', 'c', 'd']) void add(name);
  await turns();
  void add('e');
  await turns();
  expect(file.committed).toEqual(['a', 'b', 'c', 'd']);
  void add('f');
  await turns();
  expect(file.committed).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

it('runs a single write after the flush of many writers, when no other one joins it', async () => {
  const { file, answers, add } = start();
  for (const name of ['a', 'b', 'c']) void add(name);
  await turns();
  void add('d');
  await turns();
  file.flushes[0]!.end();
  await turns();
  expect([file.committed, answers]).toEqual([
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'c'],
  ]);
});

it('fails the groups that build on one whose flush fails before the thread ends, and acknowledges none', async () => {
  const { file, commits, answers, add } = start();
  const works = [add('a')];
  await turns();
  works.push(add('b'));
  await turns();
  const settled = commits.settled().catch((error: Error) => error.message);
  // The error that ends the thread.
  const { setImmediate } = globalThis;
  const ends: (() => void)[] = [];
  globalThis.setImmediate = ((end: () => void) => ends.push(end)) as never;
  file.flushes[0]!.fail(new Error('EIO'));
  await Promise.all(works);
  globalThis.setImmediate = setImmediate;
  const failure = 'the disk failed (EIO): the next start tells whether this write was kept';
  expect(answers).toEqual([`a: ${failure}`, `b: ${failure}`]);
  expect([await settled, file.flushes.length]).toEqual([failure, 1]);
  expect(ends[0]).toThrow(failure);
});

it('tells a majority reader that all is durable only after the group that ran ahead is, too', async () => {
  const { file, commits, add } = start();
  void add('a');
  await turns();
  void add('b');
  await turns();
  let isSettled = false;
  void commits.settled().then(() => (isSettled = true));
  file.flushes[0]!.end();
  await turns();
  expect(isSettled).toBe(false);
  file.flushes[1]!.end();
  await turns();
  expect(isSettled).toBe(true);
});

it('answers a write that failed half-way with its error after the flush before it, and keeps the others', async () => {
  const { file, answers, add } = start();
  void add('a');
  await turns();
  void add('b', () => {
    file.write('b');
    throw new Error('half-way');
  });
  void add('c');
  await turns();
  expect([file.committed, answers]).toEqual([['a'], []]);
  file.flushes[0]!.end();
  await turns();
  expect(answers[0]).toBe('a');
  file.flushes[1]!.end();
  await turns();
  expect([file.durable, answers]).toEqual([
    ['a', 'c'],
    ['a', 'b: half-way', 'c'],
  ]);
});

/** Keeps the lines for the operator out of the test's output. */
const linesForOperator = () => jest.spyOn(console, 'error').mockImplementation();

/** The error of LMDB where its list of free pages is read wrongly: BAD_VALSIZE. */
const freeListFault = () => Object.assign(new Error('MDB_BAD_VALSIZE'), { code: -30781 });

it('makes a transaction again, once, that LMDB could not make', async () => {
  const { file, commits, answers, add } = start();
  const lines = linesForOperator();
  file.faults = [freeListFault()];
  void add('a');
  void add('b');
  await turns();
  file.flushes.shift()!.end();
  await turns();
  expect([file.durable, answers]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
  file.faults = [freeListFault(), freeListFault()];
  void add('c');
  await turns();
  file.flushes.shift()!.end();
  await turns();
  expect([file.committed, answers.at(-1)]).toEqual([['a', 'b'], 'c: MDB_BAD_VALSIZE']);
  file.faults = [freeListFault()];
  let runs = 0;
  const long = commits.addLong(function* () {
    yield null;
    file.write('d');
    runs++;
  });
  await turns(10);
  file.flushes.shift()!.end();
  await long;
  expect([file.durable, runs]).toEqual([['a', 'b', 'd'], 2]);
  expect(lines).toHaveBeenCalledTimes(3);
});

it('makes a write again that LMDB could not make half-way, beside the others of its group', async () => {
  const { file, answers, add } = start();
  linesForOperator();
  let runs = 0;
  void add('a');
  void add('b', () => {
    file.write('b');
    if (++runs === 1) throw freeListFault();
  });
  await turns();
  file.flushes[0]!.end();
  await turns();
  expect([file.durable, answers]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

it('does not make a transaction again that found the disk full', async () => {
  const { file, answers, add } = start();
  file.faults = [Object.assign(new Error('MDB_MAP_FULL'), { code: -30792 })];
  void add('a');
  await turns();
  file.flushes[0]!.end();
  await turns();
  expect(answers).toEqual([expect.stringContaining('the disk is full')]);
});

it('flushes and answers what was committed before long work, while that runs', async () => {
  const { file, commits, answers, add } = start();
  void add('a');
  await turns();
  void add('b');
  await turns();
  let isOver = false;
  void commits
    .addLong(function* () {
      while (!isOver) yield null;
    })
    .then(() => answers.push('long'));
  file.flushes[0]!.end();
  await turns();
  expect([file.flushes.length, answers]).toEqual([2, ['a']]);
  file.flushes[1]!.end();
  await turns();
  expect([file.durable, answers]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
  isOver = true;
  await turns();
  file.flushes[2]!.end();
  await turns();
  expect(answers).toEqual(['a', 'b', 'long']);
});
