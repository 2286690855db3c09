import { isDocument } from './bson.js';
import { fail } from './errors.js';

/** @throws MongoError 15998, 16410 or 16411 for an invalid field name */
export function checkFieldName(name: string): void {
  if (name === '') throw fail(15998, 'FieldPath field names may not be empty strings.');
  if (name.startsWith('$'))
    throw fail(16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
  if (name.includes('\0')) throw fail(16411, 'FieldPath field names may not contain null bytes.');
}

/** Splits a path into names, which may begin with a dollar. @throws MongoError 40352, 40353, 15998 if one is empty */
export function splitPath(path: string): string[] {
  if (path === '') throw fail(40352, 'FieldPath cannot be constructed with empty string');
  const names = path.split('.');
  if (names.at(-1) === '') throw fail(40353, `FieldPath must not end with a '.': '${path}'`);
  if (names.includes('')) throw fail(15998, 'FieldPath field names may not be empty strings.');
  return names;
}

/** Splits a path into its field names. @throws MongoError as `splitPath` and `checkFieldName` */
export function fieldPath(path: string): string[] {
  const names = splitPath(path);
  names.forEach(checkFieldName);
  return names;
}

/** Returns the value of a field path; through an array, the array of its documents' values. */
export function fieldAt(value: unknown, path: readonly string[], from = 0): unknown {
  let current = value;
  for (let at = from; at < path.length; at++) {
    if (Array.isArray(current)) {
      return current
        .filter(isDocument)
        .map((item) => fieldAt(item, path, at))
        .filter((item) => item !== undefined);
    }
    const name = path[at]!;
    if (!isDocument(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}
