import { MongoError, writeConflict } from '../values/errors.js';
import type { Transaction } from './transactions.js';

/** A document or unique key belongs to an open transaction; the work has to wait for its end. */
export class Locked extends Error {
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

/** Who may write which key: open transactions hold what they wrote until their end. */
export class Locks {
  private readonly owners = new Map<string, Transaction>();
  /** When each key was last written, for as long as a transaction is open that may not have seen it. */
  private readonly writes = new Map<string, number>();
  private readonly open = new Set<Transaction>();
  /** Counts the batches that are on the disk. */
  sequence = 0;

  opened(transaction: Transaction): void {
    this.open.add(transaction);
  }

  ended(transaction: Transaction): void {
    for (const key of transaction.lockedKeys) this.owners.delete(key);
    this.open.delete(transaction);
    if (this.open.size === 0) this.writes.clear();
  }

  /** A write outside transactions waits for the owner; `by` is the transaction that is being committed. */
  check(key: Buffer, by?: Transaction): void {
    if (this.open.size === 0) return;
    const owner = this.owners.get(key.toString('latin1'));
    if (owner && owner !== by) throw new Locked(owner.finished);
  }

  /** @throws MongoError 112 where another transaction holds the key, or wrote it since this one began */
  take(key: Buffer, transaction: Transaction): void {
    const name = key.toString('latin1');
    const owner = this.owners.get(name);
    if (owner === transaction) return;
    if (owner || (this.writes.get(name) ?? 0) > transaction.startedAt) throw writeConflict();
    this.owners.set(name, transaction);
    transaction.lockedKeys.add(name);
  }

  wrote(key: Buffer): void {
    if (this.open.size > 0) this.writes.set(key.toString('latin1'), this.sequence + 1);
  }

  batchDone(): void {
    this.sequence++;
  }
}
