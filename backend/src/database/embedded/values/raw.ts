/**
 * Works on BSON bytes without decoding them: replies that carry stored documents as they are, and plain projections.
 */
import { decode, type Doc } from './bson.js';

/** The bytes that a value takes, by its type; where they depend on the value, they are read from it. */
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

/**
 * Compiles a projection of whole top-level fields that answers bytes from bytes.
 * @returns undefined where the projection is of another kind, and documents have to be decoded
 */
export function rawProjection(spec: Record<string, unknown>): ((doc: Buffer) => Buffer) | undefined {
  const { _id: id, ...fields } = spec;
  const values = Object.values(fields);
  const isPlain = (value: unknown) => value === 0 || value === 1 || typeof value === 'boolean';
  if (Object.keys(fields).some((name) => name.includes('.') || name.startsWith('$'))) return undefined;
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

/** Compiles the reading of some top-level fields; what stands between them is passed over undecoded. */
export function fieldReader(fields: Iterable<string>): (doc: Buffer) => Doc {
  const names = [...fields].map((name) => Buffer.from(name));
  return (doc) => {
    const parts: Buffer[] = [];
    let at = 4;
    while (parts.length < names.length && doc[at] !== 0) {
      let nameEnd = at + 1;
      while (doc[nameEnd] !== 0) nameEnd++;
      const end = nameEnd + 1 + valueSize(doc, doc[at]!, nameEnd + 1);
      if (names.some((name) => standsAt(doc, at + 1, nameEnd, name))) parts.push(doc.subarray(at, end));
      at = end;
    }
    return decode(wrapDocument(parts));
  };
}

function standsAt(doc: Buffer, start: number, end: number, name: Buffer): boolean {
  if (end - start !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (doc[start + at] !== name[at]) return false;
  return true;
}

/** A document of elements that are BSON already. */
function wrapDocument(elements: Buffer[]): Buffer {
  const size = elements.reduce((sum, part) => sum + part.length, 5);
  const out = Buffer.allocUnsafe(size);
  out.writeInt32LE(size, 0);
  let at = 4;
  for (const part of elements) at += part.copy(out, at);
  out[at] = 0;
  return out;
}

/** Where `{cursor: {<batch>: [` ends and the documents begin, for each kind of batch. */
const opening = (batchName: string): Buffer =>
  Buffer.concat([
    Buffer.from('\0\0\0\0\x03cursor\0\0\0\0\0\x04', 'latin1'),
    Buffer.from(`${batchName}\0\0\0\0\0`),
  ]);
const openings = { firstBatch: opening('firstBatch'), nextBatch: opening('nextBatch') };
/** Where the cursor begins: behind the reply's size, and the type and name of the field. */
const CURSOR_AT = 12;
const okElement = Buffer.from('\x01ok\0\0\0\0\0\0\0\xf0\x3f\0', 'latin1');

/** The reply to a cursor command, `{cursor: {<batch>: [...], id, ns}, ok: 1}`, around documents as they are stored. */
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
