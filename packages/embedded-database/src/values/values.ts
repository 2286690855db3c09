import { BSONSymbol, Code, Decimal128, Double, Int32, ObjectId } from 'bson';
import { isDocument, namesOf, setField, type Doc } from './bson.js';
import { encodeKey } from './keys.js';
import { isIndexName, isMissing, isNumber, Rank, rankOf } from './ranks.js';

/** BSON type names of `$type`, by number; https://www.mongodb.com/docs/manual/reference/bson-types/ */
export const typeNames: Record<number, string> = {
  [-1]: 'minKey',
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  5: 'binData',
  6: 'undefined',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  10: 'null',
  11: 'regex',
  12: 'dbPointer',
  13: 'javascript',
  14: 'symbol',
  15: 'javascriptWithScope',
  16: 'int',
  17: 'timestamp',
  18: 'long',
  19: 'decimal',
  127: 'maxKey',
};

const rankNames: Record<number, string> = {
  [Rank.minKey]: 'minKey',
  [Rank.null]: 'null',
  [Rank.number]: 'long',
  [Rank.string]: 'string',
  [Rank.object]: 'object',
  [Rank.array]: 'array',
  [Rank.binary]: 'binData',
  [Rank.objectId]: 'objectId',
  [Rank.boolean]: 'bool',
  [Rank.date]: 'date',
  [Rank.timestamp]: 'timestamp',
  [Rank.regex]: 'regex',
  [Rank.maxKey]: 'maxKey',
};

/** The BSON type name of a value, 'missing' for undefined. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'number') return (value | 0) === value && !Object.is(value, -0) ? 'int' : 'double';
  if (value instanceof Double) return 'double';
  if (value instanceof Int32) return 'int';
  if (value instanceof Decimal128) return 'decimal';
  if (value instanceof BSONSymbol) return 'symbol';
  if (value instanceof Code) return value.scope ? 'javascriptWithScope' : 'javascript';
  return rankNames[rankOf(value)]!;
}

/** Compares two values in BSON order: negative, zero or positive. */
export function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number' && left === left && right === right) {
    return left < right ? -1 : left > right ? 1 : 0;
  }
  if (typeof left === 'string' && left === right) return 0;
  const byRank = rankOf(left) - rankOf(right);
  if (byRank !== 0) return byRank;
  if (left instanceof Date && right instanceof Date) return left.getTime() - right.getTime();
  if (left instanceof ObjectId && right instanceof ObjectId) return Buffer.compare(left.id, right.id);
  return Buffer.compare(encodeKey(left), encodeKey(right));
}

export const equal = (left: unknown, right: unknown): boolean => left === right || compare(left, right) === 0;

/** Returns a key for maps and sets that is equal for two values exactly if they are equal. */
export const identity = (value: unknown): string => encodeKey(value).toString('latin1');

/** Returns a field of an embedded value; of an array only by position. */
export function child(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return isIndexName(name) ? (value as unknown[])[Number(name)] : undefined;
  return isDocument(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns all values at a dotted path, also through arrays: undefined for missing ones, an array at the end whole. */
function valuesAt(doc: unknown, path: readonly string[], from = 0, out: unknown[] = []): unknown[] {
  let value = doc;
  for (let at = from; at < path.length; at++) {
    const name = path[at]!;
    if (Array.isArray(value)) {
      if (isIndexName(name) && Number(name) < value.length) valuesAt(value[Number(name)], path, at + 1, out);
      for (const item of value as unknown[]) if (isDocument(item)) valuesAt(item, path, at, out);
      return out;
    }
    value = child(value, name);
    if (value === undefined) break;
  }
  out.push(value);
  return out;
}

/** Like valuesAt, with the elements of arrays at the end instead of the arrays; an empty array counts as missing. */
export function elementsAt(doc: unknown, path: readonly string[]): unknown[] {
  const values = valuesAt(doc, path);
  if (!values.some((value) => Array.isArray(value))) return values;
  return values.flatMap((value) =>
    Array.isArray(value) ? (value.length === 0 ? [undefined] : (value as unknown[])) : [value],
  );
}

/** Returns a deep copy. */
export function copy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copy) as T;
  if (!isDocument(value)) return value;
  const out: Doc = {};
  for (const key of namesOf(value)) setField(out, key, copy(value[key]));
  return out as T;
}

/** True for everything except false, null, missing and zero, as in expressions. */
export function isTruthy(value: unknown): boolean {
  if (isMissing(value) || value === false) return false;
  return !isNumber(value) || !equal(value, 0);
}
