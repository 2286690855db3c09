/** Thrown where a signed object does not have the shape that its facts are read from. */
export class UnreadableError extends Error {}

export type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the fields of an object; none for any other value. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** Longest id of the provider, and longest text that is kept of a payer. */
const longestId = 255;
const longestText = 500;

export const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longestId;

function refuse(name: string): never {
  throw new UnreadableError(`${name} is not readable`);
}

export const readFields = (value: unknown, name: string): Fields => (isFields(value) ? value : refuse(name));

export const readId = (value: unknown, name: string): string => (isId(value) ? value : refuse(name));

/** Reads the id of an object that is given as an id, or whole; undefined where there is none. */
export function readReference(value: unknown, name: string): string | undefined {
  if (value === null || value === undefined) return undefined;
  return readId(isFields(value) ? value.id : value, name);
}

/** Reads an amount in minor units, or a time in seconds. */
export const readWhole = (value: unknown, name: string): number =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : refuse(name);

/** Reads a word or a sentence of the provider. */
export const readText = (value: unknown, name: string): string => textOf(value) ?? refuse(name);

/** Reads a currency as ISO 4217 in upper case. */
export const readCurrency = (value: unknown): string =>
  typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? value.toUpperCase() : refuse('currency');

export const readOneOf = <Word extends string>(value: unknown, words: readonly Word[], name: string): Word =>
  words.find((word) => word === value) ?? refuse(name);

/** Returns a text of a payer; null for any other value. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.slice(0, longestText) : null;

/** Returns a time in seconds as a date; null for any other value. */
export function dateOf(value: unknown): Date | null {
  const date = typeof value === 'number' ? new Date(value * 1000) : undefined;
  return date && date.getTime() > 0 && date.getUTCFullYear() <= 9999 ? date : null;
}
