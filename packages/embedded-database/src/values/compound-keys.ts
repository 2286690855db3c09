import { isDocument, type Doc } from './bson.js';
import { EMPTY, isIndexName, type KeyField } from './ranks.js';

type Path = readonly string[];

/** The position within a path that is being followed. */
interface Step {
  path: Path;
  at: number;
  value: unknown;
  /** True at the end of the path; else the value is an array whose elements come next. */
  done: boolean;
}

/**
 * Returns a document's values at several fields for sorts and indexes: a row of values for each element of the array
 * that the paths run through, or end at. A row has the values of one element for all fields below that array. Below an
 * empty array all values are missing.
 * https://www.mongodb.com/docs/manual/core/indexes/index-types/index-multikey/#compound-multikey-indexes
 * @param empty the value that stands for an empty array at the end of a path
 * @returns undefined if the paths run through different arrays
 */
export function compoundKeyTuples(
  doc: Doc,
  fields: readonly KeyField[],
  empty: unknown = EMPTY,
): unknown[][] | undefined {
  const rows: unknown[][] = [];
  const expand = (steps: Step[]): boolean => {
    const open = steps.filter(({ done }) => !done);
    if (open.length === 0) {
      rows.push(steps.map(({ value }) => value));
      return true;
    }
    const items = open[0]!.value as unknown[];
    if (open.some(({ value }) => value !== items)) return false;
    const all =
      items.length > 0 && !open.every((step) => isPosition(step, items)) ? items : items.slice(0, 1);
    return (all.length > 0 ? all : [empty]).every((item) =>
      expand(steps.map((step) => (step.done ? step : enter(step, items, item)))),
    );
  };
  return expand(fields.map(({ path }) => follow(doc, path, 0))) ? rows : undefined;
}

const isPosition = ({ path, at }: Step, items: unknown[]): boolean =>
  at < path.length && isIndexName(path[at]!) && Number(path[at]) < items.length;

/** Follows the path from an array into one of its elements, or into the one at the path's position. */
function enter(step: Step, items: unknown[], item: unknown): Step {
  const { path, at } = step;
  if (at === path.length) return { path, at, value: item, done: true };
  if (!isPosition(step, items)) return follow(isDocument(item) ? item : undefined, path, at);
  const element = items[Number(path[at])];
  // An array at a position of the path is a value itself.
  if (at + 1 === path.length) return { path, at, value: element, done: true };
  return follow(element, path, at + 1);
}

function follow(start: unknown, path: Path, from: number): Step {
  let value = start;
  let at = from;
  for (; at < path.length && !Array.isArray(value); at++) {
    const name = path[at]!;
    value = isDocument(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return { path, at, value, done: !Array.isArray(value) };
}
