import { writeConflict } from '../values/errors.js';
import { timeIsUp } from '../values/time-limit.js';

/** An open transaction has locked a document or unique key; the write has to wait for its end. */
export class LockConflict extends Error {
  constructor(private readonly finished: Promise<void>) {
    super('locked by a transaction');
  }

  /** Resolves when the transaction has ended. @throws MongoError 50 if the deadline passes first */
  async wait(deadline: number): Promise<void> {
    if (deadline === Infinity) return this.finished;
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(timeIsUp()), Math.max(0, deadline - Date.now()));
    });
    try {
      await Promise.race([this.finished, expired]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** An open transaction, which holds locks. */
export interface LockHolder {
  /** Number of the last write group that its snapshot contains. */
  readonly startedAt: number;
  readonly lockedKeys: Set<string>;
  /** True if its commit pauses: others may begin meanwhile, and must learn of all its writes. */
  readonly isLong?: boolean;
  /** Resolves when it ends. */
  readonly finished: Promise<void>;
}

/** Write locks by key. A transaction holds its locks until it commits or aborts. */
export class LockManager {
  private readonly owners = new Map<string, LockHolder>();
  /** Number of the last write group of each key, kept while a transaction is open whose snapshot may lack it. */
  private readonly writes = new Map<string, number>();
  private readonly open = new Set<LockHolder>();
  /** Number of completed write groups. */
  sequence = 0;

  opened(transaction: LockHolder): void {
    this.open.add(transaction);
  }

  ended(transaction: LockHolder): void {
    this.open.delete(transaction);
    if (this.open.size === 0) {
      // At once: deleting a hundred thousand keys one by one takes 50 ms.
      this.owners.clear();
      this.writes.clear();
      return;
    }
    for (const key of transaction.lockedKeys) this.owners.delete(key);
    // Writes that all open transactions see are dropped; the map has the oldest writes first.
    const [oldest] = this.open;
    for (const [key, written] of this.writes) {
      if (written > oldest!.startedAt) break;
      this.writes.delete(key);
    }
  }

  get rememberedCount(): number {
    return this.writes.size;
  }

  get openCount(): number {
    return this.open.size;
  }

  /** @throws LockConflict if a transaction other than `by`, the one that is committing, has locked the key */
  check(key: Buffer, by?: LockHolder): void {
    if (this.isAlone(by)) return;
    const owner = this.owners.get(key.toString('latin1'));
    if (owner && owner !== by) throw new LockConflict(owner.finished);
  }

  /** @throws MongoError 112 if another transaction has locked the key, or it was written since this one began */
  take(key: Buffer, transaction: LockHolder): void {
    const name = key.toString('latin1');
    const owner = this.owners.get(name);
    if (owner === transaction) return;
    if (owner || (this.writes.get(name) ?? 0) > transaction.startedAt) throw writeConflict();
    this.owners.set(name, transaction);
    transaction.lockedKeys.add(name);
  }

  /** Returns true if a key was written since a transaction began. */
  hasChangedSince(key: Buffer, { startedAt }: LockHolder): boolean {
    return (this.writes.get(key.toString('latin1')) ?? 0) > startedAt;
  }

  /** Remembers a write, of the transaction `by` if it is committing, for open transactions that do not see it. */
  wrote(key: Buffer, by?: LockHolder): void {
    if (this.isAlone(by)) return;
    const name = key.toString('latin1');
    this.writes.delete(name);
    this.writes.set(name, this.sequence + 1);
  }

  /** Returns true if no transaction is open, or only the one that is committing. */
  private isAlone(by: LockHolder | undefined): boolean {
    if (by?.isLong) return false;
    return this.open.size === 0 || (this.open.size === 1 && by !== undefined && this.open.has(by));
  }

  batchDone(): void {
    this.sequence++;
  }
}
