import type { Language } from '../platform/languages.js';
import { texts as en } from './en/index.js';
import { texts as fr } from './fr/index.js';

/** The texts of the business by language, for the server; a program in a browser loads those of one. */
export const texts: Record<Language, typeof en> = { en, fr };
