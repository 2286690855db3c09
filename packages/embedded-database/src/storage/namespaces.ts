import { MongoError } from '../values/errors.js';

/** The names of a database and a collection. */
export interface Namespace {
  db: string;
  name: string;
}

/** The prefix of all keys of an index. */
export function indexPrefix(collection: number, index: number): Buffer {
  const prefix = Buffer.allocUnsafe(6);
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
