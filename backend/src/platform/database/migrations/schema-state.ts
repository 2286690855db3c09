import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDuplicateKey } from '../duplicate-key.js';
import type { Database } from './migration.js';

/** The one document of the collection `migrations`: the applied migrations, and the owner of the lock. */
interface StateDocument {
  _id: 'schema';
  applied: { number: number; name: string; at: Date }[];
  owner?: string;
  /** A heartbeat: incremented while the owner works. */
  beat?: number;
}

export interface LockTimes {
  beatMs: number;
  /** Age in milliseconds at which a lock without a heartbeat is taken over: its owner was killed. */
  abandonedAfterMs: number;
}

const defaultTimes: LockTimes = { beatMs: 1000, abandonedAfterMs: 10_000 };

/** The applied migrations of a database, and the lock that guards changes of its schema. */
export class SchemaState {
  private readonly states;
  private readonly owner = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly times: LockTimes = defaultTimes,
  ) {
    this.states = database.collection<StateDocument>('migrations');
  }

  /** Returns the numbers of the applied migrations; undefined for a database that was never migrated. */
  async applied(): Promise<number[] | undefined> {
    const state = await this.states.findOne({ _id: 'schema' });
    return state?.applied.map(({ number }) => number);
  }

  /** Returns the time of the first migration, or of the database's beginning. */
  async since(): Promise<Date | undefined> {
    return (await this.states.findOne({ _id: 'schema' }))?.applied[0]?.at;
  }

  /** Returns whether no version has prepared the database: each version creates every collection at its start. */
  async isNew(): Promise<boolean> {
    const found = this.database.listCollections({ name: 'payments' }, { nameOnly: true });
    return (await this.applied()) === undefined && (await found.toArray()).length === 0;
  }

  /** Records all migrations as applied in a new database, which needs none. Another instance may have done so. */
  async initialize(migrations: { number: number; name: string }[]): Promise<void> {
    const applied = migrations.map(({ number, name }) => ({ number, name, at: new Date() }));
    await this.states.insertOne({ _id: 'schema', applied }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
  }

  /** Records a migration. Throws where another instance has taken over the lock. */
  async record({ number, name }: { number: number; name: string }): Promise<void> {
    const { matchedCount } = await this.states.updateOne(
      { _id: 'schema', owner: this.owner },
      { $push: { applied: { number, name, at: new Date() } } },
    );
    if (!matchedCount) throw new Error('another instance has taken over the migrations');
  }

  /**
   * Runs `work` while holding the lock; waits for another instance that holds it.
   * @param onWait called once where it waits, with the time in milliseconds after which a killed one's lock is taken
   */
  async exclusively<Result>(
    work: () => Promise<Result>,
    onWait?: (abandonedAfterMs: number) => void,
  ): Promise<Result> {
    await this.acquire(onWait);
    const beating = new AbortController();
    const beats = this.beat(beating.signal);
    try {
      return await work();
    } finally {
      beating.abort();
      await beats;
      await this.states.updateOne({ _id: 'schema', owner: this.owner }, { $unset: { owner: '', beat: '' } });
    }
  }

  private async acquire(onWait?: (abandonedAfterMs: number) => void): Promise<void> {
    let isTold = false;
    let seen = '';
    let seenAt = 0;
    for (;;) {
      const state = await this.states.findOne({ _id: 'schema' });
      const current = `${state?.owner} ${state?.beat}`;
      // Measured by this process's clock: the clocks of two machines may differ.
      if (current !== seen) [seen, seenAt] = [current, performance.now()];
      const isAbandoned = performance.now() - seenAt >= this.times.abandonedAfterMs;
      if ((!state?.owner || isAbandoned) && (await this.take(state))) return;
      if (!isTold) onWait?.(this.times.abandonedAfterMs);
      isTold = true;
      await delay(this.times.beatMs / 4);
    }
  }

  /** Takes the lock if it is unchanged since `seen` was read. */
  private async take(seen: StateDocument | null): Promise<boolean> {
    const lock = { owner: this.owner, beat: 0 };
    try {
      if (!seen) await this.states.insertOne({ _id: 'schema', applied: [], ...lock });
      else if (!seen.owner) return await this.update({ owner: { $exists: false } }, lock);
      else return await this.update({ owner: seen.owner, beat: seen.beat }, lock);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private async update(condition: object, lock: { owner: string; beat: number }): Promise<boolean> {
    const { matchedCount } = await this.states.updateOne({ _id: 'schema', ...condition }, { $set: lock });
    return matchedCount === 1;
  }

  private async beat(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(this.times.beatMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      // A failed beat is retried by the next one; a lost lock is detected when a migration is recorded.
      await this.states
        .updateOne({ _id: 'schema', owner: this.owner }, { $inc: { beat: 1 } })
        .catch(() => undefined);
    }
  }
}
