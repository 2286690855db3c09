import { decode, isDocument, type Doc } from '../values/bson.js';
import * as catalogue from '../catalogue/catalogue.js';
import { Cursors } from './cursors.js';
import { MongoError, unsupported } from '../errors.js';
import { expression } from '../aggregation/expressions.js';
import { toBigInt } from '../values/numbers.js';
import { outputOf } from '../aggregation/outputs.js';
import * as reads from '../query/reads.js';
import { Pace } from '../query/search.js';
import * as server from './server-info.js';
import { Sessions, type Session } from './sessions.js';
import { toText } from '../values/shell-text.js';
import type { Store } from '../storage/store.js';
import type { Transaction } from '../storage/transactions.js';
import { expireDocuments } from '../write/ttl.js';
import { toNumberValue, typeName } from '../values/values.js';
import * as writes from '../write/writes.js';
import { bulkWrite } from '../write/bulk-write.js';
import type { WriteContext } from '../write/modifications.js';

/** A reply: a document, or one as bytes already. */
export type Reply = Doc | Buffer;

/** How often expired documents, cursors and sessions are looked for. */
const HOUSEKEEPING_MS = 1000;

/** What a command runs with. */
interface Call {
  name: string;
  command: Doc;
  db: string;
  session: Session | undefined;
  transaction?: Transaction;
  retry?: { session: Session; number: bigint };
  variables: Doc;
  deadline: number;
}

const inTransaction = new Set([
  'insert',
  'update',
  'delete',
  'findAndModify',
  'findandmodify',
  'bulkWrite',
  'find',
  'getMore',
  'killCursors',
  'aggregate',
  'distinct',
  'create',
  'createIndexes',
  'hello',
  'isMaster',
  'ismaster',
  'ping',
]);
const retryable = new Set(['insert', 'update', 'delete', 'findAndModify', 'findandmodify', 'bulkWrite']);
const takesWriteConcern = new Set([
  ...retryable,
  'create',
  'createIndexes',
  'drop',
  'dropDatabase',
  'dropIndexes',
  'collMod',
  'commitTransaction',
  'abortTransaction',
  'aggregate',
]);

/** MongoDB's commands, over the store. */
export class Commands {
  private readonly cursors = new Cursors();
  private readonly sessions: Sessions;
  private readonly timer: NodeJS.Timeout;
  private tidying: Promise<void> = Promise.resolve();

  /** What the server calls itself towards drivers. */
  address = 'embedded';

  constructor(private readonly store: Store) {
    this.sessions = new Sessions(store);
    this.timer = setInterval(() => {
      this.tidying = this.tidy().catch((error: unknown) =>
        console.error('embedded database: tidying up failed:', error),
      );
    }, HOUSEKEEPING_MS);
    this.timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.tidying;
    this.sessions.abandonAll();
  }

  private async tidy(): Promise<void> {
    this.cursors.expire();
    await this.sessions.expire();
    await expireDocuments(this.store);
  }

  /** @throws MongoError as MongoDB would answer */
  async run(command: Doc): Promise<Reply> {
    const call = this.prepare(command);
    const work = () => (command.autocommit === false ? this.runInTransaction(call) : this.dispatch(call));
    const reply = await (call.session && command.txnNumber !== undefined ? call.session.alone(work) : work());
    const problem = takesWriteConcern.has(call.name) && writeConcernError(command.writeConcern);
    return problem && !Buffer.isBuffer(reply) ? { ...reply, writeConcernError: problem } : reply;
  }

  private prepare(command: Doc): Call {
    const name = Object.keys(command)[0] ?? '';
    const db = typeof command.$db === 'string' ? command.$db : 'admin';
    const session = this.sessions.of(command.lsid);
    const call: Call = {
      name,
      command,
      db,
      session,
      variables: letVariables(command.let),
      deadline:
        command.maxTimeMS && name !== 'getMore' ? Date.now() + toNumberValue(command.maxTimeMS) : Infinity,
    };
    if (isDocument(command.collation) && command.collation.locale !== 'simple')
      throw unsupported('collation');
    for (const part of [command.updates, command.deletes, command.ops].flat()) {
      if (isDocument(part) && isDocument(part.collation) && part.collation.locale !== 'simple')
        throw unsupported('collation');
    }
    if (command.txnNumber !== undefined && command.autocommit !== false) {
      if (!session) throw new MongoError(72, 'Transaction numbers are only allowed on a session');
      if (!retryable.has(name))
        throw new MongoError(
          50768,
          `txnNumber may only be provided for multi-document transactions and retryable write commands. autocommit:false was not provided, and ${name} is not a retryable write command.`,
        );
      call.retry = { session, number: transactionNumber(command) };
    }
    checkConcerns(command);
    return call;
  }

  private async runInTransaction(call: Call): Promise<Reply> {
    const { name, command, session } = call;
    if (!session) throw new MongoError(72, 'transactions need a session (lsid)');
    const number = transactionNumber(command);
    if (name === 'commitTransaction') {
      await session.commit(number);
      return { ok: 1 };
    }
    if (name === 'abortTransaction') {
      session.abort(number);
      return { ok: 1 };
    }
    if (command.writeConcern !== undefined)
      throw new MongoError(72, 'writeConcern is not allowed within a multi-statement transaction');
    if (!command.startTransaction && command.readConcern !== undefined) {
      throw new MongoError(72, 'Only the first command in a transaction may specify a readConcern');
    }
    const transaction = command.startTransaction ? session.start(number) : session.running(number);
    try {
      if (!inTransaction.has(name)) {
        if (!(name in handlers)) throw noSuchCommand(name);
        throw new MongoError(263, `Cannot run '${name}' in a multi-document transaction.`);
      }
      const reply = await this.dispatch({ ...call, transaction });
      // A statement that failed ends the transaction, as on MongoDB.
      if (!Buffer.isBuffer(reply) && (reply.writeErrors ?? reply.nErrors)) session.abandon();
      return reply;
    } catch (error) {
      session.abandon();
      throw error;
    }
  }

  private async dispatch(call: Call): Promise<Reply> {
    const handler = Object.hasOwn(handlers, call.name) ? handlers[call.name]! : undefined;
    if (!handler) throw noSuchCommand(call.name);
    return handler(call, this.services);
  }

  private get services(): Services {
    return { store: this.store, cursors: this.cursors, sessions: this.sessions, address: this.address };
  }
}

interface Services {
  store: Store;
  cursors: Cursors;
  sessions: Sessions;
  address: string;
}
type Handler = (call: Call, services: Services) => Reply | Promise<Reply>;

const noSuchCommand = (name: string) => new MongoError(59, `no such command: '${name}'`);

function transactionNumber(command: Doc): bigint {
  if (command.txnNumber === undefined) throw new MongoError(72, "'autocommit' field requires a 'txnNumber'");
  return toBigInt(command.txnNumber);
}

/** A command's `let`: expressions that see no document. */
function letVariables(spec: unknown): Doc {
  if (spec === undefined) return {};
  if (!isDocument(spec))
    throw new MongoError(
      14,
      `BSON field 'let' is the wrong type '${typeName(spec)}', expected type 'object'`,
    );
  return Object.fromEntries(
    Object.entries(spec).map(([name, value]) => [name, expression(value)({}) ?? null]),
  );
}

/** Of one node, every acknowledged write is a majority's; it cannot promise more nodes than that. */
function writeConcernError(concern: unknown): Doc | undefined {
  if (!isDocument(concern) || concern.w === undefined) return undefined;
  if (typeof concern.w === 'string') {
    if (concern.w === 'majority') return undefined;
    return {
      code: 79,
      codeName: 'UnknownReplWriteConcern',
      errmsg: `No write concern mode named '${concern.w}' found in replica set configuration`,
    };
  }
  if (toNumberValue(concern.w) <= 1) return undefined;
  return { code: 100, codeName: 'UnsatisfiableWriteConcern', errmsg: 'Not enough data-bearing nodes' };
}

function checkConcerns({ readConcern, autocommit }: Doc): void {
  const level = isDocument(readConcern) ? readConcern.level : undefined;
  if (
    level !== undefined &&
    !['local', 'available', 'majority', 'linearizable', 'snapshot'].includes(level as string)
  ) {
    throw new MongoError(
      9,
      `Enumeration value '${toText(level)}' for field 'readConcern.level' is not a valid value.`,
    );
  }
  if (level === 'snapshot' && autocommit !== false) throw unsupported('a snapshot outside a transaction');
  if (isDocument(readConcern) && readConcern.atClusterTime !== undefined)
    throw unsupported('readConcern atClusterTime');
}

/** The collection that a command names. */
function targetOf({ name, command, db }: Call) {
  const collection = command[name];
  if (typeof collection !== 'string')
    throw new MongoError(73, `collection name has invalid type ${typeName(collection)}`);
  if (collection === '' || collection.includes('\0'))
    throw new MongoError(73, `Invalid namespace specified '${db}.${collection}'`);
  return { db, name: collection };
}

const readContext = (
  call: Call,
  { store, cursors, sessions }: Services,
  target = targetOf(call),
): reads.ReadContext => ({
  store,
  cursors,
  target,
  transaction: call.transaction,
  session: call.session?.name,
  variables: call.variables,
  deadline: call.deadline,
  specialSource: (name) => specialSource(name, call, store, sessions),
});

const writeContext = (call: Call, { store }: Services, target = targetOf(call)): WriteContext => ({
  store,
  target,
  transaction: call.transaction,
  retry: call.retry,
  variables: call.variables,
  deadline: call.deadline,
});

/** Stages that answer from the server itself. */
function specialSource(name: string, call: Call, store: Store, sessions: Sessions): Doc[] | undefined {
  const onDatabase = typeof call.command.aggregate !== 'string';
  switch (name) {
    case '$listLocalSessions':
      return sessions.list();
    case '$currentOp':
      if (!onDatabase || call.db !== 'admin')
        throw new MongoError(73, '$currentOp must be run against the admin database with {aggregate: 1}');
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
      const collection = store.find(call.db, String(call.command.aggregate));
      return (collection?.indexes ?? []).map(({ spec }) => ({
        name: spec.name,
        key: spec.key,
        host: 'embedded',
      }));
    }
    default:
      return undefined;
  }
}

async function aggregate(call: Call, services: Services): Promise<Reply> {
  const { command, db } = call;
  const isOnCollection = typeof command.aggregate === 'string';
  const context = readContext(call, services, isOnCollection ? targetOf(call) : { db, name: '' });
  const pipeline = reads.pipelineOf(command);
  if (command.explain) return reads.explain(command, 'queryPlanner', context);
  const output = outputOf(pipeline, services.store, db, call.variables);
  if (!output) return reads.openAggregate(command, reads.aggregateFlow(command, pipeline, context), context);
  if (isDocument(command.readConcern) && command.readConcern.level === 'linearizable')
    throw new MongoError(
      72,
      `${Object.keys(pipeline.at(-1)!)[0]} cannot be used with a 'linearizable' read concern level`,
    );
  if (call.transaction)
    throw new MongoError(
      263,
      `Operation not permitted in transaction :: caused by :: Aggregation stage ${Object.keys(pipeline.at(-1)!)[0]} cannot run within a multi-document transaction.`,
    );
  const pace = new Pace(call.deadline);
  const docs: Doc[] = [];
  for (const bytes of reads.aggregateFlow(command, pipeline.slice(0, -1), context)) {
    if (bytes) docs.push(decode(bytes));
    else await pace.pause();
  }
  await output(docs, pace);
  return reads.openAggregate(command, [], context);
}

async function runBulkWrite(call: Call, services: Services): Promise<Reply> {
  const { command, db } = call;
  if (db !== 'admin') throw new MongoError(13, 'bulkWrite may only be run against the admin database.');
  const { results, ...counters } = await bulkWrite(
    command,
    writeContext(call, services, { db, name: '$cmd.bulkWrite' }),
  );
  const cursor = await listReply(results as Doc[], call, services, '$cmd.bulkWrite');
  return { ...decode(cursor), ...counters };
}

const listReply = (docs: Doc[], call: Call, { cursors }: Services, name: string): Promise<Buffer> => {
  const batchSize = isDocument(call.command.cursor) ? call.command.cursor.batchSize : undefined;
  return cursors.open(catalogue.encodeAll(docs), {
    namespace: `${call.db}.${name}`,
    session: call.session?.name,
    batchSize: batchSize === undefined ? Infinity : toNumberValue(batchSize),
  });
};

const catalogueContext = (
  call: Call,
  { store }: Services,
  target = targetOf(call),
): catalogue.CatalogueContext => ({
  store,
  target,
  transaction: call.transaction,
});
const databaseContext = (call: Call, services: Services) =>
  catalogueContext(call, services, { db: call.db, name: '' });

const hello: Handler = (_call, { address }) => server.hello(address);
const findAndModify: Handler = (call, services) =>
  writes.findAndModify(call.command, writeContext(call, services));

const handlers: Record<string, Handler> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: () => ({ ok: 1 }),
  buildInfo: () => server.buildInfo(),
  buildinfo: () => server.buildInfo(),
  connectionStatus: () => server.connectionStatus(),
  getParameter: ({ command }) => server.getParameter(command),
  hostInfo: (_call, { address }) => server.hostInfo(address),
  serverStatus: (_call, { address, cursors, store }) =>
    server.serverStatus(address, cursors.openCount, store.written),
  getLog: () => ({ totalLinesWritten: 0, log: [], ok: 1 }),
  getCmdLineOpts: () => ({ argv: [], parsed: {}, ok: 1 }),
  whatsmyuri: () => ({ you: 'embedded', ok: 1 }),
  replSetGetStatus: (_call, { address }) => server.replicaSetStatus(address),

  find: (call, services) => reads.find(call.command, readContext(call, services)),
  count: (call, services) => reads.countDocuments(call.command, readContext(call, services)),
  distinct: (call, services) => reads.distinct(call.command, readContext(call, services)),
  aggregate,
  explain: (call, services) => {
    const inner = call.command.explain;
    if (!isDocument(inner)) throw new MongoError(9, 'explain takes a command document');
    const name = Object.keys(inner)[0] ?? '';
    if (!reads.isExplainable(name))
      throw new MongoError(59, `Explain failed due to unknown command: ${name}`);
    const target = targetOf({ ...call, name, command: inner });
    return reads.explain(inner, call.command.verbosity ?? 'allPlansExecution', {
      ...readContext(call, services, target),
      variables: letVariables(inner.let),
    });
  },
  getMore: ({ name, command, db, session }, { cursors }) => {
    const { collection, batchSize } = command;
    if (typeof collection !== 'string')
      throw new MongoError(14, "BSON field 'getMore.collection' is missing but a required field");
    return cursors.more(
      toBigInt(command[name]),
      `${db}.${collection}`,
      session?.name,
      batchSize ? toNumberValue(batchSize) : Infinity,
    );
  },
  killCursors: ({ command }, { cursors }) => ({
    ...cursors.kill(Array.isArray(command.cursors) ? (command.cursors as unknown[]) : []),
    cursorsAlive: [],
    cursorsUnknown: [],
    ok: 1,
  }),

  insert: (call, services) => writes.insert(call.command, writeContext(call, services)),
  update: (call, services) => writes.update(call.command, writeContext(call, services)),
  delete: (call, services) => writes.remove(call.command, writeContext(call, services)),
  findAndModify,
  findandmodify: findAndModify,
  bulkWrite: runBulkWrite,

  commitTransaction: () => {
    throw new MongoError(125, 'commitTransaction must be run within a transaction');
  },
  abortTransaction: () => {
    throw new MongoError(125, 'abortTransaction must be run within a transaction');
  },
  endSessions: endSessions,
  killSessions: endSessions,
  refreshSessions: () => ({ ok: 1 }),
  startSession: () => ({ timeoutMinutes: 30, ok: 1 }),

  create: (call, services) => catalogue.create(call.command, catalogueContext(call, services)),
  drop: (call, services) => catalogue.drop(catalogueContext(call, services)),
  dropDatabase: (call, services) => catalogue.dropDatabase(databaseContext(call, services)),
  listDatabases: (call, services) => catalogue.listDatabases(call.command, databaseContext(call, services)),
  listCollections: (call, services) =>
    listReply(
      catalogue.listCollections(call.command, databaseContext(call, services)),
      call,
      services,
      '$cmd.listCollections',
    ),
  listIndexes: (call, services) => {
    const context = catalogueContext(call, services);
    return listReply(catalogue.listIndexes(context), call, services, context.target.name);
  },
  createIndexes: (call, services) => catalogue.createIndexes(call.command, catalogueContext(call, services)),
  dropIndexes: (call, services) => catalogue.dropIndexes(call.command, catalogueContext(call, services)),
  deleteIndexes: (call, services) => catalogue.dropIndexes(call.command, catalogueContext(call, services)),
  collMod: (call, services) => catalogue.collMod(call.command, catalogueContext(call, services)),
  collStats: (call, services) => catalogue.collStats(catalogueContext(call, services)),
  dbStats: (call, services) => catalogue.dbStats(databaseContext(call, services)),
  dbstats: (call, services) => catalogue.dbStats(databaseContext(call, services)),
  validate: (call, services) => catalogue.validate(catalogueContext(call, services)),
  renameCollection: () => {
    throw unsupported('renameCollection');
  },
  /** Not MongoDB's: copies a consistent snapshot of the file, while the server goes on. */
  embeddedBackup: async ({ command, db }, { store }) => {
    if (db !== 'admin' || typeof command.to !== 'string')
      throw new MongoError(2, 'embeddedBackup needs the admin database and a path');
    await store.backup(command.to);
    return { ok: 1 };
  },
};

async function endSessions({ name, command }: Call, { sessions }: Services): Promise<Doc> {
  const lsids = command[name];
  if (!Array.isArray(lsids)) throw new MongoError(14, `BSON field '${name}' must be an array`);
  await sessions.end(lsids);
  return { ok: 1 };
}
