import polyglotI18nProvider from 'ra-i18n-polyglot';
import { en } from './en.js';

/** English only; another language is another file beside en.ts. */
export const i18nProvider = polyglotI18nProvider(() => en, 'en');
