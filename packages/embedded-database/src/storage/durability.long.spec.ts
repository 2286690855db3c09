import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Document, MongoBulkWriteError } from 'mongodb';
import { open } from 'lmdb';
import { Long, UUID } from 'bson';
import { decode, encode } from '../values/bson.js';
import { WireClient } from '../testing/wire.js';
import {
  codeOf,
  runTool,
  startError,
  startServer,
  Templates,
  temporaryFolder,
  type Row,
} from '../testing/server.js';

const PAGE = 4096;
const fileOf = (dataDir: string) => path.join(dataDir, 'database.mdb');
/** True if this user can mount file systems; tried out, as containers often forbid it even to root. */
const canMount = (() => {
  if (process.getuid?.() !== 0) return false;
  const folder = temporaryFolder();
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]).status === 0;
  if (isMounted) spawnSync('umount', [folder]);
  fs.rmSync(folder, { recursive: true });
  return isMounted;
})();
const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;
const words = (n: number): Document => ({ _id: n, text: `document ${n}`, pad: 'x'.repeat(300) });

let dataDir: string;
beforeEach(() => (dataDir = temporaryFolder()));
afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }));
const templates = new Templates();
afterAll(() => templates.remove());

/** Fills a folder with documents, and stops its server. */
const filled = (count = 500): Promise<void> =>
  templates.fill(dataDir, String(count), async () => {
    const server = await startServer(dataDir);
    const collection = server.client.db('test').collection<Row>('c');
    await collection.createIndex({ text: 1 });
    await collection.insertMany(Array.from({ length: count }, (_, n) => words(n)));
    // A clean stop: after a kill, the next start would replay the journal.
    await server.client.close();
    server.process.kill('SIGTERM');
    await new Promise((resolve) => server.process.once('exit', resolve));
  });

/** Fills a folder with ten documents and `b.backup`, their backup. */
const backedUp = (): Promise<void> =>
  templates.fill(dataDir, 'backed up', async () => {
    await filled(10);
    const to = path.join(dataDir, 'b.backup');
    expect((await runTool('backup', ['--to', to, '--data-dir', dataDir])).code).toBe(0);
  });

async function countOf(): Promise<number> {
  const server = await startServer(dataDir);
  try {
    expect(await server.client.db('test').command({ validate: 'c' })).toMatchObject({ valid: true });
    return await server.client
      .db('test')
      .collection<Row>('c')
      .countDocuments({ text: { $gte: '' } });
  } finally {
    await server.kill();
  }
}

describe('a damaged file', () => {
  /** Damages one page after the other: either it is in use and the start is refused, or unused and nothing is lost. */
  it('is refused at the start with the remedy, whichever page it is, or nothing is missing', async () => {
    await filled();
    const whole = fs.readFileSync(fileOf(dataDir));
    const journal = fs.readFileSync(`${fileOf(dataDir)}-journal`);
    // A started server writes a new journal, which belongs to the file as that server changed it.
    const putBack = (data: Buffer) => {
      fs.writeFileSync(fileOf(dataDir), data);
      fs.writeFileSync(`${fileOf(dataDir)}-journal`, journal);
    };
    const pages = whole.length / PAGE;
    let refused = 0;
    for (const page of [pages - 1, pages - 2, pages - 3, Math.floor(pages / 2)]) {
      const damaged = Buffer.from(whole);
      damaged.fill(0xab, page * PAGE, (page + 1) * PAGE);
      putBack(damaged);
      const error = await startError(dataDir);
      if (error === 'it started') {
        putBack(damaged);
        expect(await countOf()).toBe(500);
      } else {
        expect(error).toMatch(/damaged .*: nothing was changed; restore a backup\.$/);
        expect(error).not.toContain('\n');
        expect(fs.readFileSync(fileOf(dataDir)).equals(damaged)).toBe(true);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(0);
    putBack(whole);
    expect(await countOf()).toBe(500);
  });

  it('is noticed where one byte of a document has changed', async () => {
    await filled();
    const bytes = fs.readFileSync(fileOf(dataDir));
    const at = bytes.lastIndexOf('document 499');
    bytes.write('Document', at);
    const last = bytes.indexOf('document 77');
    bytes.write('Document', last);
    fs.writeFileSync(fileOf(dataDir), bytes);
    expect(await startError(dataDir)).toMatch(/damaged/);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - PAGE * 20), /cut off/],
    ['foreign', () => Buffer.from('SQLite format 3\0'.repeat(2000)), /no database of this program/],
    [
      'without its beginning',
      (bytes: Buffer) => Buffer.concat([Buffer.alloc(PAGE), bytes.subarray(PAGE)]),
      /beginning is gone/,
    ],
  ])('that is %s is refused and left as it is', async (_name, spoil, message) => {
    await filled();
    const spoilt = spoil(fs.readFileSync(fileOf(dataDir)));
    fs.writeFileSync(fileOf(dataDir), spoilt);
    const error = await startError(dataDir);
    expect(error).toMatch(message);
    expect(error).toContain('nothing was changed');
    expect(fs.readFileSync(fileOf(dataDir)).equals(spoilt)).toBe(true);
  });
});

it('refuses a file of a newer format, and names the remedy', async () => {
  await filled(1);
  const root = open({
    path: fileOf(dataDir),
    noSubdir: true,
    maxDbs: 8,
    encoding: 'binary',
    overlappingSync: false,
  });
  await root
    .openDB<Buffer, string>({ name: 'meta', encoding: 'binary' })
    .put('format', encode({ version: 99 }));
  await root.close();
  expect(await startError(dataDir)).toMatch(/has format 99.*start the newer version/);
});

it('marks a file that it serves for earlier versions, but not one that a command opens', async () => {
  const formatOf = async () => {
    const root = open({
      path: fileOf(dataDir),
      noSubdir: true,
      maxDbs: 8,
      encoding: 'binary',
      readOnly: true,
    });
    const stored = root.openDB<Buffer, string>({ name: 'meta', encoding: 'binary' }).get('format');
    await root.close();
    return decode(stored!).version;
  };
  const write = async (version: number) => {
    const root = open({
      path: fileOf(dataDir),
      noSubdir: true,
      maxDbs: 8,
      encoding: 'binary',
      overlappingSync: false,
    });
    await root
      .openDB<Buffer, string>({ name: 'meta', encoding: 'binary' })
      .put('format', encode({ version }));
    await root.close();
  };
  await filled(1);
  expect(await formatOf()).toBe(4);
  await write(3);
  const to = path.join(dataDir, 'b.backup');
  expect((await runTool('backup', ['--to', to, '--data-dir', dataDir])).code).toBe(0);
  expect(await formatOf()).toBe(3);
  expect(await countOf()).toBe(1);
  expect(await formatOf()).toBe(4);
});

describe('a folder', () => {
  it('that another process has is refused, and free again after its end, however it ended', async () => {
    const first = await startServer(dataDir);
    expect(await startError(dataDir)).toMatch(/is in use by process \d+: stop that program first/);
    await first.kill();
    const second = await startServer(dataDir);
    await second.kill();
  });

  it('whose process was killed and not reaped yet is free', async () => {
    // The shell becomes a sleep, which never reads the exit code of its child.
    const parent = spawn(
      'sh',
      [
        '-c',
        '"$@" & echo $!; exec sleep 600',
        'sh',
        process.execPath,
        path.join(import.meta.dirname, '../../dist/src/tools/main.js'),
        'serve',
        '--data-dir',
        dataDir,
        '--port',
        '0',
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
    );
    try {
      let printed = '';
      for await (const text of parent.stdout.setEncoding('utf8')) {
        printed += text;
        if (printed.includes('mongodb://')) break;
      }
      const pid = Number.parseInt(printed, 10);
      process.kill(pid, 'SIGKILL');
      const server = await startServer(dataDir);
      expect(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/ Z /);
      await server.kill();
    } finally {
      // Kills the whole group: a server that outlived its test would keep the output of the tests open.
      process.kill(-parent.pid!, 'SIGKILL');
    }
  });

  it('is taken by one of many that start at once', async () => {
    const first = await startServer(dataDir);
    await first.kill();
    const started = await Promise.allSettled(Array.from({ length: 4 }, () => startServer(dataDir)));
    const running = started.filter((result) => result.status === 'fulfilled');
    expect(running).toHaveLength(1);
    await running[0]!.value.kill();
  });

  it('is made for its owner alone', async () => {
    const inner = path.join(dataDir, 'Made', 'Here');
    const server = await startServer(inner);
    expect(fs.statSync(inner).mode & 0o777).toBe(0o700);
    expect(fs.statSync(fileOf(inner)).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.join(inner, 'database.sock')).mode & 0o777).toBe(0o600);
    await server.kill();
  });

  it('that cannot be made is refused', async () => {
    fs.writeFileSync(path.join(dataDir, 'file'), '');
    const blocked = path.join(dataDir, 'file', 'folder');
    await expect(startServer(blocked)).rejects.toThrow(/cannot be written to \(ENOTDIR\)/);
  });

  it('below /proc, which refuses every name, is refused', async () => {
    expect(await startError('/proc/none/data')).toMatch(/\/proc\/none\/data cannot be written to \(ENOENT\)/);
  });

  (canMount ? it : it.skip)('that is read-only is refused, and works again once it is not', async () => {
    await filled(3);
    const mounted =
      spawnSync('mount', ['--bind', dataDir, dataDir]).status === 0 &&
      spawnSync('mount', ['-o', 'remount,bind,ro', dataDir]).status === 0;
    try {
      expect(mounted).toBe(true);
      expect(await startError(dataDir)).toMatch(
        /cannot be written to \(E(ROFS|ACCES)\): give this user the right/,
      );
    } finally {
      while (spawnSync('umount', [dataDir]).status === 0);
    }
    expect(await countOf()).toBe(3);
  });
});

it('answers that the disk is full, keeps what it had, and goes on once there is room', async () => {
  await filled(100);
  const blocks = Math.ceil(fs.statSync(fileOf(dataDir)).size / 512) + 400;
  const server = await startServer(dataDir, { shell: `trap '' XFSZ; ulimit -f ${blocks}` });
  const collection = server.client.db('test').collection<Row>('c');
  let written = 100;
  const failure = await (async () => {
    for (;;) {
      await collection.insertMany(Array.from({ length: 20 }, (_, n) => words(written + n)));
      written += 20;
    }
  })().catch((error: unknown) => error as MongoBulkWriteError);
  expect(failure.message).toMatch(/disk is full: nothing of this write was kept/);
  expect(failure.code).toBe(14031);
  written += failure.result?.insertedCount ?? 0;
  expect(await collection.countDocuments()).toBe(written);
  expect(await collection.findOne({ _id: 3 })).toEqual(words(3));
  await server.kill();
  expect(await countOf()).toBe(written);
});

(hasPrlimit ? it : it.skip)(
  'does a retryable write again that was given up on a full disk',
  async () => {
    const server = await startServer(dataDir);
    const collection = server.client.db('test').collection<Row>('c');
    await collection.insertOne({ _id: 0 });
    const limit = (bytes: number | 'unlimited') =>
      spawnSync('prlimit', ['--pid', String(server.process.pid), `--fsize=${bytes}:unlimited`]);
    const wire = await WireClient.connect(server.uri);
    const text = 'x'.repeat(2_000_000);
    const write = {
      update: 'c',
      updates: [{ q: { _id: 0 }, u: { $set: { text } } }],
      lsid: { id: new UUID() },
      txnNumber: new Long(1),
    };
    limit(fs.statSync(fileOf(dataDir)).size);
    expect(await wire.command(write)).toMatchObject({ ok: 0, code: 14031 });
    limit('unlimited');
    expect(await wire.command(write)).toMatchObject({ ok: 1, n: 1, nModified: 1 });
    expect(await wire.command(write)).toMatchObject({ ok: 1, n: 1, nModified: 1 });
    expect(await collection.findOne({ _id: 0 })).toMatchObject({ text });
    wire.end();
    await server.kill();
  },
  30_000,
);

(canMount ? it : it.skip)(
  'does so on a disk that fills up in the middle of a page, and goes on by itself',
  async () => {
    const small = path.join(dataDir, 'small');
    const filler = path.join(small, 'filler');
    fs.mkdirSync(small);
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', small]).status).toBe(0);
    try {
      const server = await startServer(path.join(small, 'data'));
      fs.writeFileSync(filler, Buffer.alloc(2 ** 20));
      const collection = server.client.db('test').collection<Row>('c');
      let acknowledged = 0;
      const failures = new Set<unknown>();
      for (let round = 0; round < 200; round++) {
        const row = { _id: round, text: 'x'.repeat(20_000 + round * 37) };
        const code = await codeOf(collection.insertOne(row));
        if (code === undefined) acknowledged++;
        else failures.add(code);
      }
      expect([...failures]).toEqual([14031]);
      expect(await collection.countDocuments()).toBe(acknowledged);
      fs.rmSync(filler);
      await collection.insertOne({ _id: 'again' });
      expect(await server.client.db('test').command({ validate: 'c' })).toMatchObject({
        valid: true,
        nrecords: acknowledged + 1,
      });
      const many = Array.from({ length: 40 }, () => ({ text: 'x'.repeat(100_000) }));
      const error = await collection
        .insertMany(many)
        .catch((failure: unknown) => failure as MongoBulkWriteError);
      expect(error).toMatchObject({ code: 14031 });
      const kept = (error as MongoBulkWriteError).result?.insertedCount ?? 0;
      expect(await collection.countDocuments()).toBe(acknowledged + 1 + kept);
      await server.kill();

      expect(() => fs.writeFileSync(filler, Buffer.alloc(8 * 2 ** 20))).toThrow(/ENOSPC/);
      await expect(startServer(path.join(small, 'data'))).rejects.toThrow(/is full: free some space/);
      expect(spawnSync('mount', ['-o', 'remount,size=16m', small]).status).toBe(0);
      const again = await startServer(path.join(small, 'data'));
      expect(await again.client.db('test').collection('c').countDocuments()).toBe(acknowledged + 1 + kept);
      await again.kill();
    } finally {
      spawnSync('umount', ['--lazy', small]);
    }
  },
  30_000,
);

it('serve ends with one line where its port is taken', async () => {
  const first = await startServer(dataDir);
  const port = new URL(first.uri).port;
  const other = temporaryFolder();
  const { code, output } = await runTool('serve', ['--data-dir', other, '--port', port]);
  expect([code, output]).toEqual([1, `The port ${port} is in use\n`]);
  // The folder is unlocked.
  const second = await startServer(other);
  await second.stop();
  await first.stop();
});

it('leaves nothing of a collection that $out was filling when the server was killed', async () => {
  const server = await startServer(dataDir);
  const database = server.client.db('test');
  const row = { pad: 'x'.repeat(1000) };
  await database.collection('c').insertMany(Array.from({ length: 20_000 }, () => ({ ...row })));
  const names = async (of: typeof database) => (await of.listCollections().toArray()).map(({ name }) => name);
  const out = database
    .collection('c')
    .aggregate([{ $out: 'other' }])
    .toArray()
    .catch(() => undefined);
  while (!(await names(database)).some((name) => name.startsWith('tmp.agg_out.')));
  await server.kill();
  await out;
  const again = await startServer(dataDir);
  await again.client.db('test').collection('d').insertOne({});
  expect((await names(again.client.db('test'))).sort()).toEqual(['c', 'd']);
  await again.kill();
});

describe('backup and restore', () => {
  it('copies a consistent state while writes go on, and brings it back', async () => {
    const server = await startServer(dataDir);
    const database = server.client.db('test');
    const backup = path.join(dataDir, 'backup.mdb');
    let stop = false;
    let pairs = 0;
    const writing = (async () => {
      while (!stop) {
        await server.client.withSession((session) =>
          session.withTransaction(async () => {
            await database.collection<Row>('a').insertOne({ _id: pairs }, { session });
            await database.collection<Row>('b').insertOne({ _id: pairs }, { session });
          }),
        );
        pairs++;
      }
    })();
    while (pairs < 5) await new Promise((resolve) => setImmediate(resolve));
    const before = pairs;
    const made = await runTool('backup', ['--to', backup, '--data-dir', dataDir]);
    expect(made).toMatchObject({ code: 0 });
    const refused = await runTool('restore', ['--from', backup, '--data-dir', dataDir]);
    expect(refused.output).toMatch(/is in use by process/);
    expect(refused.code).toBe(1);
    stop = true;
    await writing;
    await server.kill();

    const restored = await runTool('restore', ['--from', backup, '--data-dir', dataDir]);
    expect(restored.output).toMatch(/Restored from .* What was there before is kept as/);
    const again = await startServer(dataDir);
    const counts = await Promise.all(
      ['a', 'b'].map((name) => again.client.db('test').collection(name).countDocuments()),
    );
    expect(counts[0]).toBe(counts[1]);
    expect(counts[0]).toBeGreaterThanOrEqual(before);
    await again.kill();
  });

  it('writes no file for those who reach the server by its port', async () => {
    const server = await startServer(dataDir);
    const to = path.join(dataDir, 'stolen');
    const admin = server.client.db('admin');
    expect(await codeOf(admin.command({ embeddedBackup: 1, to }))).toBe(13);
    expect(fs.readdirSync(dataDir).filter((name) => name.startsWith('stolen'))).toEqual([]);
    await server.kill();
  });

  it('backs up a folder that nothing runs on', async () => {
    await filled(10);
    const backup = path.join(dataDir, 'b.mdb');
    expect((await runTool('backup', ['--to', backup, '--data-dir', dataDir])).code).toBe(0);
    fs.rmSync(fileOf(dataDir));
    expect((await runTool('restore', ['--from', backup, '--data-dir', dataDir])).code).toBe(0);
    expect(await countOf()).toBe(10);
  });

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['empty', () => Buffer.alloc(0), /is no whole backup/],
    ['cut off', (bytes) => bytes.subarray(0, bytes.length - 2 * PAGE), /is no whole backup/],
    ['a data file', () => fs.readFileSync(fileOf(dataDir)), /is no whole backup/],
    ['longer than it was', (bytes) => Buffer.concat([Buffer.alloc(PAGE), bytes]), /not the length/],
    [
      'changed in one byte',
      (bytes) => {
        bytes[bytes.lastIndexOf('document 7')]! ^= 1;
        return bytes;
      },
      /does not match its checksum/,
    ],
  ])(
    'refuses a backup that is %s, changes nothing and says so',
    async (_name, spoil, message) => {
      await backedUp();
      const backup = path.join(dataDir, 'b.backup');
      expect(fs.statSync(backup).mode & 0o777).toBe(0o600);
      fs.writeFileSync(backup, spoil(fs.readFileSync(backup)));
      const data = fs.readFileSync(fileOf(dataDir));
      const before = fs.readdirSync(dataDir).sort();
      const { code, output } = await runTool('restore', ['--from', backup, '--data-dir', dataDir]);
      expect(code).toBe(1);
      expect(output).toMatch(message);
      expect(output).toMatch(/nothing was changed/);
      expect(output.trim()).not.toContain('\n');
      expect(fs.readdirSync(dataDir).sort()).toEqual(before);
      expect(fs.readFileSync(fileOf(dataDir)).equals(data)).toBe(true);
    },
    30_000,
  );

  it('refuses a file that is no backup, and leaves what is there', async () => {
    await filled(10);
    const backup = path.join(dataDir, 'b.mdb');
    fs.writeFileSync(backup, 'nonsense');
    const result = await runTool('restore', ['--from', backup, '--data-dir', dataDir]);
    expect(result.code).toBe(1);
    expect(result.output).toMatch(/is no whole backup.*nothing was changed/);
    expect(await countOf()).toBe(10);
  });
});

describe('copying to another database', () => {
  it('takes every collection, index and type along, can be repeated, and counts', async () => {
    const source = await startServer(dataDir);
    const target = await startServer();
    const collection = source.client.db('one').collection<Row>('c');
    await collection.insertMany(Array.from({ length: 2500 }, (_, n) => words(n)));
    await collection.createIndex({ text: -1, _id: 1 }, { unique: true, name: 'mine' });
    await collection.createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
    await source.client.db('two').collection<Row>('empty').createIndex({ a: 1 });
    await target.client.db('one').collection<Row>('c').insertOne({ _id: 7, stale: true });
    for (let run = 0; run < 2; run++) {
      const { code, output } = await runTool('copy', ['--from', dataDir, '--to', target.uri]);
      expect(output).toMatch(/one\.c: 2500 documents, done/);
      expect(output).toMatch(/Copied 2 databases; all counts agree/);
      expect(code).toBe(0);
    }
    const copied = target.client.db('one').collection<Row>('c');
    expect(await copied.find().sort({ _id: 1 }).toArray()).toEqual(
      await collection.find().sort({ _id: 1 }).toArray(),
    );
    expect(await copied.indexes()).toEqual(await collection.indexes());
    expect(
      (await target.client.db('two').collection<Row>('empty').indexes()).map(({ name }) => name),
    ).toEqual(['_id_', 'a_1']);
    // The database that an address names is the target, although --database names another one.
    const named = target.uri.replace('/?', '/other?');
    const renamed = await runTool('copy', ['--from', source.uri, '--to', named, '--database', 'one']);
    expect(renamed.output).toMatch(
      /other\.c: 2500 documents, done\nCopied the database other; all counts agree/,
    );
    await copied.insertOne({ _id: 'more' });
    const { code, output } = await runTool('copy', ['--from', source.uri, '--to', target.uri]);
    expect(code).toBe(1);
    expect(output).toMatch(/holds documents in one\.c that the source does not/);
    await source.kill();
    await target.stop();
  });

  it('refuses a database as the copy of itself, by whichever way it is reached', async () => {
    const server = await startServer(dataDir);
    await server.main.collection('c').insertOne({});
    for (const [from, to] of [
      [dataDir, dataDir],
      [dataDir, server.uri],
      [server.uri, path.join(dataDir, '.')],
    ] as const)
      expect(await runTool('copy', ['--from', from, '--to', to])).toEqual({
        code: 1,
        output: '--from and --to name the same database\n',
      });
    await server.kill();
  });

  it.each(['serve', 'backup', 'restore', 'copy'])('%s --help tells its usage', async (command) => {
    const { code, output } = await runTool(command, ['--help']);
    expect(code).toBe(0);
    expect(output).toContain(`Usage: embedded-database ${command} `);
  });

  it.each([
    ['backup', '--to', 'the folder itself', /is a folder: name a file in it/],
    ['restore', '--from', 'the folder itself', /There is no file/],
    ['backup', '--to', 'none/file', /There is no folder/],
  ])('%s %s %s fails in one line', async (command, option, where, message) => {
    await filled(1);
    const target = where === 'the folder itself' ? dataDir : path.join(dataDir, where);
    const { code, output } = await runTool(command, [option, target, '--data-dir', dataDir]);
    expect([code, output.trim().split('\n').length]).toEqual([1, 1]);
    expect(output).toMatch(message);
  });

  it('says plainly what it cannot do', async () => {
    expect((await runTool('copy', ['--from', dataDir])).output).toMatch(
      /--to is missing\. Usage: embedded-database copy --from/,
    );
    expect((await runTool('copy', ['--from', path.join(dataDir, 'none'), '--to', dataDir])).output).toMatch(
      /There is no database in/,
    );
    expect((await runTool('serve', ['--nonsense', '1'])).output).toMatch(/Usage: embedded-database serve/);
  });
});
