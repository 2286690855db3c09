import { fail } from '../values/errors.js';

/** The names of a database and a collection. */
export interface Namespace {
  db: string;
  name: string;
}

/** Length of the prefix of all keys of an index. */
export const PREFIX_BYTES = 6;

/** The prefix of all keys of an index. */
export function indexPrefix(collection: number, index: number): Buffer {
  const prefix = Buffer.allocUnsafe(PREFIX_BYTES);
  prefix.writeUInt32BE(collection);
  prefix.writeUInt16BE(index, 4);
  return prefix;
}

/** The first key after all keys with a prefix. */
export const successor = (prefix: Buffer): Buffer => {
  const next = Buffer.from(prefix);
  let at = next.length - 1;
  while (next[at] === 0xff) next[at--] = 0;
  next[at]!++;
  return next;
};

/** The key under which transactions watch a collection's catalog entry. */
export const catalogKey = (namespace: string): Buffer => Buffer.from(`c:${namespace}`);

export const namespaceOf = ({ db, name }: Namespace): string => `${db}.${name}`;

export function splitNamespace(namespace: string): [string, string] {
  const dot = namespace.indexOf('.');
  return [namespace.slice(0, dot), namespace.slice(dot + 1)];
}

/** Refuses the name of a collection that a command cannot ask for. @throws MongoError 73 */
export function checkAsked(db: string, name: string): void {
  if (name === '' || name.startsWith('.') || /[$\0]/.test(name)) throw invalidNamespace(db, name);
}

/**
 * Refuses the name of a collection that cannot be made or written to. @throws MongoError 73
 * @see https://www.mongodb.com/docs/manual/reference/limits/#naming-restrictions
 */
export function checkNamespace(db: string, name: string): void {
  checkAsked(db, name);
  const wrongDatabase = db === '' || Buffer.byteLength(db) > 63 || /[/\\. "$\0]/.test(db);
  const isTooLong = Buffer.byteLength(`${db}.${name}`) > 255;
  if (wrongDatabase || name.startsWith('system.') || name.endsWith('.') || isTooLong)
    throw invalidNamespace(db, name);
}

const invalidNamespace = (db: string, name: string) =>
  fail(73, `Invalid namespace specified '${db}.${name}'`);
