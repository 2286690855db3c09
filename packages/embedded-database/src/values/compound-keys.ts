import { isDocument, type Doc } from './bson.js';
import { EMPTY, isIndexName, type KeyField } from './ranks.js';

type Path = readonly string[];

/** How far a path has been followed. */
interface Step {
  path: Path;
  at: number;
  value: unknown;
  /** There is no more to follow; else the value is an array, whose elements are still to be looked at. */
  done: boolean;
}

/**
 * What a document has at several fields, as it sorts by them and as an index holds it: a row of values for each element
 * of the array that the paths run through, or end at. Fields below the same array have their values of one element in
 * one row. Below an empty array everything is missing.
 * https://www.mongodb.com/docs/manual/core/indexes/index-types/index-multikey/#compound-multikey-indexes
 * @param empty what an empty array is that a path ends at
 * @returns undefined where the paths run through different arrays
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

/** Goes on from an array to its element, or to the one that the path names. */
function enter(step: Step, items: unknown[], item: unknown): Step {
  const { path, at } = step;
  if (at === path.length) return { path, at, value: item, done: true };
  if (!isPosition(step, items)) return follow(isDocument(item) ? item : undefined, path, at);
  const element = items[Number(path[at])];
  // An array that is named by its position is a value of its own.
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
