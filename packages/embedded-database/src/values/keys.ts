import { Binary, BSONRegExp, Code, Decimal128, Long, ObjectId, Timestamp } from 'bson';
import { fail } from './errors.js';
import type { Doc } from './bson.js';
import { compoundKeyTuples } from './compound-keys.js';
import { rankOf, Rank, type KeyField } from './ranks.js';
import { mapInSlices, sortInSlices, type Sliced } from './slices.js';

/**
 * Encodes values as byte strings whose unsigned byte order is BSON's comparison order, so that LMDB's key order is that
 * of MongoDB's indexes, and two values are equal exactly if their keys are.
 */
class KeyWriter {
  private bytes = Buffer.allocUnsafe(1024);
  private length = 0;

  reset(): void {
    this.length = 0;
  }

  result(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length));
  }

  characters(): string {
    return this.bytes.toString('latin1', 0, this.length);
  }

  value(value: unknown): void {
    const rank = rankOf(value);
    this.byte(rank);
    switch (rank) {
      case Rank.number:
        return this.number(value);
      case Rank.string:
        return this.text(String(value));
      case Rank.object:
        return this.object(value as Doc);
      case Rank.array:
        for (const item of value as unknown[]) this.value(item);
        return this.byte(0);
      case Rank.binary:
        return this.binary(value as Binary | Uint8Array);
      case Rank.objectId:
        return this.raw((value as ObjectId).id);
      case Rank.boolean:
        return this.byte(value ? 1 : 0);
      case Rank.date:
        return this.time((value as Date).getTime());
      case Rank.timestamp:
        this.bytes.writeBigUInt64BE(BigInt.asUintN(64, (value as Timestamp).toBigInt()), this.reserve(8));
        return;
      case Rank.regex: {
        const { pattern, options } = value as BSONRegExp;
        this.text(pattern);
        return this.text(options);
      }
      case Rank.code: {
        const { code, scope } = value as Code;
        this.text(code);
        if (scope) this.object(scope);
        return;
      }
    }
  }

  field(value: unknown, direction: number): void {
    const start = this.length;
    this.value(value);
    if (direction < 0) for (let at = start; at < this.length; at++) this.bytes[at]! ^= 0xff;
  }

  private object(value: Doc): void {
    for (const name of Object.keys(value)) {
      const field = value[name];
      if (field === undefined) continue;
      // MongoDB compares two fields by type, then name, then value.
      this.byte(rankOf(field));
      this.text(name);
      this.value(field);
    }
    this.byte(0);
  }

  /**
   * A number is encoded as its nearest double, then its difference to that: 0x80 equal, 0x7f less, 0x81 more. An int64
   * or decimal that differs is followed by its digits, so that numbers with the same nearest double keep their order.
   */
  private number(value: unknown): void {
    if (typeof value === 'number') return this.exact(value);
    if (value instanceof Long || typeof value === 'bigint') {
      const big = typeof value === 'bigint' ? value : value.toBigInt();
      const near = Number(big);
      if (BigInt(near) === big) return this.exact(near);
      return this.inexact(near, parseDecimal(String(big))!);
    }
    if (value instanceof Decimal128) {
      const text = value.toString();
      const near = Number(text);
      const decimal = parseDecimal(text);
      return decimal ? this.inexact(near, decimal) : this.exact(near);
    }
    return this.exact(Number(value));
  }

  private exact(value: number): void {
    this.double(value);
    this.byte(0x80);
  }

  private inexact(near: number, decimal: Decimal): void {
    const side = compareDecimalToDouble(decimal, near);
    if (side === 0) return this.exact(near);
    this.double(near);
    this.byte(side < 0 ? 0x7f : 0x81);
    // Digits of equal exponent compare as text without trailing zeros.
    const digits = decimal.digits.replace(/0+$/, '');
    const body = Buffer.alloc(3 + digits.length);
    body.writeUInt16BE(decimal.exponent + decimal.digits.length + 0x4000, 0);
    body.write(digits, 2, 'latin1');
    if (decimal.negative) for (let at = 0; at < body.length; at++) body[at]! ^= 0xff;
    this.raw(body);
  }

  /** Flips the sign bit (all bits of negatives), so that bytes sort like numbers; NaN sorts first. */
  private double(value: number): void {
    const at = this.reserve(8);
    if (Number.isNaN(value)) {
      this.bytes.fill(0, at, at + 8);
      return;
    }
    this.bytes.writeDoubleBE(value === 0 ? 0 : value, at);
    if (this.bytes[at]! & 0x80) for (let i = at; i < at + 8; i++) this.bytes[i]! ^= 0xff;
    else this.bytes[at]! ^= 0x80;
  }

  /** Milliseconds as an int64, its sign bit flipped. */
  private time(value: number): void {
    const at = this.reserve(8);
    this.bytes.writeInt32BE(Math.floor(value / 2 ** 32), at);
    this.bytes.writeUInt32BE(value >>> 0, at + 4);
    this.bytes[at]! ^= 0x80;
  }

  /** UTF-8 with 0x00 written as 0x00 0xff, terminated by 0x00 0x01. */
  private text(value: string): void {
    const start = this.reserve(value.length * 3);
    const written = this.bytes.write(value, start, 'utf8');
    this.length = start + written;
    if (this.bytes.subarray(start, this.length).includes(0)) {
      const plain = Buffer.from(this.bytes.subarray(start, this.length));
      this.length = start;
      for (const byte of plain) {
        this.byte(byte);
        if (byte === 0) this.byte(0xff);
      }
    }
    this.byte(0);
    this.byte(1);
  }

  /** Binary data orders by length, then subtype, then bytes. */
  private binary(value: Binary | Uint8Array): void {
    const bytes = value instanceof Binary ? value.buffer.subarray(0, value.position) : value;
    const at = this.reserve(5);
    this.bytes.writeUInt32BE(bytes.length, at);
    this.bytes[at + 4] = value instanceof Binary ? value.sub_type : 0;
    this.raw(bytes);
  }

  private byte(value: number): void {
    this.bytes[this.reserve(1)] = value;
  }

  private raw(value: Uint8Array): void {
    this.bytes.set(value, this.reserve(value.length));
  }

  private reserve(count: number): number {
    const at = this.length;
    this.length += count;
    if (this.length > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length));
      this.bytes.copy(larger, 0, 0, at);
      this.bytes = larger;
    }
    return at;
  }
}

interface Decimal {
  negative: boolean;
  /** Significant digits without leading zeros, as an integer times ten to the exponent. */
  digits: string;
  exponent: number;
}

/** Parses the text of a finite number; undefined for zero, NaN and infinities, which a double represents exactly. */
function parseDecimal(text: string): Decimal | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/i.exec(text);
  if (!match) return undefined;
  const fraction = match[3] ?? '';
  const digits = (match[2]! + fraction).replace(/^0+/, '');
  if (digits === '') return undefined;
  return { negative: match[1] === '-', digits, exponent: Number(match[4] ?? 0) - fraction.length };
}

function compareDecimalToDouble(decimal: Decimal, double: number): number {
  if (!Number.isFinite(double)) return double > 0 ? -1 : 1;
  if (double === 0) return decimal.negative ? -1 : 1;
  let left = BigInt((decimal.negative ? '-' : '') + decimal.digits);
  let scaled = double;
  let shift = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    shift++;
  }
  let right = BigInt(scaled);
  left <<= BigInt(shift);
  if (decimal.exponent >= 0) left *= 10n ** BigInt(decimal.exponent);
  else right *= 10n ** BigInt(-decimal.exponent);
  return left < right ? -1 : left > right ? 1 : 0;
}

const writer = new KeyWriter();

/** The key of one value. */
export function encodeKey(value: unknown): Buffer {
  writer.reset();
  writer.value(value);
  return writer.result();
}

const plainText = /^[ -~]*$/;

/** Converts bytes to text with one character per byte. */
export const byteText = (bytes: Buffer): string => bytes.toString('latin1');

/** The key of a value in a field's direction, as byteText. */
export function fieldText(value: unknown, direction: number): string {
  // Fast path for the most common values, ASCII text.
  if (direction > 0 && typeof value === 'string' && plainText.test(value))
    return `${String.fromCharCode(Rank.string)}${value}\0\x01`;
  writer.reset();
  writer.field(value, direction);
  return writer.characters();
}

/** Inverts the bits of a key, as for a descending field. */
export function invert(key: Buffer): Buffer {
  const out = Buffer.allocUnsafe(key.length);
  for (let at = 0; at < key.length; at++) out[at] = key[at]! ^ 0xff;
  return out;
}

export const encodeField = (value: unknown, direction: number): Buffer =>
  direction < 0 ? invert(encodeKey(value)) : encodeKey(value);

/**
 * Returns the sort key of a document: that of its first row of values in the sort's order.
 * https://www.mongodb.com/docs/manual/reference/method/cursor.sort/#sort-by-an-array-field
 * @throws MongoError 2 if two fields contain arrays
 */
export function sortKey(doc: Doc, fields: readonly KeyField[]): Buffer {
  const rows = compoundKeyTuples(doc, fields);
  if (!rows) throw fail(2, 'cannot sort with keys that are parallel arrays');
  const keys = rows.map((row) => {
    const parts = row.map((value, at) => encodeField(value, fields[at]!.direction));
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  });
  return keys.reduce((best, key) => (Buffer.compare(key, best) < 0 ? key : best));
}

const byKey = (left: { key: Buffer }, right: { key: Buffer }) => Buffer.compare(left.key, right.key);

/** Sorts items by a sort specification's fields of their documents. */
export const sortedByFields = <Item>(
  items: readonly Item[],
  fields: readonly KeyField[],
  documentOf: (item: Item) => Doc,
): Item[] =>
  items
    .map((item) => ({ item, key: sortKey(documentOf(item), fields) }))
    .sort(byKey)
    .map(({ item }) => item);

/** Sorts documents by a sort specification's fields. */
export function* sortDocuments(docs: readonly Doc[], fields: readonly KeyField[]): Sliced<Doc[]> {
  const keyed = yield* mapInSlices(docs, (item) => ({ item, key: sortKey(item, fields) }));
  return yield* mapInSlices(yield* sortInSlices(keyed, byKey), ({ item }) => item);
}
