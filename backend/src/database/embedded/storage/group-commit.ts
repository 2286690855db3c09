import { MongoError } from '../errors.js';
import { storageError } from './disk-full.js';

/** One transaction of the file takes up work for about this long before others have their turn. */
const BATCH_MS = 25;

interface Work {
  run: () => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
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
  /** Runs work in a transaction of the file, and returns once that is on the disk. */
  transaction(work: () => void): void;
  /** Counts the changes made, so that work that failed is known to have made none. */
  changes(): number;
  /** Puts what is kept in memory into the transaction, before it is committed. */
  save(): void;
  /** A transaction is over: it is on the disk, or nothing of it is. */
  over(isKept: boolean): void;
}

/**
 * Gathers what arrives at about the same time into one transaction of the file: it is flushed once, and only then are
 * its writers answered. Whatever fails there takes nothing into the file.
 */
export class GroupCommit {
  private queue: Work[] = [];

  constructor(private readonly file: Committed) {}

  get isIdle(): boolean {
    return this.queue.length === 0;
  }

  /** Runs the work inside a transaction and resolves with its answer once that is on the disk. */
  add<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ run: work, resolve, reject });
      if (this.queue.length === 1) setImmediate(() => this.flush());
    });
  }

  private flush(): void {
    const settle: (() => void)[] = [];
    const started = performance.now();
    let taken = 0;
    let isKept = false;
    let before = this.file.changes();
    try {
      this.file.transaction(() => {
        for (const { run, resolve, reject } of this.queue) {
          if (taken > 0 && performance.now() - started > BATCH_MS) break;
          taken++;
          try {
            before = this.file.changes();
            const answer = run() as never;
            settle.push(() => resolve(answer));
          } catch (error) {
            if (this.file.changes() !== before) throw new Abandoned(taken - 1, error);
            settle.push(() => reject(error));
          }
        }
        this.file.save();
      });
      isKept = true;
    } catch (error) {
      settle.length = 0;
      if (error instanceof Abandoned) {
        // One piece of work failed half-way: without it, the others run again.
        const [{ reject }] = this.queue.splice(error.position, 1) as [Work];
        const reason =
          error.reason instanceof MongoError ? error.reason : storageError(error.reason, this.file.path);
        settle.push(() => reject(reason));
        taken = 0;
      } else {
        const failure = storageError(error, this.file.path);
        // LMDB takes no more writes then: the owner has to start the database anew.
        if (/MDB_PANIC/.test(String(error))) setImmediate(() => this.fail(failure));
        for (const { reject } of this.queue.slice(0, taken)) settle.push(() => reject(failure));
      }
    }
    this.queue = this.queue.slice(taken);
    this.file.over(isKept);
    if (this.queue.length > 0) setImmediate(() => this.flush());
    for (const done of settle) done();
  }

  private fail(failure: MongoError): never {
    throw failure;
  }
}
