import fs from 'node:fs';
import {
  MongoClient,
  type Collection,
  type Db,
  type Document,
  type FindOptions,
  type IndexDescription,
} from 'mongodb';
import { folderPaths } from '../embedded/storage/folder.js';
import { joinEmbeddedDatabase } from '../embedded/launcher.js';
import { readOptions, runTool, ToolError } from './arguments.js';

/**
 * `npm run db:copy -- --from A --to B`: copies every collection and index from one database to another. A and B are
 * MongoDB addresses, or data folders of the embedded database. It can be run again after an interruption: documents
 * that are there already are put in their place again.
 */
const usage = 'npm run db:copy -- --from ADDRESS|FOLDER --to ADDRESS|FOLDER';
const BATCH = 1000;
/** MongoDB's own databases, which are not copied. */
const internal = ['admin', 'local', 'config'];
/** Every value keeps the type in which it is stored. */
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
    throw new ToolError(`--from: there is no database in ${place}.`);
  const database = await joinEmbeddedDatabase({ dataDir: place });
  return connect(database.uri, () => database.close());
}

async function connect(uri: string, after: () => Promise<void> = () => Promise.resolve()): Promise<Place> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    await after();
    throw new ToolError(
      `No database answers at ${uri.replace(/\/\/[^@/]*@/, '//')}: ${(error as Error).message}`,
    );
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
      throw new ToolError(`${source.databaseName}.${name} is a ${type}, which cannot be copied.`);
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
  let told = Date.now();
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
    if (Date.now() - told > 1000) {
      told = Date.now();
      console.log(`${name}: ${copied} of ${total} documents`);
    }
  };
  for await (const doc of source.find({}, { ...faithful, batchSize: BATCH })) {
    batch.push(doc);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  await copyIndexes(source, target);
  await compareCounts(source, target);
  console.log(`${name}: ${copied} documents, done`);
}

async function copyIndexes(source: Collection, target: Collection): Promise<void> {
  const indexes = (await source.indexes()).filter(({ name }) => name !== '_id_');
  // The version and the namespace are each server's own.
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
  throw new ToolError(
    `${source.namespace}: ${wanted} documents here and ${found} there. ${found > wanted ? 'The target held others before, or documents were deleted meanwhile: copy into an empty database' : 'Documents were added meanwhile: stop the application and run this again'}.`,
  );
}

await runTool(async () => {
  const { from, to } = readOptions(['from', 'to'], usage);
  if (!from || !to) throw new ToolError(`Say from where and to where: ${usage}`);
  if (from === to) throw new ToolError('--from and --to name the same database.');
  const source = await open(from, '--from');
  try {
    const target = await open(to, '--to');
    try {
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
});
