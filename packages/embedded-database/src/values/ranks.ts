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
import { entriesOf, type Doc } from './bson.js';

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

/** Stands for an empty array in sorts and indexes, which compare elements: it sorts before null. */
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
  // A Timestamp inherits from Long, but is no number.
  return (
    (value instanceof Long && !(value instanceof Timestamp)) ||
    value instanceof Double ||
    value instanceof Decimal128 ||
    value instanceof Int32
  );
}

export const isNumber = (value: unknown): boolean => rankOf(value) === Rank.number;
export const isMissing = (value: unknown): value is undefined | null => value === undefined || value === null;
export const isNaNValue = (value: unknown): boolean => isNumber(value) && Number.isNaN(toNumber(value));

/** Converts a BSON number of any kind to a double. */
export const toNumber = (value: unknown): number =>
  typeof value === 'number' ? value : Number(String(value));

export const isIndexName = (name: string): boolean => /^(0|[1-9]\d*)$/.test(name);

/** A field of a parsed sort specification or index key. */
export interface KeyField {
  name: string;
  path: string[];
  direction: 1 | -1;
}

export function parseKeyFields(spec: Doc): KeyField[] {
  return entriesOf(spec).map(([name, direction]) => ({
    name,
    path: name.split('.'),
    direction: Number(direction) < 0 ? -1 : 1,
  }));
}
