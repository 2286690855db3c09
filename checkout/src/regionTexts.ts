import { loadTexts, type TextLoaders } from './language.js';

/** The names of provinces and states, which only their visitors need. */
const regionTexts: TextLoaders = {
  en: () => import('./texts/en/regions.js'),
  fr: () => import('./texts/fr/regions.js'),
};

export const loadRegions = (): Promise<void> => loadTexts(regionTexts);
