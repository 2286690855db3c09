import type { Doc } from '../values/bson.js';
import { asMongoError, MongoError } from '../values/errors.js';
import type { WriteContext } from './write-context.js';
import { toNumberValue } from '../values/values.js';
import { LockConflict } from '../storage/locks.js';

/** One slice of a long write holds up others for about this long. */
export const SLICE_MS = 15;
/** The search would take too long to be made inside a write. */
export class ScanBudgetExceeded extends Error {}

/** What one statement of a batch did. */
export interface StatementResult {
  n: number;
  nModified?: number;
  upserted?: unknown;
}

export interface Statement {
  /** Does it at once, inside Store.write; may throw ScanBudgetExceeded before it has changed anything. */
  runInSlice(): StatementResult;
  /**
   * Does it in its own time.
   * @param note is told what a change of one document did, inside the Store.write that makes it
   */
  runYielding(note: (done: StatementResult) => void): Promise<StatementResult>;
}

/** What the statements of a batch have done so far. */
export interface ReplyBuilder {
  readonly failures: number;
  done(index: number, done: StatementResult): void;
  failed(index: number, error: MongoError): void;
  reply(): Doc;
}

/** Messages of errors that together are longer than this are left out, as MongoDB does, so that a reply stays sendable. */
const MAX_ERROR_TEXT = 2 ** 20;

/** What a statement's error is told as, behind so many others. */
export const errorFields = ({ code, message, extra }: MongoError, others: number): Doc => ({
  code,
  errmsg: others * message.length > MAX_ERROR_TEXT ? '' : message,
  ...extra,
});

export const list = (value: unknown): Doc[] => (Array.isArray(value) ? (value as Doc[]) : []);

/** The answer to insert, update and delete. */
export class WriteReplyBuilder implements ReplyBuilder {
  private n: number;
  private nModified: number;
  private readonly upserted: Doc[];
  private readonly writeErrors: Doc[];

  constructor(
    private readonly hasModified: boolean,
    before: Doc = {},
  ) {
    this.n = toNumberValue(before.n ?? 0);
    this.nModified = toNumberValue(before.nModified ?? 0);
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
 * Runs the statements of a command, in slices, each statement whole.
 * @param compile makes the statement at a position
 * @param tallyFrom a tally that goes on where a reply has come to
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
    for (; at < count && tally.failures === 0; at++) {
      try {
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
    if (Date.now() > deadline) throw new MongoError(50, 'operation exceeded time limit');
    try {
      ({ tally, next: at } = await store.write(() => runSlice(at, tally.reply()), deadline));
    } catch (error) {
      // What came before is on the disk, and to be told of.
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

  /** Keeps what a statement of its own write has done, for a repetition of the command. */
  function noteAt(position: number): (done: StatementResult) => void {
    return (done) => {
      const noted = tallyFrom(tally.reply());
      noted.done(position, done);
      retry?.session.saveWrite({ next: position + 1, reply: noted.reply() });
    };
  }

  function runSlice(from: number, reply: Doc): { tally: ReplyBuilder; next: number } {
    const started = performance.now();
    // A slice may run again: what it adds up is its own until it is on the disk.
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
    // What has failed is tried again where the command is repeated.
    if (hasChanged) retry?.session.saveWrite({ next, reply: sliced.reply() });
    return { tally: sliced, next };
  }
}
