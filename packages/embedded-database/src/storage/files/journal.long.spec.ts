import fs from 'node:fs';
import path from 'node:path';
import { open } from 'lmdb';
import { MongoClient } from 'mongodb';
import { crc32 } from 'node:zlib';
import { decode, encode } from '../../values/bson.js';
import { preparePowerCut } from '../../testing/power-cut.js';
import {
  runTool,
  startError,
  startServer,
  Templates,
  temporaryFolder,
  type Row,
  type TestServer,
} from '../../testing/server.js';

let dataDir: string;
beforeEach(() => (dataDir = temporaryFolder()));
afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }));

const templates = new Templates();
afterAll(() => templates.remove());

const fileOf = () => path.join(dataDir, 'database.mdb');
const journalOf = () => `${fileOf()}-journal`;
const rows = (server: TestServer) => server.client.db('test').collection<Row>('c');

/** Ends a server on a folder by a power cut, so that only the journal has the documents that it stored. */
async function cutOff(count: number): Promise<void> {
  const server = await startServer(dataDir);
  const cut = preparePowerCut(server);
  for (let n = 0; n < count; n++) await rows(server).insertOne({ _id: n, text: `document ${n}` });
  await cut(server);
}

/** Makes a folder whose data file has lost its five documents in a power cut. */
const makeCutOff = (): Promise<void> => templates.fill(dataDir, 'cut off', () => cutOff(5));

async function idsAfterStart(): Promise<unknown[]> {
  const server = await startServer(dataDir);
  const found = await rows(server).find().sort({ _id: 1 }).toArray();
  expect(await server.client.db('test').command({ validate: 'c' })).toMatchObject({ valid: true });
  await server.kill();
  return found.map(({ _id }) => _id);
}

/** Changes some bytes of the journal. */
function spoil(change: (bytes: Buffer) => void): void {
  const bytes = fs.readFileSync(journalOf());
  change(bytes);
  fs.writeFileSync(journalOf(), bytes);
}

it('brings back what a power cut has kept from the data file, and once more after the next', async () => {
  await makeCutOff();
  expect(await idsAfterStart()).toEqual([0, 1, 2, 3, 4]);
  const server = await startServer(dataDir);
  const cut = preparePowerCut(server);
  await rows(server).deleteOne({ _id: 0 });
  await rows(server).updateOne({ _id: 1 }, { $set: { text: 'new' } });
  await cut(server);
  expect(await idsAfterStart()).toEqual([1, 2, 3, 4]);
});

it('forgets the last entry where it was not written to its end', async () => {
  await makeCutOff();
  spoil((bytes) => bytes.fill(0, bytes.lastIndexOf('document 4'), bytes.lastIndexOf('document 4') + 4));
  expect(await idsAfterStart()).toEqual([0, 1, 2, 3]);
});

it.each([
  [
    'an entry before others',
    (bytes: Buffer) => bytes.write('D', bytes.lastIndexOf('document 2')),
    /an entry has changed/,
  ],
  ['all of its headers', (bytes: Buffer) => bytes.fill(1, 0, 2 * 12_288), /its headers are gone/],
])('refuses a journal where %s is damaged, and changes nothing', async (_name, damage, message) => {
  await makeCutOff();
  spoil(damage);
  const before = fs.readFileSync(fileOf());
  const error = await startError(dataDir);
  expect(error).toMatch(message);
  expect(error).toMatch(/: nothing was changed; restore a backup\.$/);
  expect(fs.readFileSync(fileOf()).equals(before)).toBe(true);
});

it('refuses a journal that builds upon another database', async () => {
  await makeCutOff();
  await idsAfterStart();
  await cutOff(0);
  const journal = fs.readFileSync(journalOf());
  fs.rmSync(fileOf());
  fs.rmSync(journalOf());
  const younger = await startServer(dataDir);
  await younger.kill();
  fs.writeFileSync(journalOf(), journal);
  expect(await startError(dataDir)).toMatch(
    /is not of the database .*: nothing was changed; restore a backup\.$/,
  );
});

it('replays the journal after a killed process too, when the data file has lost its writes', async () => {
  const server = await startServer(dataDir);
  const flushed = fs.readFileSync(fileOf());
  await rows(server).insertMany([{ _id: 1 }, { _id: 2 }]);
  await server.kill();
  fs.writeFileSync(fileOf(), flushed);
  expect(await idsAfterStart()).toEqual([1, 2]);
});

it('needs no journal after an orderly end', async () => {
  const server = await startServer(dataDir);
  await rows(server).insertMany([{ _id: 1 }, { _id: 2 }]);
  await server.client.close();
  server.process.kill('SIGTERM');
  await new Promise((resolve) => server.process.once('exit', resolve));
  spoil((bytes) => bytes.fill(0, 2 * 12_288));
  expect(await idsAfterStart()).toEqual([1, 2]);
});

it('refuses a journal whose data file is gone', async () => {
  await makeCutOff();
  fs.rmSync(fileOf());
  expect(await startError(dataDir)).toMatch(/is gone, its journal is there: nothing was changed/);
});

describe('a folder of a newer format', () => {
  /** All files of the folder, by their names. */
  const contents = () =>
    Object.fromEntries(
      fs
        .readdirSync(dataDir)
        // Without the files of the process that has it open.
        .filter((name) => !/lock|sock/.test(name))
        .map((name) => [name, fs.readFileSync(path.join(dataDir, name)).toString('base64')]),
    );
  const writeFormat = async (version: number) => {
    const root = open({
      path: fileOf(),
      noSubdir: true,
      maxDbs: 8,
      encoding: 'binary',
      overlappingSync: false,
    });
    const meta = root.openDB<Buffer, string>({ name: 'meta', encoding: 'binary' });
    await meta.put('format', encode({ version }));
    await root.close();
  };

  it('is left byte for byte, when it was closed in order', async () => {
    const server = await startServer(dataDir);
    await rows(server).insertOne({ _id: 1 });
    await server.client.close();
    server.process.kill('SIGTERM');
    await new Promise((resolve) => server.process.once('exit', resolve));
    await writeFormat(99);
    const before = contents();
    expect(await startError(dataDir)).toMatch(/has format 99/);
    expect(contents()).toEqual(before);
  });

  it('is left byte for byte, when its journal is to be done again', async () => {
    await cutOff(3);
    spoil((bytes) => {
      for (const at of [0, 12_288]) {
        if (bytes.readUInt32LE(at) !== crc32(bytes.subarray(at + 4, at + 12_288))) continue;
        bytes.writeUInt32LE(2, at + 88);
        bytes.writeUInt32LE(crc32(bytes.subarray(at + 4, at + 12_288)), at);
      }
    });
    const before = contents();
    expect(await startError(dataDir)).toMatch(/-journal has format 2/);
    expect(contents()).toEqual(before);
  });
});

it('keeps writes that are larger than the journal', async () => {
  const server = await startServer(dataDir);
  await rows(server).insertOne({ _id: 0 });
  await server.client.withSession((session) =>
    session.withTransaction(async () => {
      for (const n of [1, 2, 3])
        await rows(server).insertOne({ _id: n, text: 'x'.repeat(2_000_000) }, { session });
    }),
  );
  await rows(server).insertOne({ _id: 4 });
  await server.kill();
  expect(await idsAfterStart()).toEqual([0, 1, 2, 3, 4]);
});

/** Starts the server on a disk of testing/; each kind delays, breaks or records the flushes of the one before it. */
const startOnDisk = (kinds: string[], env: NodeJS.ProcessEnv) => {
  const disks = kinds.map((kind) =>
    path.join(import.meta.dirname, `../../../dist/src/testing/${kind}-disk.js`),
  );
  return startServer(dataDir, {
    env: { NODE_OPTIONS: disks.map((disk) => `--import ${disk}`).join(' '), ...env },
  });
};

it('lets others read while a slow disk flushes', async () => {
  const server = await startOnDisk(['slow'], { SLOW_DISK_MS: '700' });
  // These writes show the server that the disk is slow.
  await rows(server).insertMany([{ _id: -1 }]);
  await rows(server).insertOne({ _id: 0 });
  const order: string[] = [];
  const write = rows(server)
    .insertOne({ _id: 1 })
    .then(() => order.push('written'));
  for (let n = 0; n < 5; n++) {
    await rows(server).findOne({ _id: 0 });
    order.push('read');
  }
  await write;
  expect(order).toEqual([...Array<string>(5).fill('read'), 'written']);
  await server.stop();
});

it('shows a majority read what a slow disk has not flushed yet only once it is flushed', async () => {
  const server = await startOnDisk(['slow'], { SLOW_DISK_MS: '700' });
  await rows(server).insertMany([{ _id: -1 }]);
  await rows(server).insertOne({ _id: 0 });
  const order: string[] = [];
  const write = rows(server)
    .insertOne({ _id: 1 })
    .then(() => order.push('written'));
  const read = async (level: 'local' | 'majority') => {
    while (!(await rows(server).findOne({ _id: 1 }, { readConcern: { level } })));
    order.push(level);
  };
  await Promise.all([write, read('local'), read('majority')]);
  expect(order[0]).toBe('local');
  expect(order.slice(1).sort()).toEqual(['majority', 'written']);
  await server.stop();
});

describe('a write that runs while the flush of an earlier one is held up', () => {
  const held = () => path.join(dataDir, 'held');
  const folder = () => path.join(dataDir, 'durable');
  const broken = () => path.join(dataDir, 'broken');

  async function start(kinds: string[]): Promise<TestServer> {
    fs.mkdirSync(folder());
    const server = await startOnDisk(kinds, {
      SLOW_DISK_MS: '2',
      HELD_DISK: held(),
      DURABLE_FOLDER: folder(),
      BROKEN_DISK: broken(),
    });
    // These writes show the server that the disk is slow.
    await rows(server).insertMany([{ _id: -1 }]);
    await rows(server).insertOne({ _id: 0 });
    return server;
  }

  /** Makes two writes during one flush, each once the earlier one can be read; returns their outcomes. */
  async function writeTwo(server: TestServer): Promise<{ answers: string[]; writes: Promise<unknown>[] }> {
    const answers: string[] = [];
    const note = (name: string, write: Promise<unknown>) =>
      write.then(
        () => answers.push(name),
        (error: Error) => answers.push(`${name}: ${error.message}`),
      );
    const written = async (_id: number) => {
      while (!(await rows(server).findOne({ _id })));
    };
    const first = note('first', rows(server).insertOne({ _id: 1 }));
    await written(1);
    const second = note('second', rows(server).insertMany([{ _id: 2 }, { _id: 3 }]));
    await written(3);
    return { answers, writes: [first, second] };
  }

  it('is answered after that one, and kept', async () => {
    const server = await start(['slow']);
    fs.writeFileSync(held(), '');
    const { answers, writes } = await writeTwo(server);
    expect(answers).toEqual([]);
    fs.rmSync(held());
    await Promise.all(writes);
    expect(answers).toEqual(['first', 'second']);
    await server.kill();
    expect(await idsAfterStart()).toEqual([-1, 0, 1, 2, 3]);
  });

  it('is lost whole in a power cut, without having been answered or shown to a majority read', async () => {
    const server = await start(['slow', 'recording']);
    fs.writeFileSync(held(), '');
    const { answers } = await writeTwo(server);
    let isShown = false;
    const read = rows(server)
      .findOne({ _id: 3 }, { readConcern: { level: 'majority' } })
      .then(
        () => (isShown = true),
        () => undefined,
      );
    await server.client.db('test').command({ ping: 1 });
    expect([answers, isShown]).toEqual([[], false]);
    await server.kill();
    await read;
    expect(isShown).toBe(false);
    for (const name of ['database.mdb', 'database.mdb-journal'])
      fs.copyFileSync(path.join(folder(), name), path.join(dataDir, name));
    expect(await idsAfterStart()).toEqual([-1, 0]);
  });

  it('fails with that one when the disk does not take the flush', async () => {
    const server = await start(['broken', 'slow']);
    const ended = new Promise((resolve) => server.process.once('exit', resolve));
    fs.writeFileSync(held(), '');
    fs.writeFileSync(broken(), fs.realpathSync(journalOf()));
    const { answers, writes } = await writeTwo(server);
    fs.rmSync(held());
    await Promise.all(writes);
    const failure = /^(first|second): the disk failed .*: the next start tells/;
    expect(answers).toEqual([expect.stringMatching(failure), expect.stringMatching(failure)]);
    expect(await ended).toBe(1);
    await server.client.close(true);
    fs.rmSync(broken());
    expect((await idsAfterStart()).slice(0, 2)).toEqual([-1, 0]);
  });

  it('ends the process also between the slices of a long commit', async () => {
    const server = await start(['broken', 'slow']);
    const ended = new Promise((resolve) => server.process.once('exit', resolve));
    const client = await new MongoClient(server.uri, { serverSelectionTimeoutMS: 200 }).connect();
    const session = client.startSession();
    session.startTransaction();
    const many = Array.from({ length: 20_000 }, (_, n) => ({ _id: n + 10 }));
    await client.db('test').collection<Row>('c').insertMany(many, { session });
    fs.writeFileSync(held(), '');
    fs.writeFileSync(broken(), fs.realpathSync(journalOf()));
    const write = rows(server).insertOne({ _id: 1 });
    while (!(await rows(server).findOne({ _id: 1 })));
    const commit = session.commitTransaction().then(
      () => 'committed',
      () => 'failed',
    );
    await server.main.command({ ping: 1 });
    fs.rmSync(held());
    await expect(write).rejects.toThrow(/the disk failed .*: the next start tells/);
    expect(await ended).toBe(1);
    expect(await commit).toBe('failed');
    await Promise.all([client.close(true), server.client.close(true)]);
    fs.rmSync(broken());
    expect((await idsAfterStart()).filter((id) => Number(id) >= 10)).toEqual([]);
  });
});

describe('a disk that does not take a flush', () => {
  const mark = () => path.join(dataDir, 'broken');
  const startOnIt = () => startOnDisk(['broken'], { BROKEN_DISK: mark() });
  const exitCode = ({ process: child }: TestServer) =>
    new Promise<number | null>((resolve) => child.once('exit', resolve));

  /** Lets the flushes of a file fail during a write; expects that the server ends without acknowledging it. */
  async function failAt(file: string, server: TestServer, write: () => Promise<unknown>): Promise<void> {
    const ended = exitCode(server);
    fs.writeFileSync(mark(), fs.realpathSync(file));
    await expect(write()).rejects.toThrow(/the disk failed .*: the next start tells/);
    expect(await ended).toBe(1);
    await server.client.close(true);
    fs.rmSync(mark());
  }

  it('of the journal ends the server, and all that was acknowledged is there at the next start', async () => {
    const server = await startOnIt();
    await rows(server).insertMany([{ _id: 0 }, { _id: 1 }]);
    await failAt(journalOf(), server, () => rows(server).insertOne({ _id: 2 }));
    // The unacknowledged write may have been stored all the same.
    expect((await idsAfterStart()).slice(0, 2)).toEqual([0, 1]);
  });

  it('of the data file ends the server, and the next start goes by the journal', async () => {
    const server = await startOnIt();
    const flushed = fs.readFileSync(fileOf());
    for (const n of [0, 1, 2]) await rows(server).insertOne({ _id: n });
    await failAt(fileOf(), server, () => rows(server).insertOne({ _id: 3, text: 'x'.repeat(3_000_000) }));
    // Like the system, which drops pages that could not be written.
    fs.writeFileSync(fileOf(), flushed);
    expect(await idsAfterStart()).toEqual([0, 1, 2]);
  });
});

it('takes a folder over that has no journal yet', async () => {
  const server = await startServer(dataDir);
  await rows(server).insertOne({ _id: 1 });
  await server.kill();
  fs.rmSync(journalOf());
  const openFile = () => {
    const root = open({
      path: fileOf(),
      noSubdir: true,
      maxDbs: 8,
      encoding: 'binary',
      overlappingSync: false,
    });
    return { root, meta: root.openDB<Buffer, string>({ name: 'meta', encoding: 'binary' }) };
  };
  const before = openFile();
  await before.meta.put('format', encode({ version: 1 }));
  await before.root.close();
  expect(await idsAfterStart()).toEqual([1]);
  const after = openFile();
  expect(decode(after.meta.get('format')!)).toEqual({ version: 4 });
  await after.root.close();
});

it('is put aside with its data file when a backup is restored', async () => {
  const server = await startServer(dataDir);
  await rows(server).insertOne({ _id: 1 });
  const backup = path.join(dataDir, 'b.mdb');
  expect((await runTool('backup', ['--to', backup, '--data-dir', dataDir])).code).toBe(0);
  await rows(server).insertOne({ _id: 2 });
  await server.kill();
  expect((await runTool('restore', ['--from', backup, '--data-dir', dataDir])).code).toBe(0);
  expect(await idsAfterStart()).toEqual([1]);

  const kept = fs.readdirSync(dataDir).filter((name) => name.includes('before-restore'));
  expect(kept).toHaveLength(2);
  for (const name of kept)
    fs.renameSync(path.join(dataDir, name), name.endsWith('-journal') ? journalOf() : fileOf());
  expect(await idsAfterStart()).toEqual([1, 2]);
});
