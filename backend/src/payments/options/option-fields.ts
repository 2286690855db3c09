import { byLanguage, languages, type OwnText } from '#domain/platform/languages';

/** Returns a text of a parsed options file, without outer spaces; `path` ends in a dot. Throws an Error that names the field. */
export function field(owner: unknown, path: string, name: string, max: number): string {
  const value = (owner as Record<string, unknown> | null)?.[name];
  if (typeof value !== 'string' || !value.trim() || value.length > max)
    throw new Error(`${path}${name} takes a text of 1 to ${max} characters`);
  return value.trim();
}

/** Reads a text of the options file; `path` ends in a dot. */
export type ReadText = (owner: unknown, path: string, name: string) => string;

/** Returns a text that `read` reads: {"en": …, "fr": …}, or one for all languages, which counts as English. */
export function inLanguages(owner: unknown, path: string, name: string, read: ReadText): OwnText {
  const value = (owner as Record<string, unknown> | null)?.[name];
  if (typeof value !== 'object' || value === null) return { en: read(owner, path, name) };
  const at = `${path}${name}`;
  refuseUnknownKeys(value, at, languages);
  return byLanguage((language) => read(value, `${at}.`, language));
}

/** Throws for an unknown key, which is a typing error. */
export function refuseUnknownKeys(owner: unknown, path: string, keys: readonly string[]): void {
  if (typeof owner !== 'object' || owner === null || Array.isArray(owner))
    throw new Error(`${path || 'it'} takes ${keys.join(', ')}`);
  const unknown = Object.keys(owner).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new Error(
      `${path && `${path}.`}${unknown.slice(0, 64)} is unknown; ${path || 'it'} takes ${keys.join(', ')}`,
    );
}
