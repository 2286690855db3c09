import { mongo, Types } from 'mongoose';
import { erasedText } from '#domain/care/personal-data';

/** Returns whether a value has no parts: a day, an id and bytes are whole. */
const isWhole = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  value instanceof Date ||
  value instanceof Types.ObjectId ||
  value instanceof mongo.Binary ||
  Buffer.isBuffer(value);

/** Returns a value with each text in it replaced, but for fields of these names at any depth; numbers and days stay. */
export function withoutTexts(value: unknown, kept: readonly string[] = []): unknown {
  if (typeof value === 'string') return value === '' ? '' : erasedText;
  if (isWhole(value)) return value;
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one, kept));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, field]) => [
      name,
      kept.includes(name) ? field : withoutTexts(field, kept),
    ]),
  );
}

/** Returns a value in which fields of these names, at any depth, have their texts replaced. */
export function withoutFields(value: unknown, names: readonly string[]): unknown {
  if (isWhole(value)) return value;
  if (Array.isArray(value)) return value.map((one) => withoutFields(one, names));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, field]) => [
      name,
      names.includes(name) ? withoutTexts(field) : withoutFields(field, names),
    ]),
  );
}
