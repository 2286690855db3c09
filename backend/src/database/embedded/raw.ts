/**
 * Works on BSON bytes without decoding them: replies that carry stored documents as they are, and plain projections.
 */

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

/** A document with the fields of another behind its own. */
export function joined(doc: Buffer, more: Buffer): Buffer {
  const out = Buffer.allocUnsafe(doc.length + more.length - 5);
  doc.copy(out);
  more.copy(out, doc.length - 1, 4);
  out.writeInt32LE(out.length, 0);
  return out;
}

const element = (type: number, name: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), value]);

function bsonString(text: string): Buffer {
  const bytes = Buffer.from(`${text}\0`);
  const size = Buffer.alloc(4);
  size.writeInt32LE(bytes.length);
  return Buffer.concat([size, bytes]);
}

const okElement = element(0x01, 'ok', Buffer.from([0, 0, 0, 0, 0, 0, 0xf0, 0x3f]));

/** The reply to a cursor command, `{cursor: {<batch>: [...], id, ns}, ok: 1}`, around documents as they are stored. */
export function cursorReply(
  batchName: 'firstBatch' | 'nextBatch',
  documents: Buffer[],
  id: bigint,
  namespace: string,
): Buffer {
  const items = documents.flatMap((doc, at) => [Buffer.from(`\x03${at}\0`, 'latin1'), doc]);
  const cursorId = Buffer.alloc(8);
  cursorId.writeBigInt64LE(id);
  const cursor = wrapDocument([
    Buffer.concat([Buffer.from([0x04]), Buffer.from(`${batchName}\0`)]),
    wrapDocument(items),
    element(0x12, 'id', cursorId),
    element(0x02, 'ns', bsonString(namespace)),
  ]);
  return wrapDocument([Buffer.from('\x03cursor\0', 'latin1'), cursor, okElement]);
}
