import fs from 'node:fs';
import {
  MongoClient,
  type Collection,
  type Db,
  type Document,
  type FindOptions,
  type IndexDescription,
} from 'mongodb';
import { join } from '../index.js';
import { folderPaths } from '../storage/data-directory.js';
import { CliError, type Command } from './cli.js';
import { Progress } from './progress.js';

const BATCH = 1000;
/** Time in milliseconds to wait for a connection to a database. */
const CONNECT_TIMEOUT_MS = 10_000;
/** MongoDB's own databases, which are not copied. */
const internal = ['admin', 'local', 'config'];
/** Reads every value in the type in which it is stored. */
const faithful: FindOptions = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
};

interface Place {
  client: MongoClient;
  close(): Promise<void>;
}

async function open(place: string, name: string): Promise<Place> {
  if (/^mongodb(\+srv)?:\/\//.test(place)) return connect(place);
  if (name === '--from' && !fs.existsSync(folderPaths(place).data))
    throw new CliError(`--from: there is no database in ${place}`);
  const database = await join({ dataDir: place });
  return connect(database.uri, () => database.close());
}

async function connect(uri: string, after: () => Promise<void> = () => Promise.resolve()): Promise<Place> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: CONNECT_TIMEOUT_MS });
  const shown = uri.replace(/\/\/[^@/]*@/, '//');
  const waiting = setTimeout(
    () => console.error(`Waiting for ${shown}, for ${CONNECT_TIMEOUT_MS / 1000} seconds at most …`),
    1000,
  );
  try {
    await client.connect();
  } catch (error) {
    await after();
    throw new CliError(`No database answers at ${shown}: ${(error as Error).message}`);
  } finally {
    clearTimeout(waiting);
  }
  return {
    client,
    close: async () => {
      await client.close();
      await after();
    },
  };
}

async function copyDatabase(source: Db, target: Db): Promise<void> {
  const collections = await source.listCollections().toArray();
  for (const { name, type } of collections) {
    if (name.startsWith('system.')) continue;
    if (type !== undefined && type !== 'collection')
      throw new CliError(`${source.databaseName}.${name} is a ${type}, which cannot be copied`);
    await copyCollection(source.collection(name), target.collection(name));
  }
}

async function copyCollection(source: Collection, target: Collection): Promise<void> {
  const name = source.namespace;
  const total = await source.estimatedDocumentCount();
  await target.db.createCollection(target.collectionName).catch((error: { code?: number }) => {
    if (error.code !== 48) throw error;
  });
  let copied = 0;
  let batch: Document[] = [];
  const progress = new Progress();
  const flush = async () => {
    if (batch.length === 0) return;
    await target.bulkWrite(
      batch.map((doc) => ({
        replaceOne: { filter: { _id: doc._id as never }, replacement: doc, upsert: true },
      })),
      { ordered: false },
    );
    copied += batch.length;
    batch = [];
    progress.show(`${name}: ${copied} of ${total} documents`);
  };
  for await (const doc of source.find({}, { ...faithful, batchSize: BATCH })) {
    batch.push(doc);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  progress.clear();
  await copyIndexes(source, target);
  await compareCounts(source, target);
  console.log(`${name}: ${copied} documents, done`);
}

async function copyIndexes(source: Collection, target: Collection): Promise<void> {
  const indexes = (await source.indexes()).filter(({ name }) => name !== '_id_');
  // The version and the namespace differ between servers.
  const specs = indexes.map((index) => {
    const spec: Document = { ...index };
    delete spec.v;
    delete spec.ns;
    return spec as IndexDescription;
  });
  if (specs.length > 0) await target.createIndexes(specs);
}

async function compareCounts(source: Collection, target: Collection): Promise<void> {
  const [wanted, found] = await Promise.all([source.countDocuments(), target.countDocuments()]);
  if (wanted === found) return;
  throw new CliError(
    `${source.namespace}: ${wanted} documents here and ${found} there. ${found > wanted ? 'The target held others before, or documents were deleted meanwhile: copy into an empty database' : 'Documents were added meanwhile: stop the programs that write and run this again'}`,
  );
}

/** Returns an identifier of the server that does not depend on the connection string. */
async function identityOf(client: MongoClient): Promise<string> {
  const admin = client.db('admin');
  const { setName, hosts } = await admin.command({ hello: 1 });
  // Not every account has the right to this command.
  const { host, pid } = await admin.command({ serverStatus: 1 }).catch((): Document => ({}));
  return JSON.stringify([setName, hosts, host, pid]);
}

/**
 * Copies databases. Can be repeated after an interruption: existing documents are replaced by id.
 */
export const copy: Command<'from' | 'to'> = {
  name: 'copy',
  about: 'Copies every collection and index from one database to another.',
  options: {
    from: ['ADDRESS|FOLDER', 'a MongoDB connection string, or a data folder'],
    to: ['ADDRESS|FOLDER', 'the same, of another database'],
  },
  required: ['from', 'to'],
  async run({ from = '', to = '' }) {
    const same = new CliError('--from and --to name the same database');
    if (from === to) throw same;
    const source = await open(from, '--from');
    try {
      const target = await open(to, '--to');
      try {
        if ((await identityOf(source.client)) === (await identityOf(target.client))) throw same;
        const { databases } = await source.client.db('admin').admin().listDatabases({ nameOnly: true });
        const names = databases.map(({ name }) => name).filter((name) => !internal.includes(name));
        for (const name of names) await copyDatabase(source.client.db(name), target.client.db(name));
        console.log(`Copied ${names.length} database${names.length === 1 ? '' : 's'}; all counts agree.`);
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  },
};
