import { Decimal128, Long } from 'bson';
import { MAX_DOCUMENT_BYTES } from '../values/bson.js';
import { MongoError } from '../values/errors.js';
import { isNumber, Rank, rankOf } from '../values/ranks.js';
import { typeName } from '../values/values.js';

/**
 * Compiles `$bitsAllSet` and the like.
 * https://www.mongodb.com/docs/manual/reference/operator/query-bitwise/
 */
export function bitsTest(operator: string, operand: unknown): (value: unknown) => boolean {
  const mask = bitMask(operator, operand);
  return (value) => {
    const bits = bitsOf(value);
    if (bits === undefined) return false;
    const set = bits & mask;
    if (operator === '$bitsAllSet') return set === mask;
    if (operator === '$bitsAllClear') return set === 0n;
    return operator === '$bitsAnySet' ? set !== 0n : set !== mask;
  };
}

/** Number of bits of a document of maximum size. */
const MAX_BITS = MAX_DOCUMENT_BYTES * 8;

function bitMask(operator: string, operand: unknown): bigint {
  if (Array.isArray(operand)) {
    const positions = operand.map((bit) => (isNumber(bit) ? Number(String(bit)) : NaN));
    if (!positions.every((bit) => Number.isInteger(bit) && bit >= 0 && bit < 2 ** 31))
      throw new MongoError(2, `${operator} bit positions must be integers >= 0`);
    // Positions beyond the longest binary data are all equivalent.
    return positions.reduce((mask, bit) => mask | (1n << BigInt(Math.min(bit, MAX_BITS))), 0n);
  }
  const mask = bitsOf(operand);
  if (mask === undefined || (isNumber(operand) && mask < 0n)) {
    throw new MongoError(
      2,
      `${operator} takes an Array, a number, or a BinData but received: ${typeName(operand)}`,
    );
  }
  return mask;
}

function bitsOf(value: unknown): bigint | undefined {
  if (isNumber(value)) {
    if (value instanceof Long) return value.toBigInt();
    const number = Number(String(value));
    return Number.isInteger(number) && Math.abs(number) < 2 ** 63 ? BigInt(number) : undefined;
  }
  if (rankOf(value) !== Rank.binary) return undefined;
  const { buffer, position } = value as { buffer: Uint8Array; position: number };
  return buffer.subarray(0, position).reduceRight<bigint>((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
}

/** Compiles `$mod`. https://www.mongodb.com/docs/manual/reference/operator/query/mod/ */
export function modTest(operand: unknown): (value: unknown) => boolean {
  if (!Array.isArray(operand) || operand.length < 2)
    throw new MongoError(2, 'malformed mod, not enough elements');
  if (operand.length > 2) throw new MongoError(2, 'malformed mod, too many elements');
  if (!operand.every((item) => isNumber(item) && Number.isFinite(Number(String(item)))))
    throw new MongoError(2, 'malformed mod, divisor not a number');
  const [divisor, remainder] = operand.map(truncated) as [bigint, bigint];
  if (divisor === 0n) throw new MongoError(2, 'divisor cannot be 0');
  return (value) =>
    isNumber(value) && Number.isFinite(Number(String(value))) && truncated(value) % divisor === remainder;
}

/** Truncates a finite number of any kind. */
function truncated(value: unknown): bigint {
  if (value instanceof Long) return value.toBigInt();
  if (value instanceof Decimal128) return BigInt(Math.trunc(Number(value.toString())));
  return BigInt(Math.trunc(Number(value)));
}
