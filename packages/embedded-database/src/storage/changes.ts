/** Numbers of the changes so far: of the whole file, and of each collection. */
export class ChangeCounts {
  /** Tells whether failed work has changed anything. */
  total = 0;
  private readonly revisions = new Map<number, number>();

  /** Number of changes of a collection: once it has grown, entries that were read before may be outdated. */
  revision(collection: number): number {
    return this.revisions.get(collection) ?? 0;
  }

  noteChange(collection: number): void {
    this.revisions.set(collection, this.revision(collection) + 1);
  }

  /** Counts a change of every collection that has changed so far. */
  noteAll(): void {
    for (const number of this.revisions.keys()) this.noteChange(number);
  }
}
