import { BSONSymbol, Decimal128, ObjectId, Timestamp } from 'bson';
import { fail } from './errors.js';
import { instantOf, readDate } from './date-texts.js';
import { convert, fromBigInt, type BsonNumber } from './numbers.js';
import { isNumber, toNumber } from './ranks.js';
import { equal, typeName, typeNames } from './values.js';

const failure = (value: unknown, to: string, why = '') =>
  fail(
    241,
    `Unsupported conversion from ${typeName(value)} to ${to} in $convert with no onError value${why}`,
  );
const cannotParse = (text: string, to: string) =>
  fail(241, `Failed to parse number '${text}' in $convert with no onError value: not a valid ${to}`);

/**
 * Converts as `$convert` does; https://www.mongodb.com/docs/manual/reference/operator/aggregation/convert/
 * @throws MongoError 241 for an unsupported conversion
 */
export function convertTo(value: unknown, target: unknown): unknown {
  const to = targetName(target);
  switch (to) {
    case 'double':
    case 'decimal':
    case 'int':
    case 'long':
      return toNumeric(value, to);
    case 'bool':
      return typeof value === 'boolean' ? value : !(isNumber(value) && equal(value, 0));
    case 'string':
      return toText(value);
    case 'date':
      return toDate(value);
    case 'objectId':
      if (value instanceof ObjectId) return value;
      if (typeof value !== 'string' || !/^[0-9a-f]{24}$/i.test(value)) throw failure(value, 'objectId');
      return new ObjectId(value);
    default:
      throw failure(value, to);
  }
}

function targetName(target: unknown): string {
  if (typeof target !== 'string' && !(isNumber(target) && Number.isInteger(toNumber(target))))
    throw fail(9, `$convert's 'to' argument must be a string or number, but is ${typeName(target)}`);
  const name = typeof target === 'string' ? target : typeNames[toNumber(target)];
  if (name === undefined || !(name === 'missing' || Object.values(typeNames).includes(name)))
    throw fail(typeof target === 'string' ? 2 : 9, `Unknown type: ${String(target)}`);
  return name;
}

function toNumeric(value: unknown, to: 'double' | 'decimal' | 'int' | 'long'): BsonNumber {
  if (isNumber(value)) return inRange(value as BsonNumber, to);
  if (typeof value === 'boolean') return convert(value ? 1 : 0, to);
  if (value instanceof Date && to !== 'int') return convert(fromBigInt(BigInt(value.getTime())), to);
  if (typeof value !== 'string') throw failure(value, to);
  if (to === 'double' || to === 'decimal') {
    const special = /^([+-]?)(inf(?:inity)?|nan)$/i.exec(value);
    if (special) {
      const number = special[2]!.toLowerCase() === 'nan' ? NaN : Infinity;
      return convert(special[1] === '-' ? -number : number, to);
    }
  }
  const wholeNumber = to === 'int' || to === 'long';
  if (!(wholeNumber ? /^[+-]?\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i).test(value))
    throw cannotParse(value, to);
  if (to === 'decimal') return Decimal128.fromString(value);
  return inRange(wholeNumber ? fromBigInt(BigInt(value)) : convert(Number(value), 'double'), to);
}

function inRange(value: BsonNumber, to: 'double' | 'decimal' | 'int' | 'long'): BsonNumber {
  if (to === 'double' || to === 'decimal') return convert(value, to);
  const number = toNumber(value);
  const limit = to === 'int' ? 2 ** 31 : 2 ** 63;
  if (Number.isNaN(number)) throw failure(value, to, ': NaN');
  if (number >= limit || number < -limit) throw failure(value, to, ': the value is out of range');
  return convert(value, to);
}

/** Converts a value to text as `$toString` does. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof BSONSymbol) return String(value);
  if (value instanceof ObjectId) return value.toHexString();
  if (isNumber(value) || typeof value === 'boolean') return String(value);
  throw failure(value, 'string');
}

function toDate(value: unknown): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date(value.t * 1000);
  if (isNumber(value) && typeName(value) !== 'int') {
    const date = new Date(Math.trunc(toNumber(value)));
    if (Number.isNaN(date.getTime())) throw failure(value, 'date', ': the value is out of range');
    return date;
  }
  if (typeof value !== 'string') throw failure(value, 'date');
  return new Date(instantOf(readDate(value)));
}
