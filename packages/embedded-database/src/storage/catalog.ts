import type { Database } from 'lmdb';
import { UUID } from 'bson';
import { decode, encode, type Doc } from '../values/bson.js';
import type { ChangeCounts } from './changes.js';
import type { Collection } from './documents.js';
import type { DropPendingReaper } from './drop-pending-reaper.js';
import { idIndex, Index, type IndexSpec } from './indexes.js';
import type { LockManager } from './locks.js';
import { catalogKey, checkNamespace, indexPrefix, namespaceOf, type Namespace } from './namespaces.js';
import type { TableReader } from './tables/table-reader.js';

interface Parts {
  meta: Database<Buffer, string>;
  reader: TableReader;
  locks: LockManager;
  changes: ChangeCounts;
  removals: DropPendingReaper;
}

/**
 * The collections and their indexes, in memory; `save` writes the changed ones to the file. All changes run inside
 * Store.write.
 */
export class Catalog {
  private readonly current = new Map<string, Collection>();
  /** Those before the transaction that may pause. */
  private before: ReadonlyMap<string, Collection> | undefined;
  private changed = new Set<Collection>();
  /** Never decreases while the file is open: a reader of a dropped collection would go on in one of its number. */
  private nextNumber = 1;

  constructor(private readonly parts: Parts) {}

  /** The collections by namespace: while a transaction pauses, those before it. */
  get collections(): ReadonlyMap<string, Collection> {
    return (this.parts.reader.isPaused && this.before) || this.current;
  }

  /** Keeps the current collections for reads while a transaction pauses that begins now. */
  keepCurrent(): void {
    this.before = new Map(this.current);
  }

  /** Drops what was kept, at the end of the transaction. */
  dropKept(): void {
    this.before = undefined;
  }

  /** Reads it from the file: at the start, and after each aborted LMDB transaction. */
  reload(): void {
    const { meta } = this.parts;
    this.current.clear();
    this.changed.clear();
    for (const { key, value } of meta.getRange({ start: 'c:', end: 'c;' })) {
      const { indexes, ...rest } = decode(value) as unknown as Omit<Collection, 'indexes'> & {
        indexes: IndexSpec[];
      };
      const collection = { ...rest, indexes: indexes.map((spec) => new Index(spec)) };
      this.current.set(String(key).slice(2), collection);
      this.nextNumber = Math.max(this.nextNumber, collection.number + 1);
    }
    for (const key of meta.getKeys({ start: 'd:', end: 'd;' })) {
      this.nextNumber = Math.max(this.nextNumber, Number(String(key).split(':')[1]) + 1);
    }
  }

  /** Writes the changed collections in the open LMDB transaction. */
  save(): void {
    for (const collection of this.changed) {
      const { indexes, ...rest } = collection;
      const specs = indexes.map((index) => index.spec as unknown as Doc);
      this.parts.meta.putSync(`c:${namespaceOf(collection)}`, encode({ ...rest, indexes: specs }));
    }
    this.changed.clear();
  }

  find(db: string, name: string): Collection | undefined {
    return this.collections.get(`${db}.${name}`);
  }

  /** Returns the collection, created if it is missing. */
  ensure(db: string, name: string): Collection {
    const known = this.find(db, name);
    if (known) return known;
    this.parts.changes.total++;
    checkNamespace(db, name);
    const collection: Collection = {
      db,
      name,
      number: this.nextNumber++,
      uuid: new UUID().toHexString(),
      nextIndex: 1,
      indexes: [idIndex()],
    };
    this.current.set(namespaceOf(collection), collection);
    this.changed.add(collection);
    this.noteName(collection);
    return collection;
  }

  markChanged(collection: Collection): void {
    this.parts.changes.total++;
    this.changed.add(collection);
  }

  addIndex(collection: Collection, index: Index): void {
    this.parts.locks.wrote(indexPrefix(collection.number, index.spec.id));
    collection.indexes = [...collection.indexes, index];
    this.markChanged(collection);
  }

  /** Adds a copy of another collection's index, while the collection is empty. */
  copyIndex(collection: Collection, { spec }: Index): void {
    this.addIndex(
      collection,
      new Index({ ...spec, id: collection.nextIndex++, multikey: false, building: false }),
    );
  }

  /** Renames a collection, and drops the one that has the name. */
  rename(collection: Collection, { db, name }: Namespace): void {
    const replaced = this.find(db, name);
    if (replaced) this.drop(replaced);
    this.remove(collection);
    Object.assign(collection, { db, name });
    delete collection.isTemporary;
    this.noteName(collection);
    this.current.set(namespaceOf(collection), collection);
    this.markChanged(collection);
  }

  /** Drops a collection; its entries are removed later. */
  drop(collection: Collection): void {
    const { changes, removals } = this.parts;
    changes.total++;
    this.changed.delete(collection);
    this.remove(collection);
    removals.schedule(collection.number);
  }

  /** Drops an index; its entries are removed later. */
  dropIndex(collection: Collection, index: Index): void {
    const { changes, removals } = this.parts;
    collection.indexes = collection.indexes.filter((other) => other !== index);
    changes.noteChange(collection.number);
    this.markChanged(collection);
    removals.schedule(collection.number, index.spec.id);
  }

  /** Drops what a crash has left unfinished: temporary collections, and indexes that were being built. */
  dropUnfinished(): void {
    for (const collection of Array.from(this.current.values())) {
      if (collection.isTemporary) this.drop(collection);
      else
        for (const index of collection.indexes.filter(({ spec }) => spec.building))
          this.dropIndex(collection, index);
    }
  }

  get hasUnfinished(): boolean {
    return [...this.current.values()].some(
      ({ isTemporary, indexes }) => isTemporary || indexes.some(({ spec }) => spec.building),
    );
  }

  /** Removes a collection's name. */
  private remove(collection: Collection): void {
    this.current.delete(namespaceOf(collection));
    this.parts.meta.removeSync(`c:${namespaceOf(collection)}`);
    this.parts.changes.noteChange(collection.number);
    this.noteName(collection);
  }

  /** Tells open transactions that the collection of a name is another one. */
  private noteName(collection: Collection): void {
    this.parts.locks.wrote(catalogKey(namespaceOf(collection)));
  }
}
