import type { Language } from '#domain/platform/languages';
import { pages as en } from './en/pages.js';
import { pages as fr } from './fr/pages.js';

/** The texts in the files of the pages, by language. */
export const pageTexts: Record<Language, typeof en> = { en, fr };
