import type { CursorOpener, CursorOptions } from '../commands/cursor-options.js';
import { Long } from 'bson';
import { fail } from '../values/errors.js';
import { cursorReply } from '../values/raw.js';
import type { ReplyBudget } from './reply-budget.js';
import { YieldPolicy } from '../values/yield-policy.js';
import type { Transaction } from '../storage/transactions.js';

/** MongoDB's cursorTimeoutMillis. */
const CURSOR_MS = 600_000;

interface Cursor {
  items: Iterator<Buffer | null>;
  namespace: string;
  session: string | undefined;
  /** A document that did not fit into the last batch. */
  held?: Buffer | undefined;
  /** The transaction that the cursor belongs to; the cursor is closed with it. */
  transaction: Transaction | undefined;
  lastUse: number;
  noTimeout: boolean;
  busy: boolean;
}

/** Open cursors, whose results clients fetch in batches. */
export class Cursors implements CursorOpener {
  private readonly cursors = new Map<bigint, Cursor>();
  private nextId = BigInt(Date.now()) * 1000n;

  /** @param onIdle is called when a cursor has its batch, and keeps what it has read ahead until it is used again */
  constructor(
    private readonly budget: ReplyBudget,
    private readonly onIdle: () => void,
  ) {}

  async open(items: Iterable<Buffer | null>, options: CursorOptions): Promise<Buffer> {
    const { namespace, session, transaction, batchSize, deadline, client } = options;
    const { single = false, noTimeout = false } = options;
    const cursor: Cursor = {
      items: items[Symbol.iterator](),
      namespace,
      session,
      transaction,
      lastUse: Date.now(),
      noTimeout,
      busy: false,
    };
    const yieldPolicy = new YieldPolicy(deadline, client);
    const { documents, done } = await this.nextBatch(cursor, batchSize, yieldPolicy, single);
    let id = 0n;
    if (!done && !single) this.cursors.set((id = this.nextId++), cursor);
    return cursorReply('firstBatch', documents, id, namespace);
  }

  /**
   * @throws MongoError 43 for a cursor that does not exist (any more), 13, 50738 and 50740 for one of another
   * namespace, session and transaction
   */
  async more(id: bigint, options: Omit<CursorOptions, 'single' | 'noTimeout'>): Promise<Buffer> {
    const { namespace, session, transaction, batchSize, deadline, client } = options;
    const cursor = this.cursors.get(id);
    if (cursor?.transaction?.isOver) this.cursors.delete(id);
    if (!cursor || !this.cursors.has(id)) throw fail(43, `cursor id ${id} not found`);
    if (cursor.namespace !== namespace)
      throw fail(
        13,
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    if (cursor.session !== session)
      throw fail(50738, `Cannot run getMore on cursor ${id}, which was created in another session`);
    if (cursor.transaction !== transaction)
      throw fail(
        50740,
        `Cannot run getMore on cursor ${id}, which belongs to another transaction, or to none`,
      );
    if (cursor.busy) throw fail(12051, `cursor id ${id} is already in use`);
    cursor.busy = true;
    try {
      const { documents, done } = await this.nextBatch(cursor, batchSize, new YieldPolicy(deadline, client));
      if (done) this.cursors.delete(id);
      return cursorReply('nextBatch', documents, done ? 0n : id, namespace);
    } catch (error) {
      this.cursors.delete(id);
      throw error;
    } finally {
      cursor.busy = false;
      cursor.lastUse = Date.now();
    }
  }

  kill(ids: unknown[]): { cursorsKilled: Long[]; cursorsNotFound: Long[] } {
    const cursorsKilled: Long[] = [];
    const cursorsNotFound: Long[] = [];
    for (const value of ids) {
      const id = BigInt(String(value));
      (this.cursors.delete(id) ? cursorsKilled : cursorsNotFound).push(Long.fromBigInt(id));
    }
    return { cursorsKilled, cursorsNotFound };
  }

  /** Closes the cursors of a session. */
  closeSession(session: string): void {
    for (const [id, cursor] of this.cursors) if (cursor.session === session) this.cursors.delete(id);
  }

  expire(): void {
    const now = Date.now();
    for (const [id, cursor] of this.cursors) {
      const isUnused = !cursor.busy && !cursor.noTimeout && now - cursor.lastUse > CURSOR_MS;
      if (isUnused || cursor.transaction?.isOver) this.cursors.delete(id);
    }
  }

  get openCount(): number {
    return this.cursors.size;
  }

  /** @param isWhole true if no other batch follows */
  private async nextBatch(
    cursor: Cursor,
    most: number,
    yieldPolicy: YieldPolicy,
    isWhole = false,
  ): Promise<{ documents: Buffer[]; done: boolean }> {
    const documents: Buffer[] = [];
    let bytes = 0;
    const add = (document: Buffer) => {
      documents.push(document);
      bytes += document.length;
      this.budget.take(document.length);
    };
    try {
      if (cursor.held) add(cursor.held);
      cursor.held = undefined;
      while (documents.length < most) {
        const next = yieldPolicy.next(cursor.items);
        if (next.done) return { documents, done: true };
        const { value } = next;
        if (value === null) {
          await yieldPolicy.yieldIfDue();
          continue;
        }
        if (documents.length > 0 && bytes + value.length > this.budget.batchBytes(isWhole)) {
          cursor.held = value;
          break;
        }
        add(value);
        if (yieldPolicy.isLong) await yieldPolicy.yieldIfDue();
      }
      return { documents, done: false };
    } finally {
      this.budget.release(bytes);
      this.onIdle();
    }
  }
}
