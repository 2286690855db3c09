import { ObjectId } from 'bson';
import { entriesOf, isDocument } from './bson.js';

/** Formats a value as in MongoDB's messages: `{ email: "a@b.c" }`. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (Array.isArray(value)) return `[ ${value.map(formatValue).join(', ')} ]`;
  if (isDocument(value)) {
    const fields = entriesOf(value).map(([name, field]) => `${name}: ${formatValue(field)}`);
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  return String(value);
}
