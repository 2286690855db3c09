import { asMongoError, MongoError } from '../values/errors.js';
import { storageError } from './disk-full.js';

/** One transaction of the file takes up work for about this long before others have their turn. */
const BATCH_MS = 25;

interface Work {
  run: () => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** Work that has run: answered once it is on the disk. */
interface CompletedWork {
  work: Work;
  answer: () => void;
}

/** Work failed after it had changed something: its whole LMDB transaction is abandoned. */
class Abandoned extends Error {
  constructor(
    readonly position: number,
    readonly reason: unknown,
  ) {
    super('work failed half-way');
  }
}

/** What the work is done on. */
export interface Committed {
  path: string;
  /** Runs work in a transaction of the file. */
  transaction(work: () => void): void;
  /** Brings it onto the disk. */
  flush(): Promise<void>;
  /** Counts the changes made, so that work that failed is known to have made none. */
  changes(): number;
  /** Puts what is kept in memory into the transaction, before it is committed. */
  save(): void;
  /** A transaction could not be made: the disk is full, say. */
  makeRoom(): void;
  /** A transaction is over: all of it is in the file, or nothing of it is. */
  over(isKept: boolean): void;
}

/**
 * Gathers what arrives at about the same time into one transaction of the file: it is flushed once, and only then are
 * its writers answered. Whatever fails there takes nothing into the file.
 */
export class GroupCommit {
  private queue: Work[] = [];
  private isRunning = false;
  private flushing: Promise<void> = Promise.resolve();

  constructor(private readonly file: Committed) {}

  get isIdle(): boolean {
    return !this.isRunning;
  }

  /** Resolves when all that is in the file by now is on the disk. */
  settled(): Promise<void> {
    return this.flushing;
  }

  /** Runs the work inside a transaction and resolves with its answer once that is on the disk. */
  add<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ run: work, resolve, reject });
      if (!this.isRunning) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.queue.length > 0) {
      // What arrives at the same time joins in, and those answered before have their turn.
      await new Promise((resolve) => setImmediate(resolve));
      const group = this.commit();
      try {
        await (this.flushing = this.file.flush());
        for (const { answer } of group) answer();
      } catch (error) {
        // It is in the file, and nobody knows whether it is on the disk: the owner has to start the database anew.
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

  /** Takes up a group of work, and commits what it changes. */
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
        // One piece of work failed half-way: without it, the others run again.
        const [work] = this.queue.splice(error.position, 1) as [Work];
        const reason =
          error.reason instanceof MongoError ? error.reason : storageError(error.reason, this.file.path);
        group.push({ work, answer: () => work.reject(reason) });
        taken = 0;
      } else {
        const failure = storageError(error, this.file.path);
        this.file.makeRoom();
        // LMDB takes no more writes then: the owner has to start the database anew.
        if (/MDB_PANIC/.test(String(error))) this.fail(failure);
        for (const work of this.queue.slice(0, taken))
          group.push({ work, answer: () => work.reject(failure) });
      }
    }
    this.queue = this.queue.slice(taken);
    this.file.over(isKept);
    return group;
  }

  /** Ends the thread, with an error that nobody catches. */
  private fail(failure: MongoError): void {
    setImmediate(() => {
      throw failure;
    });
  }
}
