/** The languages of visitors; the office works in English. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** The language of a visitor of whom none is known. */
export const defaultLanguage = 'en' satisfies Language;

export const languageNames: Record<Language, string> = { en: 'English', fr: 'French' };

/** As HTML and HTTP name them (BCP 47). */
export const languageTags: Record<Language, string> = { en: 'en', fr: 'fr-CA' };

/** The file of a page in a language, as the build writes and the server sends it: "index.html", "index.fr.html". */
export const pageFile = (language: Language, name: string): string =>
  language === defaultLanguage ? `${name}.html` : `${name}.${language}.html`;

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);

/** Returns the language of a tag of BCP 47, by its first part: "fr-CA" is French. Undefined for any other. */
export function languageOfTag(tag: string): Language | undefined {
  const [first = ''] = tag.trim().toLowerCase().split('-', 1);
  return isLanguage(first) ? first : undefined;
}

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
