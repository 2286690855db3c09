import { fail } from '../values/errors.js';
import { isIndexName } from '../values/ranks.js';
import { isDynamic, type UpdateOperator } from './update-operators.js';

/** Orders paths as updates do: positions by number, names by their characters. */
export function comparePaths(left: string[], right: string[]): number {
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const [a, b] = [left[at]!, right[at]!];
    if (a === b) continue;
    if (isIndexName(a) && isIndexName(b)) return Number(a) - Number(b);
    return a < b ? -1 : 1;
  }
  return left.length - right.length;
}

/** @throws MongoError 40 for changes of which one writes a path that another writes, or one above or below it */
export function refuseConflicts(changes: { operator: UpdateOperator; path: string[] }[]): void {
  const paths = changes.flatMap(({ operator, path }) => [
    path,
    ...(operator.moveTo ? [operator.moveTo] : []),
  ]);
  const taken: Taken = new Map();
  for (const path of paths) takePath(path, taken);
  // Below one path, filters on elements cannot be combined with single elements and fields.
  const kinds = new Map<string, boolean>();
  for (const path of paths) {
    for (const [at, part] of path.entries()) {
      const above = path.slice(0, at).join('.');
      const isFilter = part.startsWith('$[') && isDynamic(part);
      if ((kinds.get(above) ?? isFilter) !== isFilter) throw conflictAt(path, above);
      kinds.set(above, isFilter);
    }
  }
}

/** @throws MongoError 40 if another change writes the path, or one above or below it */
export function takePath(path: string[], taken: Taken): void {
  const conflict = conflicts(path, taken);
  if (conflict !== undefined) throw conflictAt(path, conflict);
}

/** Written paths (true), and the paths above them (false). */
export type Taken = Map<string, boolean>;

/** Records a written path; returns the conflicting path if another one overlaps it. */
export function conflicts(path: string[], taken: Taken): string | undefined {
  for (let length = 1; length <= path.length; length++) {
    const above = path.slice(0, length).join('.');
    const isWhole = taken.get(above);
    if (isWhole || (length === path.length && isWhole !== undefined)) return above;
    taken.set(above, length === path.length);
  }
  return undefined;
}

const conflictAt = (path: string[], place: string) =>
  fail(40, `Updating the path '${path.join('.')}' would create a conflict at '${place}'`);
