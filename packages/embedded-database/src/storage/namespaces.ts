import { MongoError } from '../values/errors.js';

/** A collection by its names. */
export interface Namespace {
  db: string;
  name: string;
}

/** The bytes that all entries of an index begin with. */
export function indexPrefix(collection: number, index: number): Buffer {
  const prefix = Buffer.allocUnsafe(6);
  prefix.writeUInt32BE(collection);
  prefix.writeUInt16BE(index, 4);
  return prefix;
}

/** The key that comes after all that begin with a prefix. */
export const successor = (prefix: Buffer): Buffer => {
  const next = Buffer.from(prefix);
  let at = next.length - 1;
  while (next[at] === 0xff) next[at--] = 0;
  next[at]!++;
  return next;
};

/** Stands for a collection's place in the catalog among the keys that transactions watch. */
export const catalogKey = (namespace: string): Buffer => Buffer.from(`c:${namespace}`);

export const namespaceOf = ({ db, name }: Namespace): string => `${db}.${name}`;

export function splitNamespace(namespace: string): [string, string] {
  const dot = namespace.indexOf('.');
  return [namespace.slice(0, dot), namespace.slice(dot + 1)];
}

/** https://www.mongodb.com/docs/manual/reference/limits/#naming-restrictions */
export function checkNamespace(db: string, name: string): void {
  const wrongDatabase = db === '' || db.length > 63 || /[/\\. "$\0]/.test(db);
  const wrongName =
    name === '' ||
    name.includes('\0') ||
    name.includes('$') ||
    name.startsWith('system.') ||
    name.startsWith('.') ||
    name.endsWith('.');
  if (wrongDatabase || wrongName || db.length + name.length > 254) {
    throw new MongoError(73, `Invalid namespace specified '${db}.${name}'`);
  }
}
