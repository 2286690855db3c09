import { asMongoError, MongoError } from '../values/errors.js';
import { storageError } from './disk-full.js';

/** Time in milliseconds after which an LMDB transaction takes no more work, so that reads get their turn. */
const BATCH_MS = 25;

interface Work {
  run: () => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** Work that has run; its caller gets the result once it is synced. */
interface CompletedWork {
  work: Work;
  answer: () => void;
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
 * Commits concurrent writes in one LMDB transaction, with one flush; only then are the writers acknowledged. Work that
 * fails leaves no changes in the file.
 */
export class GroupCommit {
  private queue: Work[] = [];
  private isRunning = false;
  private flushing: Promise<void> = Promise.resolve();

  constructor(private readonly file: Committed) {}

  get isIdle(): boolean {
    return !this.isRunning;
  }

  /** Resolves when everything that is committed by now is synced. */
  settled(): Promise<void> {
    return this.flushing;
  }

  /** Runs the work inside a transaction and resolves with its result once that is synced. */
  add<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ run: work, resolve, reject });
      if (!this.isRunning) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.queue.length > 0) {
      // Yield once: concurrent writes join the group, and writers acknowledged before can go on.
      await new Promise((resolve) => setImmediate(resolve));
      const group = this.commit();
      try {
        await (this.flushing = this.file.flush());
        for (const { answer } of group) answer();
      } catch (error) {
        // Committed but possibly not synced: the database has to be restarted to know.
        const failure = new MongoError(
          1,
          `the disk failed (${asMongoError(error).message}): the next start tells whether this write was kept`,
        );
        for (const { work } of group) work.reject(failure);
        this.fail(failure);
      }
    }
    this.isRunning = false;
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
          if (taken > 0 && performance.now() - started > BATCH_MS) break;
          taken++;
          try {
            before = this.file.changes();
            const answer = work.run() as never;
            group.push({ work, answer: () => work.resolve(answer) });
          } catch (error) {
            if (this.file.changes() !== before) throw new Abandoned(taken - 1, error);
            group.push({ work, answer: () => work.reject(error) });
          }
        }
        this.file.save();
      });
      isKept = true;
    } catch (error) {
      group.length = 0;
      if (error instanceof Abandoned) {
        // One piece of work failed after a change: it is taken out, and the others run again.
        const [work] = this.queue.splice(error.position, 1) as [Work];
        const reason =
          error.reason instanceof MongoError ? error.reason : storageError(error.reason, this.file.path);
        group.push({ work, answer: () => work.reject(reason) });
        taken = 0;
      } else {
        const failure = storageError(error, this.file.path);
        this.file.makeRoom();
        // LMDB refuses all writes after a panic: the database has to be restarted.
        if (/MDB_PANIC/.test(String(error))) this.fail(failure);
        for (const work of this.queue.slice(0, taken))
          group.push({ work, answer: () => work.reject(failure) });
      }
    }
    this.queue = this.queue.slice(taken);
    this.file.over(isKept);
    return group;
  }

  /** Ends the thread by an uncaught error. */
  private fail(failure: MongoError): void {
    setImmediate(() => {
      throw failure;
    });
  }
}
