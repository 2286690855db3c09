import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson';
import { fail, type MongoError } from './errors.js';

/** A decoded document. Values keep their BSON type: see decode. */
export type Doc = Record<string, unknown>;

/** MongoDB's maximum size of a document, in bytes. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
export const MAX_DEPTH = 180;

const corrupt = (what: string) => fail(22, `Invalid BSON: ${what}`);

/**
 * Decodes one BSON document, checking every length on the way.
 *
 * The representation is faithful, so that encode(decode(x)) has the same types as x: an int32 is a number, a double
 * is a number too unless it would read as an int32 (1.0), which stays a Double; int64, decimal and all else are the
 * classes of the bson package, and regular expressions are BSONRegExp.
 *
 * @throws MongoError 22 if the bytes are no BSON document, 15 if it is nested too deeply.
 */
export function decode(bytes: Buffer, start = 0): Doc {
  return new Reader(bytes, start).document(0);
}

/**
 * Decodes a document, but leaves the document in one of its fields, or those of the array in it, as bytes where `keeps`
 * accepts them.
 * @throws MongoError like decode
 */
export const decodeAround = (bytes: Buffer, field: string, keeps: (item: Buffer) => boolean): Doc =>
  new Reader(bytes, 0).documentAround(field, keeps);

/** Decodes the value of a type at an offset. */
export const decodeValue = (bytes: Buffer, type: number, at: number): unknown =>
  new Reader(bytes, at).value(type, 0);

/** Maximum size of a reply with a document of full size, in bytes: MongoDB's BSONObjMaxInternalSize. */
const MAX_ENCODED_BYTES = MAX_DOCUMENT_BYTES + 16 * 1024;

/** @param size in bytes, undefined if unknown */
export function documentTooLarge(size?: number): MongoError {
  const found = size === undefined ? '' : `: ${size} (0x${size.toString(16).toUpperCase()})`;
  return fail(
    10334,
    `BSONObj size${found} is invalid. Size must be between 0 and ${MAX_ENCODED_BYTES}(16MB)`,
  );
}

/**
 * Serialises a document; undefined fields are left out.
 * @throws MongoError 10334 if it is larger than a reply may be
 */
export function encode(doc: Doc): Buffer {
  const bytes = serialized(hasOrdered ? (inOrder(doc) as Doc) : doc);
  // The library's buffer has 17 MB and silently truncates what exceeds it: the result is above the limit then.
  if (bytes.byteLength > MAX_ENCODED_BYTES) throw documentTooLarge();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function serialized(doc: Doc): Uint8Array {
  try {
    return serialize(doc, { ignoreUndefined: true });
  } catch (error) {
    if (error instanceof RangeError) throw documentTooLarge();
    throw error;
  }
}

/** Returns true for a plain object, not for a value of a BSON class, a date or an array. */
export function isDocument(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * The field names of a document in order, if JavaScript would enumerate them differently: it puts integer-like names
 * first, in numeric order. Copies by `{ ...doc }` keep it.
 */
const fieldOrder = Symbol('field order');

interface FieldOrder {
  /** The document that may append names; a copy of it gets its own list. */
  owner: Doc;
  names: string[];
}
type Ordered = Doc & { [fieldOrder]?: FieldOrder };

/** True once a document has had such names: until then no document has to be searched for them. */
let hasOrdered = false;

function isIntegerName(name: string): boolean {
  const first = name.charCodeAt(0);
  return (
    first >= 48 &&
    first <= 57 &&
    name.length < 11 &&
    String(Number(name)) === name &&
    Number(name) < 2 ** 32 - 1
  );
}

/** Records a name that is about to be appended. */
function noteOrder(target: Ordered, name: string): void {
  if (Object.hasOwn(target, name)) return;
  const order = target[fieldOrder];
  if (order?.owner === target) {
    order.names.push(name);
    return;
  }
  const names = namesOf(target);
  const last = names.at(-1);
  if (!order && (last === undefined || (isIntegerName(last) && Number(last) < Number(name)))) return;
  hasOrdered = true;
  target[fieldOrder] = { owner: target, names: [...names, name] };
}

/** Returns the names of a document's fields, in BSON order. */
export function namesOf(doc: Doc): string[] {
  const order = (doc as Ordered)[fieldOrder];
  if (!order) return Object.keys(doc);
  const known = new Set(order.names);
  return [...known, ...Object.keys(doc).filter((name) => !known.has(name))].filter((name) =>
    Object.hasOwn(doc, name),
  );
}

/** Returns the fields of a document, in BSON order. */
export const entriesOf = <Value>(doc: Record<string, Value>): [string, Value][] =>
  (doc as Ordered)[fieldOrder] ? namesOf(doc).map((name) => [name, doc[name] as Value]) : Object.entries(doc);

/** Replaces each document with an order of its own by a Map, whose order the library keeps. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(inOrder);
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isDocument(value)) return value;
  if ((value as Ordered)[fieldOrder])
    return new Map(entriesOf(value).map(([name, field]) => [name, inOrder(field)]));
  const changed = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    const ordered = inOrder(field);
    return ordered === field ? [] : [[name, ordered]];
  });
  return changed.length > 0 ? { ...value, ...Object.fromEntries(changed) } : value;
}

/** Sets a field, also one named `__proto__`, and records its position if the object would not keep it. */
export function setField(target: Doc, name: string, value: unknown): void {
  if (isIntegerName(name) || fieldOrder in target) noteOrder(target, name);
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[name] = value;
  }
}

class Reader {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  document(depth: number): Doc {
    const doc: Doc = {};
    this.elements(depth, (name, type) => this.field(doc, name, this.value(type, depth)));
    return doc;
  }

  documentAround(field: string, keeps: (item: Buffer) => boolean): Doc {
    const doc: Doc = {};
    this.elements(0, (name, type) =>
      this.field(doc, name, name === field ? this.around(type, keeps) : this.value(type, 0)),
    );
    return doc;
  }

  private field(doc: Doc, name: string, value: unknown): void {
    if (name === '_bsontype') throw fail(2, "a field cannot be named '_bsontype'");
    setField(doc, name, value);
  }

  /** Reads a value, and leaves the document that it is, or documents in the array that it is, as bytes. */
  private around(type: number, keeps: (item: Buffer) => boolean): unknown {
    if (type !== 0x04) return this.item(type, 0, keeps);
    const items: unknown[] = [];
    this.elements(1, (_, itemType) => items.push(this.item(itemType, 1, keeps)));
    return items;
  }

  /** Reads a value, and leaves a document that `keeps` accepts as bytes. */
  private item(type: number, depth: number, keeps: (item: Buffer) => boolean): unknown {
    const item = type === 0x03 ? this.ahead() : undefined;
    if (!item || !keeps(item)) return this.value(type, depth);
    this.at += item.length;
    return item;
  }

  /** Returns the bytes of the document that follows; undefined if they are not all there. */
  private ahead(): Buffer | undefined {
    if (this.at + 4 > this.bytes.length) return undefined;
    const end = this.at + this.bytes.readInt32LE(this.at);
    return end > this.at && end <= this.bytes.length ? this.bytes.subarray(this.at, end) : undefined;
  }

  private array(depth: number): unknown[] {
    const items: unknown[] = [];
    this.elements(depth, (_, type) => items.push(this.value(type, depth)));
    return items;
  }

  /** Calls `add` with the name and type of each element; it has to read the value. */
  private elements(depth: number, add: (name: string, type: number) => void): void {
    if (depth > MAX_DEPTH) throw fail(15, `documents may nest ${MAX_DEPTH} levels deep`);
    const size = this.int32();
    const end = this.at - 4 + size;
    if (size < 5 || end > this.bytes.length) throw corrupt('wrong document length');
    while (this.at < end - 1) {
      const type = this.bytes[this.at++];
      if (type === 0) throw corrupt('document ends early');
      add(this.cstring(), type!);
    }
    if (this.at !== end - 1 || this.bytes[this.at] !== 0) throw corrupt('document without its end');
    this.at = end;
  }

  value(type: number, depth: number): unknown {
    switch (type) {
      case 0x01:
        return readDouble(this.bytes.readDoubleLE(this.take(8)));
      case 0x02:
        return this.string();
      case 0x03:
        return this.document(depth + 1);
      case 0x04:
        return this.array(depth + 1);
      case 0x05:
        return this.binary();
      case 0x06:
      case 0x0a:
        return null;
      case 0x07: {
        const at = this.take(12);
        return new ObjectId(Uint8Array.prototype.slice.call(this.bytes, at, at + 12));
      }
      case 0x08:
        return this.bytes[this.take(1)] === 1;
      case 0x09:
        return this.date();
      case 0x0b:
        return new BSONRegExp(this.cstring(), this.cstring());
      case 0x0d:
        return new Code(this.string());
      case 0x0e:
        return new BSONSymbol(this.string());
      case 0x0f:
        this.int32();
        return new Code(this.string(), this.document(depth + 1));
      case 0x10:
        return this.int32();
      case 0x11: {
        const at = this.take(8);
        return new Timestamp({ t: this.bytes.readUInt32LE(at + 4), i: this.bytes.readUInt32LE(at) });
      }
      case 0x12: {
        const at = this.take(8);
        return new Long(this.bytes.readInt32LE(at), this.bytes.readInt32LE(at + 4));
      }
      case 0x13: {
        const at = this.take(16);
        return new Decimal128(Uint8Array.prototype.slice.call(this.bytes, at, at + 16));
      }
      case 0x7f:
        return new MaxKey();
      case 0xff:
        return new MinKey();
      default:
        throw corrupt(`unknown type ${type}`);
    }
  }

  /** Advances by `length` bytes and returns the offset at which they begin. */
  private take(length: number): number {
    const at = this.at;
    if (length < 0 || at + length > this.bytes.length) throw corrupt('value beyond the end');
    this.at = at + length;
    return at;
  }

  private int32(): number {
    return this.bytes.readInt32LE(this.take(4));
  }

  private string(): string {
    const length = this.int32();
    const at = this.take(length);
    if (length < 1 || this.bytes[this.at - 1] !== 0) throw corrupt('string without its end');
    return readText(this.bytes, at, this.at - 1);
  }

  private date(): Date {
    const date = new Date(Number(this.bytes.readBigInt64LE(this.take(8))));
    if (Number.isNaN(date.getTime())) throw fail(2, 'a date cannot be beyond the years -271821 to 275760');
    return date;
  }

  private cstring(): string {
    const at = this.at;
    const end = this.bytes.indexOf(0, at);
    if (end < 0) throw corrupt('name without its end');
    this.at = end + 1;
    return readText(this.bytes, at, end);
  }

  private binary(): Binary {
    const length = this.int32();
    const subtype = this.bytes[this.take(1)]!;
    const at = this.take(length);
    const skip = subtype === Binary.SUBTYPE_BYTE_ARRAY ? 4 : 0;
    return new Binary(Uint8Array.prototype.slice.call(this.bytes, at + skip, at + length), subtype);
  }
}

/** Wraps a double that would be encoded as an int32 in a Double. */
export function readDouble(value: number): number | Double {
  return Number.isInteger(value) && (value | 0) === value && !Object.is(value, -0)
    ? new Double(value)
    : value;
}

/** Maximum length in bytes of a cached text: longer ones are seldom repeated. */
const SHORT = 24;
/** The last short texts by their hash: field names and many values are repeated in every document. */
const texts = Array.from<string | undefined>({ length: 4096 });

function readText(bytes: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length > SHORT) return bytes.toString('utf8', start, end);
  let hash = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte > 127) return bytes.toString('utf8', start, end);
    hash = (hash * 31 + byte) | 0;
  }
  const place = hash & (texts.length - 1);
  const known = texts[place];
  if (known?.length === length) {
    let same = 0;
    while (same < length && known.charCodeAt(same) === bytes[start + same]) same++;
    if (same === length) return known;
  }
  return (texts[place] = bytes.toString('latin1', start, end));
}
