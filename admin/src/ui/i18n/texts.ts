import polyglotI18nProvider from 'ra-i18n-polyglot';
import { type I18nProvider, mergeTranslations } from 'react-admin';
import { en } from './en.js';

let texts = en;
let provider: I18nProvider | undefined;

/**
 * The texts that are there from the start, with the names of the resources. English only; another language is other files
 * beside en.ts and enPages.ts, and the names in each resource's definition.
 */
export function createI18nProvider(names: Record<string, object>): I18nProvider {
  texts = mergeTranslations(en, { resources: names }) as typeof en;
  provider = polyglotI18nProvider(() => texts, 'en');
  return provider;
}

/** Adds the texts of the pages, which come with the first page that is opened. */
export async function loadTexts(): Promise<void> {
  const { enPages } = await import('./enPages.js');
  texts = mergeTranslations(texts, enPages) as typeof en;
  await provider?.changeLocale('en');
}

/** Loads a part of the program together with the texts of the pages. */
export const withTexts =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> =>
    (await Promise.all([load(), loadTexts()]))[0];
