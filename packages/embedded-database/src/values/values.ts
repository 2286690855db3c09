import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { isDocument, type Doc } from './bson.js';
import { encodeKey } from './keys.js';

/**
 * The order of BSON types in comparison and sort.
 * https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/
 */
export const Rank = {
  minKey: 0x05,
  emptyArray: 0x08,
  null: 0x0a,
  number: 0x14,
  string: 0x1e,
  object: 0x28,
  array: 0x32,
  binary: 0x3c,
  objectId: 0x46,
  boolean: 0x50,
  date: 0x5a,
  timestamp: 0x64,
  regex: 0x6e,
  code: 0x78,
  maxKey: 0xf0,
} as const;

/** What an empty array is in a sort and in an index, which look at the elements: it comes before null. */
export const EMPTY = Symbol('empty array');

/** The rank of a value; a missing one (undefined) ranks with null. */
export function rankOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return Rank.string;
    case 'number':
    case 'bigint':
      return Rank.number;
    case 'boolean':
      return Rank.boolean;
    case 'symbol':
      return Rank.emptyArray;
    case 'object':
      return value === null ? Rank.null : rankOfObject(value);
    default:
      return Rank.null;
  }
}

function rankOfObject(value: object): number {
  if (Array.isArray(value)) return Rank.array;
  if (value instanceof Date) return Rank.date;
  if (value instanceof ObjectId) return Rank.objectId;
  if (isNumberObject(value)) return Rank.number;
  if (value instanceof Binary || value instanceof Uint8Array) return Rank.binary;
  if (value instanceof Timestamp) return Rank.timestamp;
  if (value instanceof BSONRegExp || value instanceof RegExp) return Rank.regex;
  if (value instanceof BSONSymbol) return Rank.string;
  if (value instanceof Code) return Rank.code;
  if (value instanceof MinKey) return Rank.minKey;
  if (value instanceof MaxKey) return Rank.maxKey;
  return Rank.object;
}

export type NumberObject = Double | Int32 | Long | Decimal128;
export function isNumberObject(value: unknown): value is NumberObject {
  // A Timestamp is a Long by inheritance, yet no number.
  return (
    (value instanceof Long && !(value instanceof Timestamp)) ||
    value instanceof Double ||
    value instanceof Decimal128 ||
    value instanceof Int32
  );
}

export const isNumber = (value: unknown): boolean => rankOf(value) === Rank.number;
export const isMissing = (value: unknown): value is undefined | null => value === undefined || value === null;
export const isNaNValue = (value: unknown): boolean => isNumber(value) && Number.isNaN(Number(String(value)));

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

/** The BSON type name of a value, 'missing' for none. */
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

/** Text that is the same for two values exactly when they are equal: a key for maps and sets. */
export const identity = (value: unknown): string => encodeKey(value).toString('latin1');

export const isIndexName = (name: string): boolean => /^(0|[1-9]\d*)$/.test(name);

/** A field of an embedded value; arrays only by position. */
export function child(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return isIndexName(name) ? (value as unknown[])[Number(name)] : undefined;
  return isDocument(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/**
 * All values at a dotted path, walking through arrays on the way; a missing one is undefined. An array at the end of
 * the path comes whole.
 */
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

/** As valuesAt, with the elements of arrays at the end in their place; an empty array counts as missing. */
export function elementsAt(doc: unknown, path: readonly string[]): unknown[] {
  const values = valuesAt(doc, path);
  if (!values.some((value) => Array.isArray(value))) return values;
  return values.flatMap((value) =>
    Array.isArray(value) ? (value.length === 0 ? [undefined] : (value as unknown[])) : [value],
  );
}

/** A sort or index key, parsed: its fields in order. */
export interface KeyField {
  name: string;
  path: string[];
  direction: 1 | -1;
}

export function parseKeyFields(spec: Doc): KeyField[] {
  return Object.entries(spec).map(([name, direction]) => ({
    name,
    path: name.split('.'),
    direction: Number(direction) < 0 ? -1 : 1,
  }));
}

/** A copy whose objects and arrays are its own. */
export function copy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copy) as T;
  if (!isDocument(value)) return value;
  const out: Doc = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__')
      Object.defineProperty(out, key, {
        value: copy(value[key]),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else out[key] = copy(value[key]);
  }
  return out as T;
}

/** A BSON number of any kind as a double. */
export const toNumberValue = (value: unknown): number =>
  typeof value === 'number' ? value : Number(String(value));
