import { toNumber } from './ranks.js';
import { Decimal128, Double, Long } from 'bson';
import { readDouble } from './bson.js';
import { typeName } from './values.js';

/** A BSON number in the representation of decode. */
export type BsonNumber = number | Long | Double | Decimal128;
export type Kind = 'int' | 'long' | 'double' | 'decimal';
const widest: Kind[] = ['int', 'long', 'double', 'decimal'];
const DECIMAL_DIGITS = 34;
/** Exponents of the last digit of the smallest decimal, and of the first digit of the largest. */
const [LEAST_EXPONENT, GREATEST_EXPONENT] = [-6176, 6144];

/** Handling of an int64 overflow: aggregation continues in doubles, updates fail. */
export type Overflow = 'double' | 'fail';
export class NumberOverflow extends Error {}

export const kindOf = (value: unknown): Kind => typeName(value) as Kind;

export const widerKind = (left: Kind, right: Kind): Kind =>
  widest.indexOf(left) > widest.indexOf(right) ? left : right;
const commonKind = (left: unknown, right: unknown): Kind => widerKind(kindOf(left), kindOf(right));

/** Returns a whole number as int32 if it fits (unless it must stay long), else as int64, else by `overflow`. */
export function fromBigInt(value: bigint, atLeast: Kind = 'int', overflow: Overflow = 'double'): BsonNumber {
  if (atLeast === 'int' && BigInt.asIntN(32, value) === value) return Number(value);
  if (BigInt.asIntN(64, value) === value) return Long.fromBigInt(value);
  if (overflow === 'fail') throw new NumberOverflow('integer overflow');
  return readDouble(Number(value));
}

export function toBigInt(value: unknown): bigint {
  if (value instanceof Long) return (BigInt(value.high) << 32n) | BigInt(value.low >>> 0);
  return BigInt(Math.trunc(toNumber(value)));
}

/** Converts a value to the given kind, and truncates digits that do not fit. */
export function convert(value: BsonNumber, kind: Kind): BsonNumber {
  if (kindOf(value) === kind) return value;
  if (kind === 'decimal') return fromDecimal(toDecimal(value));
  if (kind === 'double') return readDouble(toNumber(value));
  return fromBigInt(toBigInt(value), kind);
}

type Operation = 'add' | 'subtract' | 'multiply';
const onBigInt: Record<Operation, (left: bigint, right: bigint) => bigint> = {
  add: (left, right) => left + right,
  subtract: (left, right) => left - right,
  multiply: (left, right) => left * right,
};
const onDouble: Record<Operation, (left: number, right: number) => number> = {
  add: (left, right) => left + right,
  subtract: (left, right) => left - right,
  multiply: (left, right) => left * right,
};

/**
 * Adds, subtracts or multiplies two numbers of any kinds; the result has the wider kind.
 * @throws NumberOverflow if an int64 overflows and overflow is 'fail'
 */
export function arithmetic(
  operation: Operation,
  left: unknown,
  right: unknown,
  overflow: Overflow = 'double',
): BsonNumber {
  const kind = commonKind(left, right);
  if (kind === 'int') {
    const plain = onDouble[operation](left as number, right as number);
    if ((plain | 0) === plain) return plain === 0 ? 0 : plain;
  }
  if (kind === 'double') return readDouble(onDouble[operation](toNumber(left), toNumber(right)));
  if (kind === 'decimal') return decimalArithmetic(operation, toDecimal(left), toDecimal(right));
  return fromBigInt(onBigInt[operation](toBigInt(left), toBigInt(right)), kind, overflow);
}

/** Divides as `$divide` does: the result is a double, or a decimal if one of the operands is. */
export function divide(left: unknown, right: unknown): BsonNumber {
  if (commonKind(left, right) !== 'decimal') return readDouble(toNumber(left) / toNumber(right));
  const dividend = toDecimal(left);
  const divisor = toDecimal(right);
  if (typeof dividend === 'number' || typeof divisor === 'number' || divisor.digits === 0n) {
    return fromDecimal(toNumber(left) / toNumber(right));
  }
  const extra = DECIMAL_DIGITS + 4 + String(divisor.digits).length;
  const widened = dividend.digits * 10n ** BigInt(extra);
  let digits = widened / divisor.digits;
  let exponent = dividend.exponent - extra - divisor.exponent;
  // An exact quotient has only the trailing zeros of its operands: 10 / 2 is 5, 10.0 / 2 is 5.0.
  if (widened % divisor.digits === 0n) {
    for (const ideal = exponent + extra; exponent < ideal && digits % 10n === 0n; exponent++) digits /= 10n;
  }
  return fromDecimal(reduce({ digits, exponent }));
}

/** The remainder, with the dividend's sign. */
export function remainder(left: unknown, right: unknown): BsonNumber {
  const kind = commonKind(left, right);
  if (kind === 'double') return readDouble(toNumber(left) % toNumber(right));
  if (kind !== 'decimal') return fromBigInt(toBigInt(left) % toBigInt(right), kind);
  const dividend = toDecimal(left);
  const divisor = toDecimal(right);
  if (typeof dividend === 'number' || typeof divisor === 'number')
    return fromDecimal(toNumber(left) % toNumber(right));
  const exponent = Math.min(dividend.exponent, divisor.exponent);
  return fromDecimal({ digits: scaled(dividend, exponent) % scaled(divisor, exponent), exponent });
}

export type Rounding = 'round' | 'trunc' | 'ceil' | 'floor';

/** Rounds to `place` digits after the point (before it if negative), half to even. */
export function roundTo(value: BsonNumber, place: number, rounding: Rounding): BsonNumber {
  const kind = kindOf(value);
  if (kind === 'double' && !Number.isFinite(toNumber(value))) return value;
  const decimal = kind === 'double' ? exactly(toNumber(value)) : toDecimal(value);
  if (typeof decimal === 'number') return value;
  const drop = -place - decimal.exponent;
  if (drop <= 0) return value;
  const divisor = 10n ** BigInt(drop);
  let digits = decimal.digits / divisor;
  const rest = decimal.digits % divisor;
  if (rounding === 'round') digits = roundHalfEven(decimal.digits, divisor);
  else if (rounding === 'ceil' && rest > 0n) digits += 1n;
  else if (rounding === 'floor' && rest < 0n) digits -= 1n;
  const result: DecimalParts = { digits, exponent: -place };
  if (kind === 'decimal') return fromDecimal(result);
  if (kind === 'double') return readDouble(Number(`${result.digits}e${result.exponent}`));
  return fromBigInt(result.digits * 10n ** BigInt(Math.max(result.exponent, 0)), kind);
}

/** A finite decimal: digits times ten to the exponent. Infinities and NaN are a number. */
interface DecimalParts {
  digits: bigint;
  exponent: number;
}

function toDecimal(value: unknown): DecimalParts | number {
  if (value instanceof Long || kindOf(value) === 'int') return { digits: toBigInt(value), exponent: 0 };
  // A double is converted to a decimal of 15 significant digits.
  // https://www.mongodb.com/docs/manual/reference/operator/aggregation/toDecimal/
  const text = value instanceof Decimal128 ? value.toString() : doubleText(Number(value));
  const match = /^(-?\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/i.exec(text);
  if (!match) return Number(text);
  const fraction = match[2] ?? '';
  return { digits: BigInt(match[1]! + fraction) || 0n, exponent: Number(match[3] ?? 0) - fraction.length };
}

/** The exact digits of a finite double, as far as a decimal can represent them. */
function exactly(value: number): DecimalParts {
  let halvings = 0;
  let scaled = value;
  for (; !Number.isInteger(scaled); halvings++) scaled *= 2;
  return reduce({ digits: BigInt(scaled) * 5n ** BigInt(halvings), exponent: -halvings });
}

/** Converts a double to a decimal with all digits that a decimal can represent. */
export const exactDecimal = (value: number): Decimal128 =>
  fromDecimal(Number.isFinite(value) ? exactly(value) : value);

function doubleText(value: number): string {
  return Number.isFinite(value) && value !== 0 ? value.toPrecision(15) : String(value);
}

function fromDecimal(value: DecimalParts | number): Decimal128 {
  if (typeof value === 'number') return Decimal128.fromString(String(value));
  let { digits, exponent } = reduce(value);
  if (exponent < LEAST_EXPONENT) {
    digits = roundHalfEven(digits, 10n ** BigInt(LEAST_EXPONENT - exponent));
    exponent = LEAST_EXPONENT;
  }
  const size = String(digits).replace('-', '').length;
  if (digits !== 0n && exponent + size - 1 > GREATEST_EXPONENT)
    return Decimal128.fromString(digits < 0n ? '-Infinity' : 'Infinity');
  return Decimal128.fromString(`${digits}E${Math.min(exponent, GREATEST_EXPONENT)}`);
}

/** Rounds to 34 digits, half to even. */
function reduce(value: DecimalParts): DecimalParts {
  const length = String(value.digits).replace('-', '').length;
  const drop = length - DECIMAL_DIGITS;
  if (drop <= 0) return value;
  return reduce({
    digits: roundHalfEven(value.digits, 10n ** BigInt(drop)),
    exponent: value.exponent + drop,
  });
}

function roundHalfEven(digits: bigint, divisor: bigint): bigint {
  const quotient = digits / divisor;
  const twice = 2n * (digits % divisor);
  const size = twice < 0n ? -twice : twice;
  const up = size > divisor || (size === divisor && quotient % 2n !== 0n);
  return up ? quotient + (digits < 0n ? -1n : 1n) : quotient;
}

const scaled = (value: DecimalParts, exponent: number): bigint =>
  value.digits * 10n ** BigInt(value.exponent - exponent);

function decimalArithmetic(
  operation: Operation,
  left: DecimalParts | number,
  right: DecimalParts | number,
): Decimal128 {
  if (typeof left === 'number' || typeof right === 'number') {
    const plain = (value: DecimalParts | number) =>
      typeof value === 'number' ? value : Number(`${value.digits}e${value.exponent}`);
    return fromDecimal(onDouble[operation](plain(left), plain(right)));
  }
  if (operation === 'multiply') {
    return fromDecimal({ digits: left.digits * right.digits, exponent: left.exponent + right.exponent });
  }
  const exponent = Math.min(left.exponent, right.exponent);
  return fromDecimal({
    digits: onBigInt[operation](scaled(left, exponent), scaled(right, exponent)),
    exponent,
  });
}
