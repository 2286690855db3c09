import type { Cents } from './cents.js';
import { decimalOf, parseCents } from './amounts.js';

/**
 * Parses an amount of a format without thousands separators, with either decimal mark, as banks write both. Undefined
 * for one that may be of thousands nevertheless: "1,000".
 */
export function plainCents(text: string): Cents | undefined {
  if (decimalOf([text]) === undefined && text.includes(',')) return undefined;
  const isComma = text.lastIndexOf(',') > text.lastIndexOf('.');
  return parseCents(text, isComma ? ',' : '.');
}
