import { asMongoError, MongoError } from '../../values/errors.js';
import { isDiskFull, storageError } from './disk-full.js';
import type { Sliced } from '../../values/slices.js';

/** Time in milliseconds after which an LMDB transaction takes no more work, so that reads get their turn. */
const BATCH_MS = 25;

/** Error codes of LMDB itself (lmdb.h); others are of the operating system. */
const LMDB_CODES = { first: -30_799, last: -30_779 };

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** Work that runs at once, beside others in its transaction. */
interface ShortWork extends Waiting {
  run: () => unknown;
}

/** Work that runs in slices, in a transaction of its own. */
interface LongWork extends Waiting {
  slices: () => Sliced<unknown>;
}

type Work = ShortWork | LongWork;

const isLong = (work: Work | undefined): work is LongWork => work !== undefined && 'slices' in work;

/** Work that has run; its caller gets the result once it is synced, or the error if the disk fails. */
interface CompletedWork {
  answer: () => void;
  reject: (error: unknown) => void;
}

/** Thrown if work fails after a change: its whole LMDB transaction is aborted. */
class Abandoned extends Error {
  constructor(
    readonly position: number,
    readonly reason: unknown,
  ) {
    super('work failed half-way');
  }
}

/** The file that a group commit writes to. */
export interface Committed {
  path: string;
  /** Runs work in an LMDB transaction. */
  transaction(work: () => void): void;
  /** Runs long work in an LMDB transaction; between its slices others read the state before it. */
  slicedTransaction(work: Sliced<void>): Promise<void>;
  /** Syncs the committed changes. */
  flush(): Promise<void>;
  /** Returns the number of changes made so far, to tell whether failed work has changed anything. */
  changes(): number;
  /** Writes buffered changes in the transaction, before it is committed. */
  save(): void;
  /** Called after a failed transaction, for example on a full disk. */
  makeRoom(): void;
  /** Called after each transaction; `isKept` is false if it was aborted. */
  over(isKept: boolean): void;
}

/**
 * Commits concurrent writes in one LMDB transaction, with one flush; only then are the writers acknowledged. While a
 * group is being flushed, the next one runs in LMDB, and is flushed after it. Work that fails leaves no changes in the
 * file.
 */
export class GroupCommit {
  private queue: Work[] = [];
  private isRunning = false;
  /** Works that are being flushed. */
  private flushing: CompletedWork[] = [];
  /** Works that are committed, and flushed next. */
  private ahead: CompletedWork[] = [];
  /** Ends the wait for the end of the flush, or for enough work to run ahead of it. */
  private wake: (() => void) | undefined;
  private failure: MongoError | undefined;
  /** True if the transaction before was one that LMDB could not make, and is made again. */
  private isSecondAttempt = false;

  constructor(private readonly file: Committed) {}

  get isIdle(): boolean {
    return !this.isRunning && this.flushing.length === 0;
  }

  /** Resolves when everything that is committed by now is synced. @throws MongoError 1 if the disk failed */
  settled(): Promise<void> {
    const last = this.ahead.length > 0 ? this.ahead : this.flushing;
    if (last.length === 0) return Promise.resolve();
    return new Promise((answer, reject) => last.push({ answer, reject }));
  }

  /** Runs the work inside a transaction and resolves with its result once that is synced. */
  add<T>(run: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => this.enqueue({ run, resolve, reject }));
  }

  /** Runs long work in slices inside a transaction of its own, and resolves with its result once that is synced. */
  addLong<T>(slices: () => Sliced<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => this.enqueue({ slices, resolve, reject }));
  }

  private enqueue(work: Work): void {
    this.queue.push(work);
    if (!this.isRunning) void this.run();
    else if (this.mayRunAhead) this.wake?.();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.queue.length > 0 || this.ahead.length > 0) {
      // Yield once: concurrent writes join the group, and writers acknowledged before can go on.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.flushing.length > 0 && !this.mayRunAhead) {
        await new Promise<void>((resolve) => (this.wake = resolve));
        continue;
      }
      const [next] = this.queue;
      if (isLong(next)) {
        // Works that are committed need not wait for it.
        this.flushNext();
        this.queue.shift();
        this.ahead.push(await this.commitLong(next));
      } else if (next) this.ahead.push(...this.commit());
      this.flushNext();
    }
    this.isRunning = false;
  }

  /**
   * True if the queue is worth an LMDB transaction of its own during a flush: half as many writers as wait for the
   * flush. A transaction costs as much as some three inserts. One group ahead is enough, and bounds the next flush.
   */
  private get mayRunAhead(): boolean {
    return this.ahead.length === 0 && this.queue.length * 2 >= this.flushing.length;
  }

  /** Starts to flush the committed works, unless a flush goes on. */
  private flushNext(): void {
    if (this.flushing.length === 0 && this.ahead.length > 0) void this.flush();
  }

  /** Syncs the committed works, and answers their writers. */
  private async flush(): Promise<void> {
    this.flushing = this.ahead;
    this.ahead = [];
    try {
      if (this.failure) throw this.failure;
      await this.file.flush();
      for (const { answer } of this.flushing) answer();
    } catch (error) {
      // Committed but possibly not synced: the database has to be restarted to know. The thread ends before the next
      // turn, in which the works ahead would get their error.
      const failure = this.failure ?? this.fail(flushError(error));
      for (const { reject } of [...this.flushing, ...this.ahead.splice(0)]) reject(failure);
    }
    this.flushing = [];
    this.wake?.();
  }

  /** Runs a group of queued work in one transaction, and commits it. */
  private commit(): CompletedWork[] {
    const group: CompletedWork[] = [];
    const started = performance.now();
    let taken = 0;
    let isKept = false;
    let before = this.file.changes();
    try {
      this.file.transaction(() => {
        for (const work of this.queue) {
          if (isLong(work) || (taken > 0 && performance.now() - started > BATCH_MS)) break;
          taken++;
          try {
            before = this.file.changes();
            const answer = work.run() as never;
            group.push({ answer: () => work.resolve(answer), reject: work.reject });
          } catch (error) {
            if (this.file.changes() !== before) throw new Abandoned(taken - 1, error);
            group.push(refused(work, error));
          }
        }
        this.file.save();
      });
      isKept = true;
      this.isSecondAttempt = false;
    } catch (error) {
      group.length = 0;
      if (this.beginSecondAttempt(error instanceof Abandoned ? error.reason : error)) taken = 0;
      else if (error instanceof Abandoned) {
        // One piece of work failed after a change: it is taken out, and the others run again.
        const [work] = this.queue.splice(error.position, 1) as [Work];
        const reason =
          error.reason instanceof MongoError ? error.reason : storageError(error.reason, this.file.path);
        group.push(refused(work, reason));
        taken = 0;
      } else {
        const failure = this.transactionError(error);
        for (const work of this.queue.slice(0, taken)) group.push(refused(work, failure));
      }
    }
    this.queue = this.queue.slice(taken);
    this.file.over(isKept);
    return group;
  }

  /** Runs long work in a transaction of its own, and commits it. */
  private async commitLong(work: LongWork): Promise<CompletedWork> {
    const { file } = this;
    let answer: unknown;
    function* slices(): Sliced<void> {
      answer = yield* work.slices();
      file.save();
    }
    try {
      await file.slicedTransaction(slices());
    } catch (error) {
      file.over(false);
      if (this.beginSecondAttempt(error)) return this.commitLong(work);
      return refused(work, error instanceof MongoError ? error : this.transactionError(error));
    }
    this.isSecondAttempt = false;
    file.over(true);
    return { answer: () => work.resolve(answer as never), reject: work.reject };
  }

  /**
   * Begins the second attempt of a transaction after an error of LMDB's own, and tells the operator; returns false where
   * the error is another, or that of the second attempt. Under long snapshots LMDB at times reads its list of free pages
   * while it moves the entries of that list ("Invalid zero size key", then BAD_VALSIZE, BAD_TXN or NOTFOUND;
   * HarperFast/harper issues 686 and 689). It notices that, and aborts the transaction with nothing kept; the next one
   * reads the list anew.
   */
  private beginSecondAttempt(error: unknown): boolean {
    const { code } = Object(error) as { code?: unknown };
    const isLmdbs = typeof code === 'number' && code >= LMDB_CODES.first && code <= LMDB_CODES.last;
    const mayTry = isLmdbs && !this.isSecondAttempt && !isPanic(error) && !isDiskFull(error, this.file.path);
    if (mayTry) console.error('embedded database: a transaction is made again after', error);
    return (this.isSecondAttempt = mayTry);
  }

  /** Returns the error for the clients of a transaction that LMDB has not made. */
  private transactionError(error: unknown): MongoError {
    const failure = storageError(error, this.file.path);
    this.file.makeRoom();
    // LMDB refuses all writes after a panic: the database has to be restarted.
    return isPanic(error) ? this.fail(failure) : failure;
  }

  /** Ends the thread by an uncaught error, which all later writes get. */
  private fail(failure: MongoError): MongoError {
    setImmediate(() => {
      throw failure;
    });
    return (this.failure = failure);
  }
}

const isPanic = (error: unknown): boolean => String(error).includes('MDB_PANIC');

/** Work that has failed; its caller gets the error once the writes before it are synced, which may be its cause. */
const refused = ({ reject }: Waiting, error: unknown): CompletedWork => ({
  answer: () => reject(error),
  reject,
});

const flushError = (error: unknown): MongoError =>
  new MongoError(
    1,
    `the disk failed (${asMongoError(error).message}): the next start tells whether this write was kept`,
  );
