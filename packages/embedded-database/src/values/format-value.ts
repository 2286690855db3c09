import { ObjectId } from 'bson';
import { isDocument } from './bson.js';

/** A value as MongoDB's messages show it: `{ email: "a@b.c" }`. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (Array.isArray(value)) return `[ ${value.map(toText).join(', ')} ]`;
  if (isDocument(value)) {
    const fields = Object.entries(value).map(([name, field]) => `${name}: ${toText(field)}`);
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  return String(value);
}
