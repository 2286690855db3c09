import type { Language } from '#domain/platform/languages';
import { fill } from '#domain/texts/catalogue';
import { mailTexts } from './order-facts.js';

/** Characters that no name needs: of these a mail program could make a link to an address, a page or a phone. */
const unneeded = /(?!\.(?:\s|$))[^\p{L}\p{M}\s'’-]+/gu;

/** Maximum number of characters of a quoted name. */
const maxLength = 60;

/**
 * Returns a name as a stranger typed it, marked as such and without anything that a mail program could link: anyone can
 * type any text beside another person's email. Mails contain no other text of a stranger.
 */
export function quotedName(name: string, language: Language = 'en'): string {
  const text = name.normalize('NFKC').replace(unneeded, '·').replace(/\s+/g, ' ').trim();
  const characters = Array.from(text);
  const short = characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : text;
  return fill(mailTexts[language].asTyped, { name: short });
}
