import type { Tables } from './files/lmdb-file.js';
import { indexPrefix, successor } from './namespaces.js';
import type { RangeCounts } from './tables/counts.js';

/** Removes the entries of dropped collections and indexes in slices; continues after a restart. */
export class DropPendingReaper {
  private running = false;
  private isStopped = false;

  constructor(
    private readonly store: { counts: RangeCounts; write(work: () => void): Promise<void> },
    private readonly files: Pick<Tables, 'meta' | 'data'>,
  ) {}

  /** Schedules the removal of a collection's entries, or those of one index; inside write(). */
  schedule(collection: number, index?: number): void {
    this.files.meta.putSync(`d:${collection}:${index ?? ''}`, Buffer.alloc(0));
    setImmediate(() => this.goOn());
  }

  /** Leaves what is left to the next start: the files are about to be closed. */
  stop(): void {
    this.isStopped = true;
  }

  /** Removes scheduled entries slice by slice until none are left. */
  goOn(): void {
    if (this.running || this.isStopped) return;
    const [next] = [...this.files.meta.getKeys({ start: 'd:', end: 'd;', limit: 1 })].map(String);
    if (next === undefined) return;
    this.running = true;
    const [, collection, index] = next.split(':');
    const whole = indexPrefix(Number(collection), Number(index));
    const prefix = index === '' ? whole.subarray(0, 4) : whole;
    const end = successor(prefix);
    void this.store
      .write(() => {
        const keys = [...this.files.data.getKeys({ start: prefix, end, limit: 2000 })];
        for (const key of keys) this.files.data.removeSync(Buffer.from(key));
        if (keys.length > 0) return;
        this.store.counts.remove(prefix, end);
        this.files.meta.removeSync(next);
      })
      .then(
        () => {
          this.running = false;
          setImmediate(() => this.goOn());
        },
        () => {
          // For example on a full disk: the entries stay until the next drop or start.
          this.running = false;
        },
      );
  }
}
