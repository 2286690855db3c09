import { setTimeout as delay } from 'node:timers/promises';
import {
  MongoServerError,
  type ClientSession,
  type Collection,
  type Db,
  type Document,
  type FindOptions,
  type IndexDescription,
} from 'mongodb';
import { CliError } from './cli.js';
import { Progress } from './progress.js';

const BATCH = 1000;
/** Reads every value in the type in which it is stored. */
const faithful: FindOptions = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
};

/**
 * Codes of a state that the server keeps no longer: SnapshotTooOld, SnapshotUnavailable, and NoSuchTransaction of a
 * transaction that took its place.
 */
const lostSnapshot: readonly unknown[] = [239, 246, 251];

/**
 * Codes of changes to the catalogue that collide with others: WriteConflict, ConflictingOperationInProgress,
 * SnapshotUnavailable, IndexBuildAborted, BackgroundOperationInProgressForDatabase and …ForNamespace.
 */
const catalogConflicts: ReadonlySet<unknown> = new Set([112, 117, 246, 276, 12_586, 12_587]);
const maximumAttempts = 20;
const pauseMs = 200;

/**
 * Makes, changes or drops a collection or its indexes; tries again for some seconds while others change them.
 * @throws CliError where they go on
 */
export async function changeCatalog<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof MongoServerError && catalogConflicts.has(Number(error.code)))) throw error;
      if (attempt === maximumAttempts)
        throw new CliError(
          `Other programs change the collections or indexes of the database: stop them and run this again (${error.message})`,
        );
    }
    await delay(pauseMs);
  }
}

export interface CopyOptions {
  /** Reads all collections as they were at one moment, while programs write. */
  inSnapshot?: boolean;
  /** Called after each collection. */
  onCopied?: (namespace: string, documents: number) => void;
}

/**
 * Reads before anything is written whether the target has what the source has not, as one in use has: copied over, its
 * records would be those of two databases. What a copy that was interrupted has left may have expired in the source.
 * @throws CliError where it has
 */
async function refuseOthers(source: Collection, target: Collection): Promise<void> {
  const has = async (ids: readonly Document['_id'][]) =>
    !ids.length || (await source.countDocuments({ _id: { $in: ids as never[] } })) === ids.length;
  const expired = (await source.indexes()).flatMap(({ key, expireAfterSeconds: seconds }) =>
    seconds === undefined
      ? []
      : Object.keys(key).map((field) => ({ [field]: { $lte: new Date(Date.now() - seconds * 1000) } })),
  );
  let ids: Document['_id'][] = [];
  const options = { ...faithful, projection: { _id: 1 }, batchSize: BATCH };
  for await (const { _id } of target.find(expired.length ? { $nor: expired } : {}, options)) {
    ids.push(_id);
    if (ids.length < BATCH) continue;
    if (!(await has(ids))) break;
    ids = [];
  }
  if (await has(ids)) return;
  throw new CliError(
    `The target holds documents in ${target.namespace} that the source does not: copy into an empty database`,
  );
}

/** Copies every collection and index of a database. */
export async function copyDatabase(
  source: Db,
  target: Db,
  { inSnapshot = false, onCopied }: CopyOptions,
): Promise<void> {
  const collections = await source.listCollections().toArray();
  const other = collections.find(({ type }) => type !== undefined && type !== 'collection');
  if (other)
    throw new CliError(`${source.databaseName}.${other.name} is a ${other.type}, which cannot be copied`);
  const names = collections.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
  if (!names.length)
    throw new CliError(`The database ${source.databaseName} is empty: there is nothing to copy`);
  for (const name of names) await refuseOthers(source.collection(name), target.collection(name));
  const session = inSnapshot ? await snapshotOf(source, names[0]!) : undefined;
  try {
    for (const name of names) {
      const documents = await copyCollection(source.collection(name), target.collection(name), session);
      onCopied?.(`${target.databaseName}.${name}`, documents);
    }
  } catch (error) {
    // A number of BSON, as the records are read so.
    const code = error instanceof MongoServerError && Number(error.code);
    if (!session || !lostSnapshot.includes(code)) throw error;
    throw new CliError(
      'The database is too large to be read in the time for which its server keeps one state of it: raise MongoDB’s parameter minSnapshotHistoryWindowInSeconds, or stop the programs that write and copy it',
    );
  } finally {
    await session?.endSession();
  }
}

/**
 * Returns a session that reads one state of the database. MongoDB keeps it for five minutes; a server without snapshot
 * sessions, as the embedded one, gives a transaction, which it ends after one minute.
 * https://www.mongodb.com/docs/manual/reference/read-concern-snapshot/
 */
async function snapshotOf({ client, databaseName }: Db, collection: string): Promise<ClientSession> {
  const read = (session: ClientSession) =>
    client
      .db(databaseName)
      .collection(collection)
      .findOne({}, { session, projection: { _id: 1 } });
  const session = client.startSession({ snapshot: true });
  try {
    await read(session);
    return session;
  } catch (error) {
    await session.endSession();
    if (!(error instanceof MongoServerError) || error.code !== 115) throw error;
  }
  const transaction = client.startSession();
  transaction.startTransaction({ readConcern: { level: 'snapshot' } });
  await read(transaction);
  return transaction;
}

async function copyCollection(
  source: Collection,
  target: Collection,
  session?: ClientSession,
): Promise<number> {
  const name = source.namespace;
  const total = await source.estimatedDocumentCount();
  const create = () => target.db.createCollection(target.collectionName);
  await changeCatalog(create).catch((error: { code?: number }) => {
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
  const options = { ...faithful, batchSize: BATCH, ...(session && { session }) };
  for await (const doc of source.find({}, options)) {
    batch.push(doc);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  progress.clear();
  // Before the indexes: one of expiry deletes documents.
  await compareCounts(source, target, session ? copied : undefined);
  await copyIndexes(source, target);
  return copied;
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
  if (specs.length > 0) await changeCatalog(() => target.createIndexes(specs));
}

/** @param read number of documents in the snapshot; without one, the source is counted */
async function compareCounts(source: Collection, target: Collection, read?: number): Promise<void> {
  const [wanted, found] = await Promise.all([read ?? source.countDocuments(), target.countDocuments()]);
  if (wanted === found) return;
  throw new CliError(
    `${source.namespace}: ${wanted} documents here and ${found} there. ${found > wanted ? 'The target held others before, or documents were deleted meanwhile: copy into an empty database' : 'Documents were added meanwhile: stop the programs that write and run this again'}`,
  );
}
