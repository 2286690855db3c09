/** Works on BSON without decoding it: stores and returns documents as received, and applies plain projections. */
import { isUtf8 } from 'node:buffer';
import { decodeValue, MAX_DEPTH, setField, type Doc } from './bson.js';

/** Returns the size of a value in bytes, by its type or from its length field. */
function valueSize(bytes: Buffer, type: number, at: number): number {
  switch (type) {
    case 0x01:
    case 0x09:
    case 0x11:
    case 0x12:
      return 8;
    case 0x02:
    case 0x0d:
    case 0x0e:
      return 4 + bytes.readInt32LE(at);
    case 0x03:
    case 0x04:
    case 0x0f:
      return bytes.readInt32LE(at);
    case 0x05:
      return 5 + bytes.readInt32LE(at);
    case 0x07:
      return 12;
    case 0x08:
      return 1;
    case 0x0b:
      return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1 - at;
    case 0x10:
      return 4;
    case 0x13:
      return 16;
    default:
      return 0;
  }
}

const idName = Buffer.from('_id\0');
const addToHash = (hash: number, byte: number): number => (hash * 31 + byte) | 0;
const hashOf = (name: Buffer): number => name.reduce(addToHash, 0);
/** Hash of the only name that decoding refuses. */
const refusedName = hashOf(Buffer.from('_bsontype'));

/** Documents with more fields are decoded to find duplicate names. */
const MANY_FIELDS = 64;

/**
 * Returns true if a document can be stored as received: it begins with its `_id`, and decoding and encoding it would
 * return the same bytes (except for the names of array elements, which are never read). False also if that is
 * uncertain, for example for rare types, or if the bytes are no document.
 */
export const isStorable = (doc: Buffer): boolean =>
  doc.length > 9 && doc.compare(idName, 0, 4, 5, 9) === 0 && isCanonical(doc, 0, doc.length, false, 0);

function isCanonical(bytes: Buffer, start: number, end: number, isArray: boolean, depth: number): boolean {
  if (depth > MAX_DEPTH || end - start < 5 || end > bytes.length) return false;
  if (bytes.readInt32LE(start) !== end - start || bytes[end - 1] !== 0) return false;
  const names: number[] = [];
  let at = start + 4;
  while (at < end - 1) {
    const type = bytes[at++]!;
    let name = 0;
    let bits = 0;
    while (at < end && bytes[at] !== 0) {
      bits |= bytes[at]!;
      name = addToHash(name, bytes[at++]!);
    }
    at++;
    if (bits > 127 || (hasSize(type) && at + 4 >= end)) return false;
    if (!isArray) {
      // Two names with the same hash may be equal.
      if (name === refusedName || names.length === MANY_FIELDS || names.includes(name)) return false;
      names.push(name);
    }
    const next = at + valueSize(bytes, type, at);
    if (next < at || next >= end || !isCanonicalValue(bytes, type, at, next, depth)) return false;
    at = next;
  }
  return at === end - 1;
}

/** Returns true for a value with only one possible encoding. */
function isCanonicalValue(bytes: Buffer, type: number, at: number, end: number, depth: number): boolean {
  switch (type) {
    case 0x07:
    case 0x0a:
    case 0x10:
    case 0x12:
      return true;
    case 0x01:
      // NaN has several encodings.
      return (bytes[at + 7]! & 0x7f) < 0x7f || bytes[at + 6]! < 0xf0;
    case 0x09:
      // A Date cannot represent others.
      return Math.abs(bytes.readInt32LE(at + 4)) < 2_000_000;
    case 0x02:
      return end - at > 4 && bytes[end - 1] === 0 && isText(bytes, at + 4, end);
    case 0x03:
    case 0x04:
      return isCanonical(bytes, at, end, type === 0x04, depth + 1);
    case 0x08:
      return bytes[at]! < 2;
    default:
      return false;
  }
}

function isText(bytes: Buffer, start: number, end: number): boolean {
  let bits = 0;
  for (let at = start; at < end; at++) bits |= bytes[at]!;
  return bits < 128 || isUtf8(bytes.subarray(start, end));
}

/** Returns true if values of the type begin with their size; for the types of isCanonicalValue. */
const hasSize = (type: number): boolean => type >= 0x02 && type <= 0x04;

/**
 * Compiles a projection of whole top-level fields that works on bytes.
 * @returns undefined for other projections, which need decoded documents
 */
export function rawProjection(spec: Record<string, unknown>): ((doc: Buffer) => Buffer) | undefined {
  const { _id: id, ...fields } = spec;
  const values = Object.values(fields);
  const isPlain = (value: unknown) => value === 0 || value === 1 || typeof value === 'boolean';
  if (Object.keys(fields).some((name) => name === '' || name.includes('.') || name.startsWith('$')))
    return undefined;
  if (!values.every(isPlain) || (id !== undefined && !isPlain(id))) return undefined;
  const including = values.length > 0 ? Boolean(values[0]) : Boolean(id);
  if (values.some((value) => Boolean(value) !== including)) return undefined;
  const names = new Set(Object.keys(fields));
  const keepsId = id === undefined || Boolean(id);
  const keeps = (name: string) => (name === '_id' ? keepsId : names.has(name) === including);
  return (doc) => {
    const parts: Buffer[] = [];
    let at = 4;
    while (doc[at] !== 0) {
      const nameEnd = doc.indexOf(0, at + 1);
      const end = nameEnd + 1 + valueSize(doc, doc[at]!, nameEnd + 1);
      if (keeps(doc.toString('utf8', at + 1, nameEnd))) parts.push(doc.subarray(at, end));
      at = end;
    }
    return wrapDocument(parts);
  };
}

/** Compiles a function that decodes some top-level fields and skips the others. */
export function fieldReader(fields: Iterable<string>): (doc: Buffer) => Doc {
  const names = [...fields].map((name) => ({ name, bytes: Buffer.from(name) }));
  const byHash = new Map(
    names.map(({ bytes }) => [hashOf(bytes), names.filter((other) => hashOf(other.bytes) === hashOf(bytes))]),
  );
  return (doc) => {
    const found: Doc = {};
    let missing = names.length;
    let at = 4;
    while (missing > 0 && doc[at] !== 0) {
      const nameAt = at + 1;
      let nameEnd = nameAt;
      let hash = 0;
      while (doc[nameEnd] !== 0) hash = addToHash(hash, doc[nameEnd++]!);
      const field = byHash.get(hash)?.find(({ bytes }) => standsAt(doc, nameAt, nameEnd, bytes));
      if (field) {
        setField(found, field.name, decodeValue(doc, doc[at]!, nameEnd + 1));
        missing--;
      }
      at = nameEnd + 1 + valueSize(doc, doc[at]!, nameEnd + 1);
    }
    return found;
  };
}

function standsAt(doc: Buffer, start: number, end: number, name: Buffer): boolean {
  if (end - start !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (doc[start + at] !== name[at]) return false;
  return true;
}

/** Builds a document from encoded elements. */
function wrapDocument(elements: Buffer[]): Buffer {
  const size = elements.reduce((sum, part) => sum + part.length, 5);
  const out = Buffer.allocUnsafe(size);
  out.writeInt32LE(size, 0);
  let at = 4;
  for (const part of elements) at += part.copy(out, at);
  out[at] = 0;
  return out;
}

/** The encoded beginning of a reply, `{cursor: {<batch>: [`, up to its first document. */
const opening = (batchName: string): Buffer =>
  Buffer.from(`\0\0\0\0\x03cursor\0\0\0\0\0\x04${batchName}\0\0\0\0\0`);
const openings = { firstBatch: opening('firstBatch'), nextBatch: opening('nextBatch') };
/** Offset of the cursor: behind the reply's size, and the type and name of the field. */
const CURSOR_AT = 12;
const okElement = Buffer.from('\x01ok\0\0\0\0\0\0\0\xf0\x3f\0', 'latin1');

/** Builds the reply to a cursor command, `{cursor: {<batch>: [...], id, ns}, ok: 1}`, from encoded documents. */
export function cursorReply(
  batchName: 'firstBatch' | 'nextBatch',
  documents: Buffer[],
  id: bigint,
  namespace: string,
): Buffer {
  const head = openings[batchName];
  const names = documents.map((_, at) => String(at));
  const space = Buffer.byteLength(namespace);
  const itemsSize = documents.reduce((sum, doc, at) => sum + 2 + names[at]!.length + doc.length, 5);
  const size = head.length - 4 + itemsSize + 12 + 9 + space + 1 + okElement.length;
  const out = Buffer.allocUnsafe(size);
  head.copy(out);
  out.writeInt32LE(size, 0);
  out.writeInt32LE(itemsSize, head.length - 4);
  let at = head.length;
  for (const [position, doc] of documents.entries()) {
    out[at] = 0x03;
    at += 1 + out.write(`${names[position]!}\0`, at + 1, 'latin1');
    at += doc.copy(out, at);
  }
  out[at++] = 0;
  at += out.write('\x12id\0', at, 'latin1');
  at = out.writeBigInt64LE(id, at);
  at += out.write('\x02ns\0', at, 'latin1');
  at = out.writeInt32LE(space + 1, at);
  at += out.write(namespace, at);
  out[at++] = 0;
  out[at++] = 0;
  out.writeInt32LE(at - CURSOR_AT, CURSOR_AT);
  okElement.copy(out, at);
  return out;
}
