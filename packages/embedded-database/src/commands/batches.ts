import { toNumber } from '../values/ranks.js';
import type { Doc } from '../values/bson.js';
import { asMongoError, MongoError } from '../values/errors.js';
import type { WriteContext } from './write-context.js';
import type { Store } from '../storage/store.js';
import { LockConflict } from '../storage/locks.js';
import { YieldPolicy } from '../values/yield-policy.js';

/** Time in milliseconds that one slice of a long write may block other commands. */
const SLICE_MS = 15;
/** Thrown if a search takes too long to run inside a write. */
export class ScanBudgetExceeded extends Error {}

/**
 * Runs items in writes of a slice's time each; an error ends it, and keeps the changes of the items before.
 * @param done is called with the results of a slice once they are durable
 */
export async function writeInSlices<Item, Result>(
  store: Store,
  items: readonly Item[],
  run: (item: Item) => Result,
  deadline = Infinity,
  done?: (results: Result[]) => void,
): Promise<void> {
  for (let at = 0; at < items.length;) {
    const results = await store.write(() => {
      const started = performance.now();
      const slice: Result[] = [];
      while (at + slice.length < items.length) {
        if (slice.length > 0 && performance.now() - started >= SLICE_MS) break;
        try {
          slice.push(run(items[at + slice.length]!));
        } catch (error) {
          // Keeps the slice's earlier changes; the next slice begins with the error, or waits for the lock.
          if (slice.length === 0) throw error;
          break;
        }
      }
      return slice;
    }, deadline);
    done?.(results);
    at += results.length;
  }
}

/** Counts of one statement of a batch. */
export interface StatementResult {
  n: number;
  nModified?: number;
  upserted?: unknown;
}

export interface Statement {
  /** Runs it synchronously, inside Store.write; may throw ScanBudgetExceeded before it has changed anything. */
  runInSlice(): StatementResult;
  /**
   * Runs it with writes of its own, and yields to other commands.
   * @param note called with the result of a change of one document, inside the Store.write that makes it
   */
  runYielding(note: (done: StatementResult) => void): Promise<StatementResult>;
}

/** Accumulates the results of a batch's statements. */
export interface ReplyBuilder {
  readonly failures: number;
  done(index: number, done: StatementResult): void;
  failed(index: number, error: MongoError): void;
  reply(): Doc;
}

/** Limit of all error messages in a reply, in characters; further messages are left out, as in MongoDB. */
const MAX_ERROR_TEXT = 2 ** 20;

/** Returns the reply's fields of a statement's error. @param others number of errors before it */
export const errorFields = ({ code, message, extra }: MongoError, others: number): Doc => ({
  code,
  errmsg: others * message.length > MAX_ERROR_TEXT ? '' : message,
  ...extra,
});

export const list = (value: unknown): Doc[] => (Array.isArray(value) ? (value as Doc[]) : []);

/** Builds the reply to insert, update and delete. */
export class WriteReplyBuilder implements ReplyBuilder {
  private n: number;
  private nModified: number;
  private readonly upserted: Doc[];
  private readonly writeErrors: Doc[];

  constructor(
    private readonly hasModified: boolean,
    before: Doc = {},
  ) {
    this.n = toNumber(before.n ?? 0);
    this.nModified = toNumber(before.nModified ?? 0);
    this.upserted = [...list(before.upserted)];
    this.writeErrors = [...list(before.writeErrors)];
  }

  get failures(): number {
    return this.writeErrors.length;
  }

  done(index: number, { n, nModified = 0, upserted }: StatementResult): void {
    this.n += n;
    this.nModified += nModified;
    if (upserted !== undefined) this.upserted.push({ index, _id: upserted });
  }

  failed(index: number, error: MongoError): void {
    this.writeErrors.push({ index, ...errorFields(error, this.failures) });
  }

  reply(): Doc {
    return {
      n: this.n,
      ...(this.hasModified && { nModified: this.nModified }),
      ...(this.upserted.length > 0 && { upserted: this.upserted }),
      ...(this.writeErrors.length > 0 && { writeErrors: this.writeErrors }),
      ok: 1,
    };
  }
}

/**
 * Runs the statements of a command in slices; a statement is never divided.
 * @param compile returns the statement at a position
 * @param tallyFrom returns a builder that continues an earlier reply
 */
export async function runBatch(
  { ordered }: Doc,
  count: number,
  { store, transaction, retry, deadline }: WriteContext,
  compile: (position: number) => Statement,
  tallyFrom: (reply?: Doc) => ReplyBuilder,
): Promise<Doc> {
  if (count === 0 || count > 100_000) {
    throw new MongoError(16, `Write batch sizes must be between 1 and 100000. Got ${count} operations.`);
  }
  const isOver = () => at >= count || (ordered !== false && tally.failures > 0);
  const begun = retry?.session.begunWrite(retry.number);
  let tally = tallyFrom(begun?.reply);
  let at = begun?.next ?? 0;

  if (transaction) {
    const yieldPolicy = new YieldPolicy(deadline);
    for (; at < count && tally.failures === 0; at++) {
      try {
        await yieldPolicy.yieldIfDue();
        tally.done(at, await compile(at).runYielding(() => undefined));
      } catch (error) {
        const mongoError = asMongoError(error);
        if (mongoError.labels.length > 0) throw mongoError;
        tally.failed(at, mongoError);
      }
    }
    return tally.reply();
  }

  while (!isOver()) {
    try {
      ({ tally, next: at } = await store.write(() => runSlice(at, tally.reply()), deadline));
    } catch (error) {
      // On a full disk, the earlier slices are durable and have to be reported.
      if (at > 0 && error instanceof MongoError && error.code === 14031) {
        tally.failed(at, error);
        break;
      }
      if (!(error instanceof ScanBudgetExceeded)) throw error;
      try {
        tally.done(at, await compile(at).runYielding(noteAt(at)));
      } catch (failure) {
        tally.failed(at, asMongoError(failure));
      }
      at++;
    }
  }
  return tally.reply();

  /** Stores the progress after a statement with its own write, for a retry of the command. */
  function noteAt(position: number): (done: StatementResult) => void {
    return (done) => {
      const noted = tallyFrom(tally.reply());
      noted.done(position, done);
      retry?.session.saveWrite({ next: position + 1, reply: noted.reply() });
    };
  }

  function runSlice(from: number, reply: Doc): { tally: ReplyBuilder; next: number } {
    const started = performance.now();
    // A slice may run again: it has its own counts until it is durable.
    const sliced = tallyFrom(reply);
    let hasChanged = false;
    let next = from;
    while (next < count && (next === from || performance.now() - started < SLICE_MS)) {
      try {
        sliced.done(next, compile(next).runInSlice());
        hasChanged = true;
      } catch (error) {
        if (error instanceof LockConflict || error instanceof ScanBudgetExceeded) {
          if (next === from) throw error;
          break;
        }
        if (!(error instanceof MongoError)) throw error;
        sliced.failed(next, error);
        if (ordered !== false) {
          next = count;
          break;
        }
      }
      next++;
    }
    // A slice with failures only is not stored: a retry of the command runs it again.
    if (hasChanged) retry?.session.saveWrite({ next, reply: sliced.reply() });
    return { tally: sliced, next };
  }
}
