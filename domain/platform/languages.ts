/** A language of visitors, by its code of ISO 639. */
interface LanguageFacts {
  /** Its name in itself, of the links that lead to it. */
  ownName: string;
  /** As pages, headers, papers and the card provider name it (BCP 47); begins with the code. */
  tag: string;
}

export const languageFacts = {
  en: { ownName: 'English', tag: 'en' },
  fr: { ownName: 'Français', tag: 'fr-CA' },
} satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof languageFacts;
export const languages = Object.keys(languageFacts) as Language[];

/** The names in the office, which works in English; apart, as a visitor's first page does not load them. */
export const languageNames: Record<Language, string> = { en: 'English', fr: 'French' };

/** The language of a visitor of whom none is known, and of a text that the operator has in one language only. */
export const defaultLanguage = 'en' satisfies Language;

/** A text of the operator: in English, and in other languages where they gave it. */
export type OwnText = Record<typeof defaultLanguage, string> & Partial<Record<Language, string>>;

/** Returns what each language has. */
export const byLanguage = <Own>(of: (language: Language) => Own): Record<Language, Own> =>
  Object.fromEntries(languages.map((language) => [language, of(language)])) as Record<Language, Own>;

/** The file of a page in a language, as the build writes and the server sends it: "index.html", "index.fr.html". */
export const pageFile = (language: Language, name: string): string =>
  language === defaultLanguage ? `${name}.html` : `${name}.${language}.html`;

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);

/** Returns the language of a tag of BCP 47, by its first part: "fr-CA" is French. Undefined for any other. */
export function languageOfTag(tag: string): Language | undefined {
  const [first = ''] = tag.trim().toLowerCase().split('-', 1);
  return isLanguage(first) ? first : undefined;
}

/** Returns the first of our languages among tags, else English. */
export const firstLanguage = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.split('-')[0]).find(isLanguage) ?? defaultLanguage;

/**
 * Returns the first of our languages that a browser asks for (Accept-Language), by its weight, then by its place; those
 * of the weight 0 are not wanted. Undefined where it names none.
 */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  let best: { language: Language; weight: number } | undefined;
  for (const range of (header ?? '').split(',')) {
    const [tag = '', ...parameters] = range.split(';');
    const language = languageOfTag(tag);
    const quality = parameters.map((one) => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(one)?.[1]);
    const weight = parameters.length ? Number(quality.find((one) => one !== undefined) ?? Number.NaN) : 1;
    if (language && weight > 0 && weight <= 1 && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
}
