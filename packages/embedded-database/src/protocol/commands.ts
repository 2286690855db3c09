import { isDocument, type Doc } from '../values/bson.js';
import type { Connection } from './authentication.js';
import { Cursors } from './cursors.js';
import { fail, unsupported } from '../values/errors.js';
import { parseFields } from './command-fields.js';
import { toBigInt } from '../values/numbers.js';
import type { ReplyBudget } from './reply-budget.js';
import { Sessions } from './sessions.js';
import { checkApi } from './stable-api.js';
import { formatValue } from '../values/format-value.js';
import type { Store } from '../storage/store.js';
import { expireDocuments } from '../commands/ttl.js';
import { underDeadline } from '../values/time-limit.js';
import { isNumber } from '../values/ranks.js';
import { handlers, letVariables, type Call, type Reply, type Services } from './handlers.js';

/** Interval in milliseconds at which expired documents, cursors and sessions are removed. */
const HOUSEKEEPING_MS = 1000;

const retryable = new Set(['insert', 'update', 'delete', 'findAndModify', 'findandmodify', 'bulkWrite']);
const inTransaction = new Set([
  ...retryable,
  'find',
  'getMore',
  'killCursors',
  'aggregate',
  'distinct',
  'create',
  'createIndexes',
]);
const takesWriteConcern = new Set([
  ...retryable,
  'create',
  'createIndexes',
  'drop',
  'renameCollection',
  'dropDatabase',
  'dropIndexes',
  'commitTransaction',
  'abortTransaction',
  'aggregate',
]);

/** Runs MongoDB's commands on the store. */
export class Commands {
  private readonly cursors: Cursors;
  private readonly sessions: Sessions;
  private readonly timer: NodeJS.Timeout;
  private tidying: Promise<void> = Promise.resolve();

  /** The address that the server reports to drivers. */
  address = 'embedded';

  constructor(
    private readonly store: Store,
    replyBudget: ReplyBudget,
    private readonly compact: () => Promise<void>,
  ) {
    this.cursors = new Cursors(replyBudget, () => store.dropChunks());
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

  /** Returns whether a client is in the midst of a transaction or of reading a result. */
  get isBusy(): boolean {
    return this.sessions.hasTransactions || this.cursors.openCount > 0;
  }

  private async tidy(): Promise<void> {
    this.cursors.expire();
    for (const session of await this.sessions.expire()) this.cursors.closeSession(session);
    await expireDocuments(this.store);
  }

  /** @throws MongoError with MongoDB's code and message */
  async run(command: Doc, connection: Connection): Promise<Reply> {
    const call = this.prepare(command, connection);
    const work = () => (command.autocommit === false ? this.runInTransaction(call) : this.dispatch(call));
    const reply = await (call.session && command.txnNumber !== undefined ? call.session.alone(work) : work());
    if (isDurableRead(command)) await this.store.settled();
    const problem = takesWriteConcern.has(call.name) && writeConcernError(command.writeConcern);
    return problem && !Buffer.isBuffer(reply) ? { ...reply, writeConcernError: problem } : reply;
  }

  private prepare(command: Doc, connection: Connection): Call {
    const name = Object.keys(command)[0] ?? '';
    connection.check(name);
    parseFields(name, command);
    checkApi(name, command);
    const db = typeof command.$db === 'string' ? command.$db : 'admin';
    const session = this.sessions.of(command.lsid);
    const deadline =
      command.maxTimeMS && name !== 'getMore' ? Date.now() + Number(command.maxTimeMS) : Infinity;
    const call: Call = {
      name,
      command,
      db,
      session,
      connection,
      variables: command.let ? underDeadline(deadline, () => letVariables(command)) : {},
      deadline,
    };
    checkTransactionFields(command);
    if (command.txnNumber !== undefined && command.autocommit !== false) {
      if (!session) throw fail(72, 'Transaction numbers are only allowed on a session');
      if (!retryable.has(name))
        throw fail(
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
    if (!session) throw fail(72, 'transactions need a session (lsid)');
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
      throw fail(72, 'writeConcern is not allowed within a multi-statement transaction');
    if (!command.startTransaction && command.readConcern !== undefined) {
      throw fail(72, 'Only the first command in a transaction may specify a readConcern');
    }
    // A command that is not allowed in transactions neither starts nor ends one.
    if (!inTransaction.has(name)) {
      if (!(name in handlers)) throw noSuchCommand(name);
      throw fail(263, `Cannot run '${name}' in a multi-document transaction.`);
    }
    const transaction = command.startTransaction ? session.start(number) : session.running(number);
    try {
      const reply = await this.dispatch({ ...call, transaction });
      // A failed statement aborts the transaction, as in MongoDB.
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
    return underDeadline(call.deadline, () => handler(call, this.services));
  }

  private get services(): Services {
    const { store, cursors, sessions, address, compact } = this;
    return { store, cursors, sessions, address, compact };
  }
}

/**
 * Returns true for a read concern that must not see writes a power cut could undo: a commit is visible to other readers
 * before it is synced, so the reply has to wait for the sync. A transaction reads the state of its first command.
 */
const isDurableRead = ({ readConcern }: Doc): boolean =>
  isDocument(readConcern) && ['majority', 'linearizable', 'snapshot'].includes(readConcern.level as string);

const noSuchCommand = (name: string) => fail(59, `no such command: '${name}'`);

const transactionNumber = (command: Doc): bigint => toBigInt(command.txnNumber);

/** @throws MongoError 72 for an invalid combination of transaction fields */
function checkTransactionFields({ txnNumber, autocommit, startTransaction }: Doc): void {
  if (autocommit !== undefined && txnNumber === undefined)
    throw fail(72, "'autocommit' field requires a 'txnNumber'");
  if (autocommit !== undefined && autocommit !== false)
    throw fail(72, 'Specifying autocommit=true is not allowed.');
  if (startTransaction !== undefined && (startTransaction !== true || autocommit !== false))
    throw fail(72, "'startTransaction' must be true, and needs 'autocommit'");
}

/** With one node, every acknowledged write has a majority; a write concern of more nodes cannot be satisfied. */
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
  if (Number(concern.w) <= 1) return undefined;
  return { code: 100, codeName: 'UnsatisfiableWriteConcern', errmsg: 'Not enough data-bearing nodes' };
}

function checkConcerns({ readConcern, writeConcern, autocommit }: Doc): void {
  const w = isDocument(writeConcern) ? writeConcern.w : undefined;
  if (w !== undefined && typeof w !== 'string' && !(isNumber(w) && Number(w) >= 0 && Number(w) <= 50))
    throw fail(9, `w has to be a number from 0 to 50 or a string, not ${formatValue(w)}`);
  const level = isDocument(readConcern) ? readConcern.level : undefined;
  if (
    level !== undefined &&
    !['local', 'available', 'majority', 'linearizable', 'snapshot'].includes(level as string)
  ) {
    throw fail(
      9,
      `Enumeration value '${formatValue(level)}' for field 'readConcern.level' is not a valid value.`,
    );
  }
  if (level === 'snapshot' && autocommit !== false) throw unsupported('a snapshot outside a transaction');
  if (isDocument(readConcern) && readConcern.atClusterTime !== undefined)
    throw unsupported('readConcern atClusterTime');
}
