import { Decimal128 } from 'bson';
import { readDouble } from '../values/bson.js';
import { fail } from '../values/errors.js';
import {
  arithmetic,
  convert,
  divide,
  fromBigInt,
  kindOf,
  remainder,
  roundTo,
  toBigInt,
  type BsonNumber,
  type Kind,
  type Rounding,
} from '../values/numbers.js';
import { isMissing, isNaNValue, isNumber, toNumber } from '../values/ranks.js';
import { compare, equal, typeName } from '../values/values.js';
import { nullPropagating, type Operator } from './operator.js';

/** Accepts numbers only; returns null if an argument is null or missing. */
const numeric =
  (name: string, codes: number | number[], run: Operator): Operator =>
  (args) => {
    if (args.some(isMissing)) return null;
    const wrong = args.findIndex((value) => !isNumber(value));
    if (wrong >= 0)
      throw fail(
        typeof codes === 'number' ? codes : codes[wrong]!,
        `${name} only supports numeric types, not ${typeName(args[wrong])}`,
      );
    return run(args);
  };

function requireNumber(name: string, value: unknown): void {
  if (!isNumber(value)) throw fail(14, `${name} only supports numeric types, not ${typeName(value)}`);
}

/** Converts a number to whole milliseconds. */
function milliseconds(value: unknown): bigint {
  const kind = kindOf(value);
  if (kind === 'int' || kind === 'long') return toBigInt(value);
  const number = toNumber(value);
  if (!(Math.abs(number) < 2 ** 63)) throw fail(15, 'date overflow');
  // Decimals are rounded half to even, doubles half away from zero.
  if (kind === 'decimal') return toBigInt(roundTo(value as BsonNumber, 0, 'round'));
  return BigInt(Math.sign(number) * Math.round(Math.abs(number)));
}

function shiftDate(date: Date, by: bigint): Date {
  const shifted = new Date(Number(BigInt(date.getTime()) + by));
  if (Number.isNaN(shifted.getTime())) throw fail(15, 'date overflow');
  return shifted;
}

/** Adds numbers and at most one date; numbers after it are rounded to whole milliseconds one by one. */
function add(args: unknown[]): unknown {
  let total: unknown = 0;
  let date: Date | undefined;
  let shift = 0n;
  for (const value of args) {
    if (value instanceof Date) {
      if (date) throw fail(16612, 'only one date allowed in an $add expression');
      date = value;
      shift = milliseconds(total);
    } else {
      if (date) shift += milliseconds(value);
      else total = arithmetic('add', total, value);
    }
  }
  return date ? shiftDate(date, shift) : total;
}

function subtract([left, right]: unknown[]): unknown {
  if (left instanceof Date) {
    if (right instanceof Date) return convert(readDouble(left.getTime() - right.getTime()), 'long');
    requireNumber('$subtract', right);
    return shiftDate(left, -milliseconds(right));
  }
  requireNumber('$subtract', left);
  requireNumber('$subtract', right);
  return arithmetic('subtract', left, right);
}

function mod([left, right]: unknown[]): unknown {
  if (equal(right, 0)) throw fail(16610, "can't $mod by zero");
  // A double without a fraction divides integers as an integer.
  const isWhole = kindOf(right) === 'double' && (toNumber(right) | 0) === toNumber(right);
  return remainder(left, isWhole && kindOf(left) !== 'double' ? convert(right as BsonNumber, 'int') : right);
}

function abs([value]: unknown[]): unknown {
  if (compare(value, 0) >= 0 || isNaNValue(value)) return Object.is(value, -0) ? readDouble(0) : value;
  if (kindOf(value) === 'long' && toBigInt(value) === -(2n ** 63n))
    throw fail(28680, "can't take $abs of long long min");
  return arithmetic('subtract', kindOf(value) === 'double' ? readDouble(0) : 0, value);
}

const rounding =
  (mode: Rounding): Operator =>
  ([value, place = 0]) => {
    const digits = toNumber(place);
    if (!Number.isInteger(digits))
      throw fail(51082, `precision argument to $${mode} must be an integral value`);
    if (digits < -20 || digits > 100)
      throw fail(51083, `cannot apply $${mode} with precision value ${digits}`);
    const result = roundTo(value as BsonNumber, digits, mode);
    if (kindOf(value) === 'long' && kindOf(result) === 'double')
      throw fail(51080, 'invalid conversion from $round');
    return result;
  };

/** Runs a function of doubles; with a decimal argument the result is a decimal, of a double's precision. */
const real =
  (run: (...args: number[]) => number): Operator =>
  (args) => {
    const result = run(...args.map(toNumber));
    if (args.some((value) => value instanceof Decimal128)) return Decimal128.fromString(String(result));
    return readDouble(result);
  };

function power(args: unknown[]): unknown {
  const [base, exponent] = args as [BsonNumber, BsonNumber];
  if (equal(base, 0) && compare(exponent, 0) < 0 && !isNaNValue(exponent))
    throw fail(28764, '$pow cannot take a base of 0 and a negative exponent');
  const kinds = [kindOf(base), kindOf(exponent)];
  if (kinds.every((kind) => kind === 'int' || kind === 'long')) {
    const kind: Kind = kinds.includes('long') ? 'long' : 'int';
    const [whole, times] = [toBigInt(base), toBigInt(exponent)];
    if (whole === 0n || whole === 1n || whole === -1n)
      return fromBigInt(times % 2n === 0n ? (times === 0n ? 1n : whole * whole) : whole, kind);
    if (times >= 0n && times < 64n) return fromBigInt(whole ** times, kind);
  }
  return real(Math.pow)(args);
}

export const numberOperators: Record<string, Operator> = {
  $add: nullPropagating((value) => {
    if (!(value instanceof Date)) requireNumber('$add', value);
  }, add),
  $subtract: (args) => (args.some(isMissing) ? null : subtract(args)),
  $multiply: nullPropagating(
    (value) => requireNumber('$multiply', value),
    (args) => args.reduce((product, value) => arithmetic('multiply', product, value), 1),
  ),
  $divide: numeric('$divide', 14, ([left, right]) => {
    if (equal(right, 0)) throw fail(2, "can't $divide by zero");
    return divide(left, right);
  }),
  $mod: numeric('$mod', 14, mod),
  $abs: numeric('$abs', 28765, abs),
  $round: numeric('$round', [51081, 51082], rounding('round')),
  $trunc: numeric('$trunc', [51081, 51082], rounding('trunc')),
  $ceil: numeric('$ceil', 28765, rounding('ceil')),
  $floor: numeric('$floor', 28765, rounding('floor')),
  $pow: numeric('$pow', [28762, 28763], power),
  $sqrt: numeric(
    '$sqrt',
    28765,
    real((value) => {
      if (value < 0) throw fail(28714, "$sqrt's argument must be greater than or equal to 0");
      return Math.sqrt(value);
    }),
  ),
};
