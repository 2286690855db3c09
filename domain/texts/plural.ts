import type { Language } from '../platform/languages.js';
import { fill } from './catalogue.js';

/** The forms of a text by a number, which it names as {count}. */
export interface Plural {
  one: string;
  other: string;
}

/** Returns the text of a number in the plural form of the language. */
export function pluralText(forms: Plural, count: number, language: Language): string {
  const isOne = new Intl.PluralRules(language).select(count) === 'one';
  return fill(isOne ? forms.one : forms.other, { count });
}
