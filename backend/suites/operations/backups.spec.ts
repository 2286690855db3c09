import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, listen } from '@packages/embedded-database';
import { MongoClient } from 'mongodb';
import { FaultProxy } from '../faults/fault-proxy.js';
import { TestServer } from '../../src/testing/test-server.js';
import { aCheckout } from '../../src/testing/builders.js';
import { type ProgramResult, runProgram } from '../../src/testing/run-program.js';

/** An account with a password on a port, as Docker Compose starts MongoDB with. */
const auth = { user: 'trip', password: 'a password of the database' };

describe('an installation that moves', () => {
  const mongodbUri = process.env.MONGODB_URI;
  const folder = mkdtempSync(join(tmpdir(), 'trip-move-'));
  const backup = join(folder, 'trip.backup');
  let laptop: TestServer;
  let mongo: Database;
  let link: string;

  beforeAll(async () => {
    delete process.env.MONGODB_URI;
    laptop = await TestServer.start();
    link = await checkOut(laptop);
    mongo = await listen({ dataDir: join(folder, 'mongo'), port: 0, auth });
  });
  afterAll(async () => {
    await laptop.dispose();
    await mongo.close();
    rmSync(folder, { recursive: true });
    process.env.MONGODB_URI = mongodbUri;
  });

  async function checkOut({ url }: TestServer): Promise<string> {
    const answer = await fetch(`${url}/api/payments/checkout`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(aCheckout()),
    });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { orderPath: string }).orderPath;
  }
  /** The status of the call that a visitor's page makes. */
  const opened = async ({ url }: TestServer) =>
    (await fetch(`${url}/api${link.replace('/order/', '/orders/')}`)).status;
  const addressOf = (name: string) =>
    mongo.uri
      .replace('mongodb://', `mongodb://${auth.user}:${encodeURIComponent(auth.password)}@`)
      .replace('/?', `/${name}?authSource=admin&`);
  const run = async (
    command: string,
    args: string[],
    env: NodeJS.ProcessEnv,
    options: { fileBytes?: number } = {},
  ): Promise<ProgramResult> => {
    const all = { env: { ...laptop.environment, ...env }, ...options };
    const { errors, ...result } = await runProgram(`commands/db-${command}`, args, all);
    // A busy machine takes more than the second after which a program says that it waits.
    return { ...result, errors: errors.replace(/^Waiting for MongoDB .*\n/m, '') };
  };

  /** Restores the backup to a folder, and expects that a server on it opens the links of before. */
  async function restoredTo(DATA_DIR: string): Promise<void> {
    expect(await run('restore', ['--from', backup], { DATA_DIR })).toMatchObject({ code: 0, errors: '' });
    const restored = await TestServer.start({ DATA_DIR });
    expect(await opened(restored)).toBe(200);
    await restored.stop();
    const secret = join(DATA_DIR, 'jwt-secret');
    expect(readFileSync(secret, 'utf8')).toBe(
      readFileSync(join(String(laptop.environment.DATA_DIR), 'jwt-secret'), 'utf8'),
    );
    expect(statSync(secret).mode & 0o777).toBe(0o600);
  }

  it('is copied, with its server stopped, to the database that the address names, and its visitors open their links there', async () => {
    expect(await opened(laptop)).toBe(200);
    const MONGODB_URI = addressOf('trip');
    const copy = () => run('copy', ['--from', String(laptop.environment.DATA_DIR), '--to', MONGODB_URI], {});
    expect(await copy()).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringMatching(/^A server has .* open: stop it first\n$/),
    });
    await laptop.stop();
    const copied = await copy();
    expect(copied).toMatchObject({ code: 0, errors: '' });
    expect(copied.output).toMatch(
      /Copied to the database trip; all counts agree\. Links sent .* still open\./,
    );
    const moved = await TestServer.start({ MONGODB_URI });
    expect(await opened(moved)).toBe(200);
    expect(
      ((await (await moved.api('/payments')).json()) as { pagination: { total: number } }).pagination.total,
    ).toBe(1);
    await moved.dispose();
    expect(await copy()).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringMatching(
        /^The target holds documents in trip\.\w+ that the source does not: .*\n$/,
      ),
    });
    const other = { MONGODB_URI, JWT_SECRET: 'another secret, of 40 different letters' };
    const told = await run(
      'copy',
      ['--from', String(laptop.environment.DATA_DIR), '--to', addressOf('else')],
      other,
    );
    expect(told.output).toMatch(/used under another secret: links sent to visitors before are not found/);
    await laptop.restart();
  });

  it('is backed up, and restored to a folder, with its secret', async () => {
    const made = await run('backup', ['--to', backup], {});
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(made.output).toMatch(
      /Backed up to .*trip\.backup and read again: \d+ documents, .* MB\. It holds the secret/,
    );
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    await restoredTo(join(folder, 'restored'));
  });

  it('is backed up from MongoDB too, and restored over what is there, which --undo puts back @long', async () => {
    expect(await run('backup', ['--to', backup], {})).toMatchObject({ code: 0, errors: '' });
    // From a folder to MongoDB, which the application uses, and from there to a folder without a secret of its own.
    const MONGODB_URI = addressOf('restored');
    expect(await run('restore', ['--from', backup], { MONGODB_URI })).toMatchObject({
      code: 0,
      output: expect.stringContaining('Links sent to visitors before still open.'),
    });
    expect(await run('backup', ['--to', backup], { MONGODB_URI })).toMatchObject({ code: 0, errors: '' });
    expect(await run('restore', ['--from', backup], { MONGODB_URI })).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^The database restored holds records: --replace deletes them.*\n$/),
    });
    expect(await run('restore', ['--from', backup, '--replace'], { MONGODB_URI })).toMatchObject({ code: 0 });

    const fresh = join(folder, 'fresh');
    await restoredTo(fresh);
    const again = await run('restore', ['--from', backup], { DATA_DIR: fresh });
    expect(again.output).toMatch(/is kept as \S+: .*--undo puts it back/);
    // A copy that the operator has made of it is none of ours.
    const [, kept = ''] = /is kept as (\S+Z):/.exec(again.output) ?? [];
    writeFileSync(`${kept}.old`, 'of the operator');
    expect(await run('restore', ['--undo'], { DATA_DIR: fresh })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Put back .*before-restore-.* is kept as /),
    });
    expect(readdirSync(fresh).filter((name) => /before-restore-\S+Z$/.test(name))).toHaveLength(1);
    expect(readFileSync(`${kept}.old`, 'utf8')).toBe('of the operator');
  });

  it('replaces records also while others change the collections, and says so where they go on', async () => {
    const proxy = await FaultProxy.start(addressOf('contested'), 30_000);
    const env = { MONGODB_URI: proxy.uri };
    const restore = () => run('restore', ['--from', backup, '--replace'], env);
    try {
      expect(await restore()).toMatchObject({ code: 0, errors: '' });
      for (const command of [/drop\0.*contested/s, /create\0.*contested/s, /createIndexes.*contested/s])
        proxy.refuse(command, 112, 2);
      expect(await restore()).toMatchObject({ code: 0, errors: '' });
      proxy.refuse(/drop\0.*contested/s, 112);
      expect(await restore()).toMatchObject({
        code: 1,
        errors: expect.stringMatching(/^Other programs change the collections or indexes .*\n$/),
      });
    } finally {
      await proxy.close();
    }
  });

  it('knows who was erased also where it was interrupted before', async () => {
    const proxy = await FaultProxy.start(addressOf('interrupted'), 30_000);
    const client = await new MongoClient(addressOf('interrupted')).connect();
    const erasures = client.db().collection('erasures');
    const restore = () => run('restore', ['--from', backup, '--replace'], { MONGODB_URI: proxy.uri });
    try {
      await erasures.insertOne({ customerIds: [], paymentIds: [], at: new Date() });
      proxy.refuse(/create\0.*interrupted/s, 13);
      expect(await restore()).toMatchObject({ code: 1 });
      proxy.heal();
      expect(await restore()).toMatchObject({
        code: 0,
        output: expect.stringContaining('1 customer was erased since: the next start erases them again'),
      });
      expect(await erasures.find().toArray()).toMatchObject([{ isDue: true }]);
    } finally {
      await client.close();
      await proxy.close();
    }
  });

  (process.platform === 'linux' ? it : it.skip)(
    'says in a line where a disk is full, and leaves nothing on it',
    async () => {
      const target = join(folder, 'full');
      mkdirSync(target);
      const full = { fileBytes: 64 * 1024 };
      const restored = { DATA_DIR: join(target, 'data') };
      expect(await run('restore', ['--from', backup], restored, full)).toMatchObject({
        code: 1,
        errors: `The disk of the data folder ${restored.DATA_DIR} is full: free some space and run this again\n`,
      });
      // Not even the lock of the folder fits.
      expect(await run('restore', ['--from', backup], restored, { fileBytes: 0 })).toMatchObject({
        code: 1,
        errors: `The disk of the data folder ${restored.DATA_DIR} is full: free some space and run this again\n`,
      });
      const scratch = { MONGODB_URI: addressOf('full'), TMPDIR: target };
      expect(await run('restore', ['--from', backup], scratch, full)).toMatchObject({
        code: 1,
        errors: expect.stringMatching(
          /does not fit on the disk of \S+, .*: free some space and run this again\n$/,
        ),
      });
      const copied = { MONGODB_URI: addressOf('contested') };
      const to = join(target, 'x.backup');
      expect(await run('backup', ['--to', to], copied, { fileBytes: 256 * 1024 })).toMatchObject({
        code: 1,
        errors: expect.stringMatching(
          /^The backup .* does not fit on its disk: free some space, or name another/,
        ),
      });
      expect(readdirSync(target)).toEqual(['data']);
      expect(readdirSync(restored.DATA_DIR)).toEqual([]);
    },
    60_000,
  );

  it('keeps a number of dated backups, and refuses what is no place for one', async () => {
    const dated = join(folder, 'dated');
    mkdirSync(dated);
    for (const day of ['01', '02', '03'])
      writeFileSync(join(dated, `trip-2026-01-${day}T02-30-00Z.backup`), '');
    const made = await run('backup', ['--to', dated, '--keep', '2'], {});
    expect(made.output).toMatch(/Removed the oldest: trip-2026-01-01\S+, trip-2026-01-02/);
    expect(readdirSync(dated)).toHaveLength(2);
    mkdirSync(join(dated, 'trip-2026-01-01T02-30-00Z.backup'));
    expect(await run('backup', ['--to', dated, '--keep', '2'], {})).toMatchObject({ code: 0, errors: '' });
    rmSync(join(dated, 'trip-2026-01-01T02-30-00Z.backup'), { recursive: true });
    // A clock was ahead, and is right now.
    const later = 'trip-2126-01-01T02-30-00Z.backup';
    writeFileSync(join(dated, later), '');
    const right = await run('backup', ['--to', dated, '--keep', '1'], {});
    const [, name = ''] = /^Backed up to \S+\/(trip-\S+) and read/.exec(right.output) ?? [];
    expect([right.output, readdirSync(dated)]).toEqual([expect.stringContaining(later), [name]]);
    // The reader of its output has gone, as `grep -q` does.
    const script = join(process.cwd(), 'dist/backend/src/commands/db-backup.js');
    const code = join(folder, 'code');
    const piped = `{ "${process.execPath}" "${script}" --to "${dated}" --keep 1; echo $? > "${code}"; } | true`;
    execFileSync('sh', ['-c', piped], { env: laptop.environment, stdio: 'ignore' });
    expect(readFileSync(code, 'utf8')).toBe('0\n');
    const unmade = join(folder, 'unmade');
    expect(await run('backup', ['--to', unmade, '--keep', '0'], {})).toMatchObject({
      code: 1,
      errors: '--keep takes a whole number from 1 to 100000, not "0"\n',
    });
    expect(existsSync(unmade)).toBe(false);
    expect(await run('backup', ['--to', join(folder, 'none', 'file')], {})).toMatchObject({
      code: 1,
      errors: `There is no folder ${join(folder, 'none')}: make it, or choose another place\n`,
    });
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await run('backup', ['--to', pipe], {})).toMatchObject({
      code: 1,
      errors: `${pipe} is no file: choose another place\n`,
    });
    const live = join(folder, 'mongo', 'database.mdb');
    expect(await run('backup', ['--to', live], {})).toMatchObject({
      code: 1,
      errors: `${live} is a file of a database: name another place with --to\n`,
    });
    const mistyped = join(folder, 'mistyped');
    expect(await run('backup', ['--to', backup], { DATA_DIR: mistyped })).toMatchObject({
      code: 1,
      errors: `There is no database in ${mistyped}: choose its folder with DATA_DIR\n`,
    });
    expect(existsSync(mistyped)).toBe(false);
  });

  it('refuses a damaged backup before it touches anything', async () => {
    truncateSync(backup, statSync(backup).size - 8192);
    for (const env of [{ MONGODB_URI: addressOf('untouched') }, { DATA_DIR: join(folder, 'untouched') }])
      expect(await run('restore', ['--from', backup], env)).toMatchObject({
        code: 1,
        errors: expect.stringMatching(
          /^\S+trip\.backup is no whole backup: .*: nothing was changed\. Name another backup with --from\n$/,
        ),
      });
  });
});
