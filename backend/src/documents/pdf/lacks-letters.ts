import type { Buyer } from '#domain/documents/documents';
import { linesOf, printable } from './text.js';

/** Letters that each paper shows, of nearly all buyers: those of Western languages and Thai. */
const usual = /^[\n -~\u00a0-\u017f\u0e01-\u0e3a\u0e3f-\u0e5b\u2013\u2014\u2018-\u201d]*$/;

/** Returns whether the fonts of this install lack letters of a buyer, which papers then show a replacement for. */
export async function lacksLetters({ name, address, email }: Buyer): Promise<boolean> {
  const text = [name, ...address, email].join('\n');
  if (usual.test(text)) return false;
  // Fonts are read where a name needs them.
  const { characterSetsOf } = await import('./fonts.js');
  const sets = await characterSetsOf(text);
  const missing = new Set<string>();
  for (const line of linesOf(text)) printable(line, sets, missing);
  return missing.size > 0;
}
