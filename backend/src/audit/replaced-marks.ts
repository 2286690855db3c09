import type { KeyObject } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { FieldChange } from '../platform/changes/change.js';
import { chainCollections, isMarked } from './chain.js';

/** The mark of an entry before and after its content was replaced, as the entry of the erasure names it. */
export interface ReplacedMark {
  id: string;
  from: string;
  to: string;
}

const field = 'marks';

/** The part of an erasure's entry that names the replaced marks. */
export const marksChange = (marks: readonly ReplacedMark[]): FieldChange => ({
  field,
  from: null,
  to: marks,
});

/** The replaced marks that the entries of erasures name, each of which is as it was written. */
export class ReplacedMarks {
  private readonly earlier = new Map<string, string[]>();
  private readonly replaced = new Set<string>();

  static async read(connection: Connection, key: KeyObject): Promise<ReplacedMarks> {
    const marks = new ReplacedMarks();
    const { entries } = chainCollections(connection);
    for await (const entry of entries.find({ action: 'erase' }).sort({ at: 1, _id: 1 })) {
      // One that was changed is found as any other entry is: what it names counts for nothing.
      if (!isMarked(key, entry)) continue;
      const named = entry.changes?.find((change) => change.field === field)?.to;
      for (const mark of (named ?? []) as ReplacedMark[]) marks.add(mark);
    }
    return marks;
  }

  private add({ id, from, to }: ReplacedMark): void {
    const [old, fresh] = [`${id} ${from}`, `${id} ${to}`];
    this.earlier.set(fresh, [from, ...(this.earlier.get(old) ?? [])]);
    this.replaced.add(old);
    this.replaced.delete(fresh);
  }

  /** The marks that an entry had before, the last one first. */
  before(id: string, mark: string): readonly string[] {
    return this.earlier.get(`${id} ${mark}`) ?? [];
  }

  /** Returns whether an entry has a mark that was replaced: what was erased has been put back. */
  isReplaced(id: string, mark: string): boolean {
    return this.replaced.has(`${id} ${mark}`);
  }
}
