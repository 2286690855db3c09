import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Types } from 'mongoose';
import { readAnchorFile } from '../../src/audit/anchor.js';
import { AuditChain } from '../../src/audit/audit-chain.service.js';
import { AuditService } from '../../src/audit/audit.service.js';
import { chainCollections, isMarked, markOf } from '../../src/audit/chain.js';
import { type ChainState, checkChain } from '../../src/audit/check-chain.js';
import { chainKey } from '../../src/audit/chain-key.js';
import { forgetChain } from '../../src/audit/forget-chain.js';
import type { Config } from '../../src/programs/settings.js';
import { CONFIG } from '../../src/platform/config/config.module.js';
import { createCustomer } from '../../src/testing/builders.js';
import { readKeys } from '../../src/platform/secrets/server-key.js';
import { TestApp } from '../../src/testing/test-app.js';
import { waitFor } from '../../src/testing/wait-for.js';

const dayMs = 86_400_000;

describe('the chain of the audit trail', () => {
  let app: TestApp;
  beforeEach(async () => (app = await TestApp.start()));
  afterEach(() => app.stop());

  const settings = () => app.app.get<Config>(CONFIG);
  async function check(days = 2557): Promise<ChainState> {
    const keys = await readKeys(settings(), app.connection);
    const anchor = readAnchorFile(keys!, settings());
    const key = await chainKey(settings(), app.connection);
    return checkChain(app.connection, key!, days * dayMs, anchor);
  }
  /** Starts another server on the same database, in place of the present one. */
  async function restart(): Promise<void> {
    const next = await TestApp.start({}, app.uri);
    await app.stop({ keep: true });
    app = next;
  }
  const warnings = async () => (await app.admin.get('/api/warnings').expect(200)).body.warnings as string[];
  const collections = () => chainCollections(app.connection);
  /** Makes three customers, and waits until their entries are linked. */
  async function write(): Promise<void> {
    for (let number = 0; number < 3; number++) await createCustomer(app);
    await linked();
  }
  const linked = () =>
    waitFor(async () => {
      const state = await check();
      return 'entries' in state && state.waiting === 0;
    });
  const faultOf = async () => {
    const state = await check();
    return 'fault' in state ? state.fault : '';
  };
  const newest = async (number = 1) =>
    collections().entries.find({}).sort({ at: -1, _id: -1 }).limit(number).toArray();

  it('is whole while two instances write, and across a restart', async () => {
    const other = await TestApp.start({}, app.uri);
    await Promise.all([app, other].flatMap((one) => Array.from({ length: 10 }, () => createCustomer(one))));
    await linked();
    await other.stop({ keep: true });
    const state = await check();
    // Twenty customers, and two sign-ins, of which the second is from a new device.
    expect(state).toMatchObject({ entries: 23, waiting: 0 });
  });

  it('names the entry that was changed', async () => {
    await write();
    const [, entry] = await newest(2);
    await collections().entries.updateOne({ _id: entry!._id }, { $set: { by: 'somebody else' } });
    expect(await faultOf()).toBe(`the entry ${String(entry!._id)} of ${entry!.at.toISOString()} was changed`);
  });

  it('names the entry that is missing, be it the last one', async () => {
    await write();
    const [last, entry] = await newest(2);
    await collections().entries.deleteOne({ _id: last!._id });
    expect(await faultOf()).toBe(`the entry ${String(last!._id)} of ${last!.at.toISOString()} is missing`);
    await collections().entries.deleteOne({ _id: entry!._id });
    expect(await faultOf()).toBe(`the entry ${String(entry!._id)} of ${entry!.at.toISOString()} is missing`);
  });

  it('names the entry that was deleted before it was linked', async () => {
    await write();
    // The next entry is linked a second after these.
    await createCustomer(app);
    await linked();
    await createCustomer(app);
    const [entry] = await newest();
    await collections().entries.deleteOne({ _id: entry!._id });
    await waitFor(async () => (await faultOf()) !== '');
    expect(await faultOf()).toBe(`the entry ${String(entry!._id)} of ${entry!.at.toISOString()} is missing`);
  });

  it('goes on where its anchor in the folder was changed, which the check says', async () => {
    await write();
    const file = join(dirname(settings().secretFile!), 'audit-anchor');
    const sealed = await readFile(file, 'utf8');
    const other = sealed.endsWith('A') ? 'B' : 'A';
    await writeFile(file, `${sealed.slice(0, -6)}${other.repeat(6)}`);
    for (let number = 0; number < 3; number++) await createCustomer(app);
    const { blocks, entries } = collections();
    const links = async () => (await blocks.find({}).toArray()).flatMap((block) => block.links);
    await waitFor(async () => (await links()).length >= (await entries.countDocuments({})));
    await createCustomer(app);
    await waitFor(async () => (await links()).length >= (await entries.countDocuments({})));
    expect(await links()).toHaveLength(await entries.countDocuments({}));
    expect(await faultOf()).toBe('its anchor in the data folder was changed');
  });

  it('sees an older head that was put back @long', async () => {
    await write();
    const { heads } = collections();
    const older = (await heads.findOne({ _id: 'head' }))!;
    await createCustomer(app);
    await waitFor(async () => (await heads.findOne({ _id: 'head' }))!.block > older.block);
    await heads.replaceOne({ _id: 'head' }, older);
    expect(await faultOf()).toBe('an older head of the chain was put back');
  });

  it('names the entry that was added, and never takes it in', async () => {
    await write();
    const [entry] = await newest();
    const at = new Date(Date.now() - 1000);
    const added = { ...entry, _id: new Types.ObjectId(), at, by: 'somebody else' };
    delete added.mark;
    const { insertedId } = await app.connection.collection('audit').insertOne(added);
    await createCustomer(app);
    expect(await faultOf()).toMatch(new RegExp(`^the entry ${String(insertedId)} .* was added$`));
  });

  it('misses its end, its head and its beginning @long', async () => {
    await write();
    await createCustomer(app);
    await linked();
    const { blocks, entries, heads } = collections();
    const [last] = await blocks.find({}).sort({ _id: -1 }).limit(1).toArray();
    await blocks.deleteOne({ _id: last!._id });
    await entries.deleteMany({ _id: { $in: last!.links.map(({ id }) => id) } });
    expect(await faultOf()).toMatch(/^the end of the trail is missing, until /);
    await heads.deleteMany({});
    expect(await faultOf()).toBe('the head of the chain is missing');
    // A server that goes on writing makes no other head.
    await createCustomer(app);
    expect(await faultOf()).toBe('the head of the chain is missing');
  });

  it('misses a part that was taken out with its links @long', async () => {
    await write();
    await createCustomer(app);
    await linked();
    const { blocks, entries } = collections();
    const block = (
      await blocks
        .find({ 'links.0': { $exists: true } })
        .sort({ _id: 1 })
        .limit(1)
        .toArray()
    )[0]!;
    await blocks.deleteOne({ _id: block._id });
    await entries.deleteMany({ _id: { $in: block.links.map(({ id }) => id) } });
    expect(await faultOf()).toMatch(/^links are missing before the entry /);
  });

  it('goes on where entries are deleted by their age', async () => {
    await write();
    const { entries } = collections();
    const [entry] = await newest();
    await entries.deleteOne({ _id: entry!._id });
    expect(await faultOf()).toContain('is missing');
    // All of them are older than the retention of this check.
    expect(await check(0)).toMatchObject({ waiting: 0 });
  });

  it('takes in the entries of a folder that has none @long', async () => {
    await write();
    await forgetChain(settings(), app.connection);
    expect(await app.connection.collection('audit').countDocuments({ mark: { $exists: true } })).toBe(0);
    await restart();
    await linked();
    expect(await check()).toMatchObject({ entries: 6, waiting: 0 });
  });

  it.each(['with its anchor', 'and its anchor with it'])(
    'is not begun anew where it was taken away, %s, until an operator asks for it',
    async (how) => {
      await write();
      const { blocks, entries, heads } = collections();
      const [entry] = await newest();
      await entries.updateOne({ _id: entry!._id }, { $set: { by: 'somebody else' } });
      await entries.updateMany({}, { $unset: { mark: '' } });
      await Promise.all([blocks.deleteMany({}), heads.deleteMany({})]);
      const secrets = app.connection.collection<{ _id: string }>('secrets');
      await secrets.deleteOne({ _id: 'audit' });
      if (how === 'and its anchor with it') await secrets.deleteOne({ _id: 'audit-anchor' });
      expect(await warnings()).toContain('lostAuditChain');
      await restart();
      await createCustomer(app);
      expect(await faultOf()).toBe('the head of the chain is missing');
      expect(await warnings()).toContain('lostAuditChain');

      await forgetChain(settings(), app.connection);
      await restart();
      await linked();
      expect(await warnings()).not.toContain('lostAuditChain');
    },
  );

  it('is missed where an earlier state of the whole trail was put back', async () => {
    await write();
    const all = Object.values(collections());
    const earlier = await Promise.all(all.map((collection) => collection.find({}).toArray()));
    await createCustomer(app);
    await linked();
    for (const [index, collection] of all.entries()) {
      await collection.deleteMany({});
      await collection.insertMany(earlier[index] as never[]);
    }
    expect(await faultOf()).toMatch(/^an older chain was put back: it ends with block \d+, and went to \d+$/);
  });

  it('is whole with the entry of a caller who was gone, of this version and of earlier ones', async () => {
    const gone = {
      by: 'admin',
      actor: { kind: 'program' as const },
      ip: undefined as never,
      requestId: 'a',
    };
    await app.app.get(AuditService).add(gone, 'export', 'accounts');
    await linked();
    const [stored] = await newest();
    expect(stored).not.toHaveProperty('ip');

    const key = (await chainKey(settings(), app.connection))!;
    const absent = { _id: new Types.ObjectId(), at: new Date(), by: 'admin' };
    const earlier = { ...absent, ip: null, changes: [{ field: 'email', from: null, to: 'a' }] };
    const markWithoutIt = markOf(key, { ...absent, changes: earlier.changes });
    const marked = { ...earlier, mark: markWithoutIt };
    expect(isMarked(key, marked)).toBe(true);
    const bySomebodyElse = { ...marked, by: 'somebody else' };
    expect(isMarked(key, bySomebodyElse)).toBe(false);
  });

  it('marks the next entry where its key could not be read for one', async () => {
    const chain = app.app.get(AuditChain);
    Object.assign(chain, { key: undefined });
    const away = jest.spyOn(app.connection, 'collection').mockImplementationOnce(() => {
      throw new Error('The database is away');
    });
    await expect(chain.marked({})).rejects.toThrow('The database is away');
    away.mockRestore();
    expect(await chain.marked({})).toEqual({ mark: expect.any(String) });
  });

  it('outlives the server’s secret', async () => {
    await write();
    const former = 'a secret that only the tests know of';
    const secrets = { JWT_SECRET: 'quite another secret of the same tests', JWT_SECRET_FORMER: former };
    const both = await TestApp.start(secrets, app.uri);
    await app.stop({ keep: true });
    await both.stop({ keep: true });
    app = await TestApp.start({ JWT_SECRET: secrets.JWT_SECRET }, both.uri);
    await createCustomer(app);
    await linked();
  });

  it('is shown in no response', async () => {
    await write();
    const { text } = await app.admin.get('/api/audit').expect(200);
    expect(text).not.toContain('"mark"');
    const file = await app.admin.get('/api/audit/export').expect(200);
    expect(file.text).toMatch(
      /^\W*Time","By","Action","Record","Record ID","Changes","Network Address","Request ID"/,
    );
    expect(file.text.trim().split('\n')).toHaveLength(6);
  });
});
