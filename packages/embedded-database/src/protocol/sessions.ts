import type { RetryableSession, WriteRecord } from '../commands/write-context.js';
import { Binary, Long } from 'bson';
import { decode, encode, isDocument, type Doc } from '../values/bson.js';
import { fail, transient } from '../values/errors.js';
import { toBigInt } from '../values/numbers.js';
import { fieldReader } from '../values/raw.js';
import type { Store } from '../storage/store.js';
import { Transaction } from '../storage/transactions.js';

/** Maximum age of a transaction in milliseconds, even if it is in use: MongoDB's transactionLifetimeLimitSeconds. */
const TRANSACTION_MS = Number(process.env.EMBEDDED_TRANSACTION_MS ?? 60_000);
/** MongoDB's logicalSessionTimeoutMinutes. */
export const SESSION_MINUTES = 30;

const numberOf = fieldReader(['number']);

type State = 'idle' | 'inProgress' | 'committed' | 'aborted';

/** A client's session: its transaction, and the record of its last retryable write, so that a retry is not applied. */
export class Session implements RetryableSession {
  transaction: Transaction | undefined;
  state: State = 'idle';
  lastUse = Date.now();
  private number = -1n;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: Store,
    private readonly id: Buffer,
    readonly name: string,
  ) {
    const stored = store.session(id);
    if (!stored) return;
    const { number, committed } = decode(stored);
    this.number = toBigInt(number);
    if (committed) this.state = 'committed';
  }

  /**
   * Runs the session's numbered commands one after the other, so that a retry waits for the first attempt instead of
   * running beside it (in MongoDB, one command at a time checks out a session).
   */
  alone<T>(command: () => Promise<T>): Promise<T> {
    const result = this.last.then(command);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** @throws MongoError 225 for a number lower than the session's latest */
  private advance(number: bigint): void {
    if (number < this.number) {
      throw fail(
        225,
        `Cannot start transaction ${number} on session because a newer transaction ${this.number} has already started on this session.`,
      );
    }
    if (number === this.number) return;
    this.abandon();
    this.number = number;
    this.state = 'idle';
  }

  begunWrite(number: bigint): WriteRecord | undefined {
    this.advance(number);
    if (this.state !== 'idle')
      throw fail(
        217,
        `Retryable write with txnNumber ${number} is prohibited on session because a transaction with the same number is known.`,
      );
    // Read from the file: a write that was rolled back must not count.
    const stored = this.store.session(this.id);
    // Most records are of the write before: they are not decoded whole.
    if (!stored || toBigInt(numberOf(stored).number) !== number) return undefined;
    const { next, reply } = decode(stored);
    return { next: Number(next), reply: reply as Doc };
  }

  /** Stores the progress of a retryable write, or the commit of a transaction; has to run inside Store.write. */
  saveWrite(result: WriteRecord | { committed: true }): void {
    const record = { number: Long.fromBigInt(this.number), ...result, at: new Date() };
    this.store.saveSession(this.id, encode(record));
  }

  start(number: bigint): Transaction {
    if (number === this.number && this.state !== 'idle') {
      throw fail(
        117,
        `Given transaction number ${number} is already in use: its transaction is ${this.state}.`,
      );
    }
    this.advance(number);
    this.state = 'inProgress';
    this.transaction = new Transaction(this.store);
    return this.transaction;
  }

  /** Returns a statement's open transaction. @throws MongoError 251 if there is none, 256 if it is committed */
  running(number: bigint): Transaction {
    if (number < this.number) this.advance(number);
    if (number === this.number && this.state === 'committed')
      throw fail(256, `Transaction with { txnNumber: ${number} } has been committed.`);
    if (number === this.number && this.state === 'aborted')
      throw transient(251, `Transaction with { txnNumber: ${number} } has been aborted.`);
    if (number !== this.number || this.state !== 'inProgress' || !this.transaction)
      throw transient(
        251,
        `Given transaction number ${number} does not match any in-progress transactions. The active transaction number is ${this.number}`,
      );
    return this.transaction;
  }

  /** Commits. Idempotent: a repeated commit of the same transaction succeeds, also after a restart. */
  async commit(number: bigint): Promise<void> {
    if (number === this.number && this.state === 'committed') return;
    const transaction = this.running(number);
    this.transaction = undefined;
    try {
      await transaction.commit(() => this.saveWrite({ committed: true }));
      this.state = 'committed';
    } catch (error) {
      this.state = 'aborted';
      throw error;
    }
  }

  abort(number: bigint): void {
    this.running(number);
    this.abandon();
  }

  /** Aborts the open transaction, if any. */
  abandon(): void {
    this.transaction?.end();
    this.transaction = undefined;
    if (this.state === 'inProgress') this.state = 'aborted';
  }
}

export class Sessions {
  private readonly sessions = new Map<string, Session>();
  private lastCleaning = 0;

  constructor(private readonly store: Store) {}

  /** Returns the session of a command's `lsid`, created if it is new. */
  of(lsid: unknown): Session | undefined {
    if (lsid === undefined) return undefined;
    const id = sessionId(lsid);
    const name = id.toString('latin1');
    let session = this.sessions.get(name);
    if (!session) this.sessions.set(name, (session = new Session(this.store, id, name)));
    session.lastUse = Date.now();
    return session;
  }

  get hasTransactions(): boolean {
    return [...this.sessions.values()].some(({ transaction }) => transaction !== undefined);
  }

  list(): Doc[] {
    return [...this.sessions.entries()].map(([name, { lastUse }]) => ({
      _id: { id: new Binary(Buffer.from(name, 'latin1'), Binary.SUBTYPE_UUID) },
      lastUse: new Date(lastUse),
    }));
  }

  /** Ends sessions, and returns their names. */
  async end(lsids: unknown[]): Promise<string[]> {
    const ids = lsids.map(sessionId);
    const names = ids.map((id) => id.toString('latin1'));
    for (const name of names) {
      this.sessions.get(name)?.abandon();
      this.sessions.delete(name);
    }
    await this.store.removeSessions(ids.filter((id) => this.store.session(id)));
    return names;
  }

  /** Aborts transactions that are too old, and removes sessions unused for too long; returns the names of those. */
  async expire(): Promise<string[]> {
    const now = Date.now();
    const expired: string[] = [];
    for (const [name, session] of this.sessions) {
      const idle = now - session.lastUse;
      if (session.transaction && now - session.transaction.begunAt > TRANSACTION_MS) session.abandon();
      if (idle > SESSION_MINUTES * 60_000) {
        this.sessions.delete(name);
        expired.push(name);
      }
    }
    if (now - this.lastCleaning < 60_000) return expired;
    this.lastCleaning = now;
    const oldest = now - SESSION_MINUTES * 60_000;
    const old = [...this.store.allSessions()].filter(
      ({ value }) => (decode(value).at as Date).getTime() < oldest,
    );
    await this.store.removeSessions(old.map(({ key }) => key));
    return expired;
  }

  /** Aborts all transactions, and returns the names of all sessions. */
  abandonAll(): string[] {
    for (const session of this.sessions.values()) session.abandon();
    return [...this.sessions.keys()];
  }
}

function sessionId(lsid: unknown): Buffer {
  const id = isDocument(lsid) ? lsid.id : undefined;
  if (!(id instanceof Binary) || id.position !== 16) throw fail(14, 'lsid.id must be a UUID');
  return Buffer.from(id.buffer.subarray(0, 16));
}
