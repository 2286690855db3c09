import { documentTooLarge, MAX_DOCUMENT_BYTES, type Doc } from '../values/bson.js';
import { fail, type MongoError } from '../values/errors.js';
import { formatValue } from '../values/format-value.js';
import { encodeKey } from '../values/keys.js';
import { checkKeyLength, keyValue, type Index } from './indexes.js';
import { namespaceOf, type Namespace } from './namespaces.js';

export interface Collection {
  db: string;
  name: string;
  /** The collection's number, the prefix of all its keys. */
  number: number;
  uuid: string;
  nextIndex: number;
  indexes: Index[];
  /** True while it is filled to replace another collection: removed after a crash. */
  isTemporary?: boolean;
}

/** One document before and after a change; undefined where it does not exist. */
export interface Change {
  id: Buffer;
  before?: Doc | undefined;
  /** Left out for a document that is inserted as bytes. */
  after?: Doc | undefined;
  /** The bytes of `after`, if known. */
  raw?: Buffer | undefined;
}

/** Returns the key of an index entry; in an index that is not unique it ends with the document's id. */
export function entryKey({ spec }: Index, prefix: string, key: string, id: string): Buffer {
  const text = spec.unique ? key : key + id;
  checkKeyLength(spec.name, text.length);
  return Buffer.from(prefix + text, 'latin1');
}

/** Above this number of keys a set is faster: an indexed array has a key for each element. */
const FEW_KEYS = 8;

export function without(keys: string[], others: string[]): string[] {
  if (others.length === 0) return keys;
  if (others.length <= FEW_KEYS) return keys.filter((key) => !others.includes(key));
  const known = new Set(others);
  return keys.filter((key) => !known.has(key));
}

/** @throws MongoError 10334 for a document that is too large to be stored */
export function checkSize(bytes: Buffer): Buffer {
  if (bytes.length > MAX_DOCUMENT_BYTES) throw documentTooLarge(bytes.length);
  return bytes;
}

export function duplicateKey(collection: Namespace, index: Index, doc: Doc): MongoError {
  const value = keyValue(index, doc);
  return fail(
    11000,
    `E11000 duplicate key error collection: ${namespaceOf(collection)} index: ${index.spec.name} dup key: ${formatValue(value)}`,
    { keyPattern: index.spec.key, keyValue: value },
  );
}

export const documentId = (id: unknown): Buffer => encodeKey(id);
