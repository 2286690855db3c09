import { Long } from 'bson';
import { decode, encode, isDocument, type Doc } from '../values/bson.js';
import * as collections from '../commands/catalog/collections.js';
import * as indexes from '../commands/catalog/index-commands.js';
import * as statistics from '../commands/catalog/statistics.js';
import { MECHANISM, type Connection } from './authentication.js';
import { parseFields } from './command-fields.js';
import { Cursors } from './cursors.js';
import { fail } from '../values/errors.js';
import { expression } from '../language/expressions.js';
import { toBigInt } from '../values/numbers.js';
import { outputOf } from '../commands/outputs.js';
import * as reads from '../commands/reads.js';
import { YieldPolicy } from '../values/yield-policy.js';
import * as server from './server-info.js';
import { Sessions, type Session } from './sessions.js';
import { backupStore } from '../storage/backup.js';
import type { Store } from '../storage/store.js';
import type { Transaction } from '../storage/transactions.js';
import { isNumber } from '../values/ranks.js';
import { typeName } from '../values/values.js';
import * as writes from '../commands/writes.js';
import { bulkWrite } from '../commands/bulk-write.js';
import { asPipeline } from '../commands/pipeline.js';
import { checkAsked, type Namespace } from '../storage/namespaces.js';

/** A reply: a document, or its BSON. */
export type Reply = Doc | Buffer;

/** A command with its context. */
export interface Call {
  name: string;
  command: Doc;
  db: string;
  session: Session | undefined;
  transaction?: Transaction;
  retry?: { session: Session; number: bigint };
  variables: Doc;
  deadline: number;
  connection: Connection;
}

export interface Services {
  store: Store;
  cursors: Cursors;
  sessions: Sessions;
  address: string;
  compact: () => Promise<void>;
}
type Handler = (call: Call, services: Services) => Reply | Promise<Reply>;

const verbosities = ['queryPlanner', 'executionStats', 'allPlansExecution'];

/** Evaluates a command's `let`, whose expressions have no document. */
export const letVariables = ({ let: spec = {} }: { let?: Doc }): Doc =>
  Object.fromEntries(Object.entries(spec).map(([name, value]) => [name, expression(value)({}) ?? null]));

/** The collection that a command names. */
function targetOf({ name, command, db }: Call) {
  const collection = command[name];
  if (typeof collection !== 'string')
    throw fail(73, `collection name has invalid type ${typeName(collection)}`);
  checkAsked(db, collection);
  return { db, name: collection };
}

/** Returns the context of a call, of which each command takes what its own type of context names. */
const contextOf = (call: Call, services: Services, target: Namespace = targetOf(call)) => ({
  store: services.store,
  cursors: services.cursors,
  target,
  transaction: call.transaction,
  session: call.session?.name,
  retry: call.retry,
  variables: call.variables,
  deadline: call.deadline,
  client: call.connection,
  specialSource: (name: string, spec: unknown) => specialSource(name, spec, call, services),
});
type Run = (command: Doc, context: ReturnType<typeof contextOf>) => Reply | Promise<Reply>;

/** Returns the handler of a command that names a collection. */
const onCollection =
  (run: Run): Handler =>
  (call, services) =>
    run(call.command, contextOf(call, services));
/** Returns the handler of a command that names a database only. */
const onDatabase =
  (run: Run): Handler =>
  (call, services) =>
    run(call.command, contextOf(call, services, { db: call.db, name: '' }));

/** Returns the documents of pipeline stages that read the server's own state. */
function specialSource(name: string, spec: unknown, call: Call, services: Services): Doc[] | undefined {
  const onDatabase = typeof call.command.aggregate !== 'string';
  switch (name) {
    case '$listLocalSessions':
      return services.sessions.list();
    case '$currentOp':
      if (!onDatabase || call.db !== 'admin')
        throw fail(73, '$currentOp must be run against the admin database with {aggregate: 1}');
      return [
        {
          type: 'op',
          host: 'embedded',
          op: 'command',
          ns: 'admin.$cmd.aggregate',
          active: true,
          command: call.command,
        },
      ];
    case '$indexStats': {
      if (!isDocument(spec) || Object.keys(spec).length > 0)
        throw fail(28803, 'The $indexStats stage specification must be an empty object');
      const { indexes = [] } = services.store.catalog.find(call.db, targetOf(call).name) ?? {};
      return indexes.map(({ spec: { name, key }, accesses: { ops, since } }) => ({
        name,
        key,
        host: 'embedded',
        accesses: { ops: Long.fromNumber(ops), since },
      }));
    }
    case '$collStats':
      return [statistics.collStatsStage(spec, contextOf(call, services))];
    default:
      return undefined;
  }
}

async function aggregate(call: Call, services: Services): Promise<Reply> {
  const { command, db } = call;
  const isOnCollection = typeof command.aggregate === 'string';
  if (!isOnCollection && !(isNumber(command.aggregate) && Number(command.aggregate) === 1))
    throw fail(9, "the 'aggregate' field must specify a collection name or 1");
  const context = contextOf(call, services, isOnCollection ? targetOf(call) : { db, name: '' });
  const pipeline = asPipeline(command.pipeline);
  if (command.explain) return reads.explain(command, 'queryPlanner', context);
  const output = outputOf(pipeline, services.store, db, call.variables);
  if (!output) return reads.openAggregate(command, reads.aggregateFlow(command, pipeline, context), context);
  const stage = Object.keys(pipeline.at(-1)!)[0];
  if (isDocument(command.readConcern) && command.readConcern.level === 'linearizable')
    throw fail(72, `${stage} cannot be used with a 'linearizable' read concern level`);
  if (call.transaction)
    throw fail(
      263,
      `Operation not permitted in transaction :: caused by :: Aggregation stage ${stage} cannot run within a multi-document transaction.`,
    );
  const yieldPolicy = new YieldPolicy(call.deadline);
  const docs: Doc[] = [];
  const flow = reads.aggregateFlow(command, pipeline.slice(0, -1), context);
  await yieldPolicy.forEach(flow, (bytes) => docs.push(decode(bytes)));
  await output(docs, call.deadline);
  // A document, not bytes, as a writeConcernError may be added to it.
  return decode(await reads.openAggregate(command, [], context));
}

const runBulkWrite: Run = async (command, context) => {
  if (context.target.db !== 'admin') throw fail(13, 'bulkWrite may only be run against the admin database.');
  const { results, ...counters } = await bulkWrite(command, context);
  const cursor = await listReply(results as Doc[], command, context, '$cmd.bulkWrite');
  return { ...decode(cursor), ...counters };
};

const listReply = (docs: Doc[], command: Doc, context: Parameters<Run>[1], name: string): Promise<Buffer> => {
  const { batchSize = Infinity } = (command.cursor ?? {}) as { batchSize?: number };
  const { cursors, session, target } = context;
  return cursors.open(docs.map(encode), { namespace: `${target.db}.${name}`, session, batchSize });
};

const hello: Handler = ({ command, connection }, { address }) => {
  const begun = connection.beginEarly(command.speculativeAuthenticate);
  return {
    ...server.hello(address),
    ...(command.saslSupportedMechs !== undefined && { saslSupportedMechs: [MECHANISM] }),
    ...(begun && { speculativeAuthenticate: begun }),
  };
};
const dbStats = onDatabase(statistics.dbStats);
const dropIndexes = onCollection(indexes.dropIndexes);
const findAndModify = onCollection(writes.findAndModify);

/** The handler of each command, by name. */
export const handlers: Record<string, Handler> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: () => ({ ok: 1 }),
  buildInfo: () => server.buildInfo(),
  buildinfo: () => server.buildInfo(),
  connectionStatus: ({ connection }) => connection.status(),
  saslStart: ({ command, connection }) => connection.begin(command),
  saslContinue: ({ command, connection }) => connection.proceed(command),
  logout: ({ connection }) => {
    connection.signOut();
    return { ok: 1 };
  },
  getParameter: ({ command }) => server.getParameter(command),
  hostInfo: (_call, { address }) => server.hostInfo(address),
  serverStatus: (_call, { address, cursors, store }) =>
    server.serverStatus(address, cursors.openCount, store.written),
  getLog: () => ({ totalLinesWritten: 0, log: [], ok: 1 }),
  getCmdLineOpts: () => ({ argv: [], parsed: {}, ok: 1 }),
  whatsmyuri: () => ({ you: 'embedded', ok: 1 }),
  replSetGetStatus: (_call, { address }) => server.replicaSetStatus(address),

  find: onCollection(reads.find),
  count: onCollection(reads.countDocuments),
  distinct: onCollection(reads.distinct),
  aggregate,
  explain: (call, services) => {
    const { explain: inner, verbosity = 'allPlansExecution' } = call.command as {
      explain: Doc;
      verbosity?: string;
    };
    const name = Object.keys(inner)[0] ?? '';
    if (!reads.isExplainable(name)) throw fail(59, `Explain failed due to unknown command: ${name}`);
    if (!verbosities.includes(verbosity))
      throw fail(9, `verbosity string must be one of ${verbosities.join(', ')}`);
    parseFields(name, inner);
    const target = targetOf({ ...call, name, command: inner });
    return reads.explain(inner, verbosity, {
      ...contextOf(call, services, target),
      variables: letVariables(inner),
    });
  },
  getMore: ({ name, command, db, session, transaction, connection }, { cursors }) => {
    const { collection, batchSize } = command as { collection: string; batchSize?: number };
    return cursors.more(toBigInt(command[name]), {
      namespace: `${db}.${collection}`,
      session: session?.name,
      transaction,
      batchSize: batchSize || Infinity,
      client: connection,
    });
  },
  killCursors: ({ command }, { cursors }) => ({
    ...cursors.kill(command.cursors as unknown[]),
    cursorsAlive: [],
    cursorsUnknown: [],
    ok: 1,
  }),

  insert: onCollection(writes.insert),
  update: onCollection(writes.update),
  delete: onCollection(writes.remove),
  findAndModify,
  findandmodify: findAndModify,
  bulkWrite: onDatabase(runBulkWrite),

  commitTransaction: () => {
    throw fail(125, 'commitTransaction must be run within a transaction');
  },
  abortTransaction: () => {
    throw fail(125, 'abortTransaction must be run within a transaction');
  },
  endSessions,
  killSessions: endSessions,
  killAllSessions,
  refreshSessions: () => ({ ok: 1 }),
  startSession: () => ({ timeoutMinutes: 30, ok: 1 }),

  create: onCollection(collections.create),
  drop: onCollection((_, context) => collections.drop(context)),
  dropDatabase: onDatabase((_, context) => collections.dropDatabase(context)),
  listDatabases: onDatabase(statistics.listDatabases),
  listCollections: onDatabase((command, context) =>
    listReply(collections.listCollections(command, context), command, context, '$cmd.listCollections'),
  ),
  listIndexes: onCollection((command, context) =>
    listReply(indexes.listIndexes(context), command, context, context.target.name),
  ),
  createIndexes: onCollection(indexes.createIndexes),
  dropIndexes,
  deleteIndexes: dropIndexes,
  collStats: onCollection(statistics.collStats),
  dbStats,
  dbstats: dbStats,
  validate: onCollection((_, context) => statistics.validate(context)),
  renameCollection: onDatabase(collections.rename),
  /** Not a command of MongoDB: the server runs it, when no other command runs. */
  embeddedCompact: async ({ db, connection }, { compact }) => {
    if (!connection.isOwner)
      throw fail(13, 'embeddedCompact is to be asked through the socket in the data folder');
    if (db !== 'admin') throw fail(2, 'embeddedCompact needs the admin database');
    await compact();
    return { ok: 1 };
  },
  /** Not a command of MongoDB: writes a consistent snapshot to a file while the server runs. */
  embeddedBackup: async ({ command, db, connection }, { store }) => {
    if (!connection.isOwner)
      throw fail(13, 'embeddedBackup writes files: it is to be asked through the socket in the data folder');
    if (db !== 'admin' || typeof command.to !== 'string')
      throw fail(2, 'embeddedBackup needs the admin database and a path');
    await backupStore(store, command.to);
    return { ok: 1 };
  },
};

async function endSessions({ name, command }: Call, { sessions, cursors }: Services): Promise<Doc> {
  const lsids = command[name];
  if (!Array.isArray(lsids)) throw fail(14, `BSON field '${name}' must be an array`);
  for (const session of await sessions.end(lsids)) cursors.closeSession(session);
  return { ok: 1 };
}

/** https://www.mongodb.com/docs/manual/reference/command/killAllSessions/ */
function killAllSessions({ command }: Call, { sessions, cursors }: Services): Doc {
  const users = command.killAllSessions;
  if (!Array.isArray(users)) throw fail(14, "BSON field 'killAllSessions' must be an array");
  // All sessions belong to one user, or to none.
  if (users.length > 0) return { ok: 1 };
  for (const session of sessions.abandonAll()) cursors.closeSession(session);
  return { ok: 1 };
}
