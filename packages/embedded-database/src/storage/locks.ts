import { MongoError, writeConflict } from '../values/errors.js';

/** A document or unique key belongs to an open transaction; the work has to wait for its end. */
export class LockConflict extends Error {
  constructor(private readonly finished: Promise<void>) {
    super('locked by a transaction');
  }

  /** Resolves when the transaction has ended. @throws MongoError 50 when the deadline passes first */
  async wait(deadline: number): Promise<void> {
    if (deadline === Infinity) return this.finished;
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new MongoError(50, 'operation exceeded time limit')),
        Math.max(0, deadline - Date.now()),
      );
    });
    try {
      await Promise.race([this.finished, expired]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** What holds locks: an open transaction. */
export interface LockHolder {
  /** The number of the last group of writes that it sees. */
  readonly startedAt: number;
  readonly lockedKeys: Set<string>;
  /** Resolves at its end. */
  readonly finished: Promise<void>;
}

/** Write locks by key. A transaction holds its locks until it commits or aborts. */
export class LockManager {
  private readonly owners = new Map<string, LockHolder>();
  /** When each key was last written, for as long as a transaction is open that may not have seen it. */
  private readonly writes = new Map<string, number>();
  private readonly open = new Set<LockHolder>();
  /** Counts the batches that are on the disk. */
  sequence = 0;

  opened(transaction: LockHolder): void {
    this.open.add(transaction);
  }

  ended(transaction: LockHolder): void {
    for (const key of transaction.lockedKeys) this.owners.delete(key);
    this.open.delete(transaction);
    // What every open transaction has seen is of no use any more; the oldest writes stand first.
    const [oldest] = this.open;
    for (const [key, written] of this.writes) {
      if (oldest && written > oldest.startedAt) break;
      this.writes.delete(key);
    }
  }

  /** How many keys are remembered as written. */
  get rememberedCount(): number {
    return this.writes.size;
  }

  /** How many transactions are open. */
  get openCount(): number {
    return this.open.size;
  }

  /** A write outside transactions waits for the owner; `by` is the transaction that is being committed. */
  check(key: Buffer, by?: LockHolder): void {
    if (this.open.size === 0) return;
    const owner = this.owners.get(key.toString('latin1'));
    if (owner && owner !== by) throw new LockConflict(owner.finished);
  }

  /** @throws MongoError 112 where another transaction holds the key, or wrote it since this one began */
  take(key: Buffer, transaction: LockHolder): void {
    const name = key.toString('latin1');
    const owner = this.owners.get(name);
    if (owner === transaction) return;
    if (owner || (this.writes.get(name) ?? 0) > transaction.startedAt) throw writeConflict();
    this.owners.set(name, transaction);
    transaction.lockedKeys.add(name);
  }

  /** Whether a key was written, by others, since a transaction began. */
  hasChangedSince(key: Buffer, { startedAt }: LockHolder): boolean {
    return (this.writes.get(key.toString('latin1')) ?? 0) > startedAt;
  }

  wrote(key: Buffer): void {
    if (this.open.size === 0) return;
    const name = key.toString('latin1');
    this.writes.delete(name);
    this.writes.set(name, this.sequence + 1);
  }

  batchDone(): void {
    this.sequence++;
  }
}
