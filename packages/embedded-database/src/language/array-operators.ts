import { type Doc, entriesOf, isDocument, setField } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { sortedByFields } from '../values/keys.js';
import { checkSort, isDirection } from '../values/sort.js';
import { isMissing, isNumber, parseKeyFields, toNumber } from '../values/ranks.js';
import { isTruthy, compare, equal, identity, typeName } from '../values/values.js';
import { indexWithin } from './string-operators.js';
import { nullPropagating, type Operator } from './operator.js';

function asArray(name: string, value: unknown, code: number): unknown[] {
  if (!Array.isArray(value))
    throw fail(code, `The argument to ${name} must be an array, but was of type: ${typeName(value)}`);
  return value as unknown[];
}

/** Returns an int32 of any numeric type; throws the first code for other types, the second for other numbers. */
function asInt(name: string, value: unknown, [typeCode, rangeCode]: [number, number]): number {
  if (!isNumber(value)) throw fail(typeCode, `${name} requires a numeric value, found: ${typeName(value)}`);
  const number = toNumber(value);
  if ((number | 0) !== number)
    throw fail(rangeCode, `${name} requires a value that is a 32-bit integer: ${number}`);
  return number;
}

function arrayElemAt([items, index]: unknown[]): unknown {
  if (isMissing(items) || isMissing(index)) return null;
  const list = asArray('$arrayElemAt', items, 28689);
  return list.at(asInt('$arrayElemAt', index, [28690, 28691]));
}

function slice(args: unknown[]): unknown {
  if (args.some(isMissing)) return null;
  const items = asArray('$slice', args[0], 28724);
  const first = asInt('$slice', args[1], [28725, 28726]);
  if (args.length === 2) return sliceOf(items, first);
  const count = asInt('$slice', args[2], [28727, 28728]);
  if (count <= 0) throw fail(28729, `Third argument to $slice must be positive: ${count}`);
  return sliceOf(items, first, count);
}

/** Returns the first elements of a list, the last if the number is negative; or `count` from that position. */
export function sliceOf(items: unknown[], first: number, count?: number): unknown[] {
  if (count === undefined) return first >= 0 ? items.slice(0, first) : items.slice(first);
  const start = first < 0 ? Math.max(0, items.length + first) : first;
  return items.slice(start, start + count);
}

function range([start, end, step = 1]: unknown[]): unknown {
  const from = asInt('$range', start, [34443, 34444]);
  const to = asInt('$range', end, [34445, 34446]);
  const by = asInt('$range', step, [34447, 34448]);
  if (by === 0) throw fail(34449, '$range requires a non-zero step value');
  const count = Math.max(0, Math.ceil((to - from) / by));
  if (count > 6_000_000) throw fail(146, '$range would exceed the memory limit');
  return Array.from({ length: count }, (_, at) => from + at * by);
}

function pairOf(item: unknown, isList: boolean): [name: string, value: unknown] {
  if (isList) {
    if (!Array.isArray(item))
      throw fail(40396, '$arrayToObject requires a consistent input format: all elements must be arrays');
    if (item.length !== 2) throw fail(40397, '$arrayToObject requires an array of size 2 arrays');
    const [key, value] = item as unknown[];
    if (typeof key !== 'string')
      throw fail(40395, '$arrayToObject requires the first element to be of type string');
    if (key.includes('\0')) throw fail(4940400, 'Key field cannot contain an embedded null byte');
    return [key, value];
  }
  if (!isDocument(item))
    throw fail(40391, '$arrayToObject requires a consistent input format: all elements must be objects');
  if (Object.keys(item).length !== 2) throw fail(40392, "$arrayToObject requires object keys of 'k' and 'v'");
  if (!('k' in item) || !('v' in item))
    throw fail(40393, '$arrayToObject requires an object with keys k and v');
  if (typeof item.k !== 'string')
    throw fail(40394, "$arrayToObject requires the value of 'k' to be of type string");
  if (item.k.includes('\0')) throw fail(4940401, 'Key field cannot contain an embedded null byte');
  return [item.k, item.v];
}

function arrayToObject([items]: unknown[]): unknown {
  if (isMissing(items)) return null;
  const list = asArray('$arrayToObject', items, 40386);
  const isList = Array.isArray(list[0]);
  if (list.length > 0 && !isList && !isDocument(list[0]))
    throw fail(40398, `Unrecognised input type format for $arrayToObject: ${typeName(list[0])}`);
  const out: Doc = {};
  for (const item of list) setField(out, ...pairOf(item, isList));
  return out;
}

/** Sorts an array's elements by a sort specification, or by value for 1 and -1. */
export function sortArray(items: unknown[], by: unknown): unknown[] {
  if (!isDocument(by))
    return [...items].sort((left, right) => compare(left, right) * (toNumber(by) < 0 ? -1 : 1));
  return sortedByFields(items, parseKeyFields(by), (item) => (isDocument(item) ? item : {}));
}

/** @throws MongoError for an invalid order of an array; valid are 1, -1 and a sort specification */
export function checkSortBy(by: unknown): void {
  if (isDocument(by)) {
    if (Object.keys(by).length === 0) throw fail(15976, '$sortArray must have at least one sort key');
    checkSort(by);
  } else if (!isDirection(by)) {
    throw fail(isNumber(by) ? 15975 : 15974, '$sortArray sortBy must be 1, -1 or an object');
  }
}

/** Returns the distinct values of a list by BSON equality, in order of first occurrence. */
function distinct(items: unknown[]): unknown[] {
  const found = new Map<string, unknown>();
  for (const item of items) {
    const name = identity(item);
    if (!found.has(name)) found.set(name, item);
  }
  return [...found.values()];
}
const identities = (name: string, value: unknown, code: number) =>
  new Set(asArray(name, value, code).map(identity));

export const setOperators: Record<string, Operator> = {
  $setUnion: nullPropagating(
    (items) => asArray('$setUnion', items, 17043),
    (args) => distinct(args.flat()),
  ),
  $setIntersection: nullPropagating(
    (items) => asArray('$setIntersection', items, 17047),
    (args) => {
      const others = args.slice(1).map((items) => new Set((items as unknown[]).map(identity)));
      return distinct((args[0] as unknown[] | undefined) ?? []).filter((item) =>
        others.every((set) => set.has(identity(item))),
      );
    },
  ),
  $setDifference: ([left, right]) => {
    if (isMissing(left) || isMissing(right)) return null;
    const items = asArray('$setDifference', left, 17048);
    const without = identities('$setDifference', right, 17049);
    return distinct(items).filter((item) => !without.has(identity(item)));
  },
  $setEquals: (args) => {
    const [first, ...others] = args.map((items) => identities('$setEquals', items, 17044)) as [
      Set<string>,
      ...Set<string>[],
    ];
    return others.every((set) => set.size === first.size && [...set].every((item) => first.has(item)));
  },
  $setIsSubset: ([left, right]) => {
    const items = asArray('$setIsSubset', left, 17046);
    const all = identities('$setIsSubset', right, 17042);
    return items.every((item) => all.has(identity(item)));
  },
  $anyElementTrue: ([items]) => asArray('$anyElementTrue', items, 17041).some(isTruthy),
  $allElementsTrue: ([items]) => asArray('$allElementsTrue', items, 17040).every(isTruthy),
};

/** Returns true for an element that equals a value; a missing one equals none, not even null. */
const isElement = (item: unknown, value: unknown) => value !== undefined && equal(item, value);

export const arrayOperators: Record<string, Operator> = {
  $arrayElemAt: arrayElemAt,
  $arrayToObject: arrayToObject,
  $concatArrays: nullPropagating(
    (items) => asArray('$concatArrays', items, 28664),
    (args) => args.flat(),
  ),
  $first: ([items]) => (isMissing(items) ? null : asArray('$first', items, 28689)[0]),
  $last: ([items]) => (isMissing(items) ? null : asArray('$last', items, 28689).at(-1)),
  $in: ([value, items]) => asArray('$in', items, 40081).some((item) => isElement(item, value)),
  $indexOfArray: ([items, value, ...bounds]) => {
    if (isMissing(items)) return null;
    const list = asArray('$indexOfArray', items, 40090);
    return indexWithin('$indexOfArray', bounds, list.length, 1, (at) => isElement(list[at], value));
  },
  $isArray: ([value]) => Array.isArray(value),
  $objectToArray: ([value]) => {
    if (isMissing(value)) return null;
    if (!isDocument(value))
      throw fail(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
    return entriesOf(value).map(([k, v]) => ({ k, v }));
  },
  $range: range,
  $reverseArray: ([items]) =>
    isMissing(items) ? null : [...asArray('$reverseArray', items, 34435)].reverse(),
  $size: ([items]) => asArray('$size', items, 17124).length,
  $slice: slice,
};

/** `$zip` of evaluated inputs and defaults. */
export function zip(inputs: unknown[], useLongestLength: boolean, defaults: unknown[]): unknown {
  for (const input of inputs) if (!isMissing(input)) asArray('$zip', input, 34468);
  if (inputs.some(isMissing)) return null;
  const arrays = inputs as unknown[][];
  const lengths = arrays.map((items) => items.length);
  const length = useLongestLength ? Math.max(...lengths) : Math.min(...lengths);
  return Array.from({ length }, (_, at) =>
    arrays.map((items, n) => (at < items.length ? items[at] : (defaults[n] ?? null))),
  );
}
