import polyglotI18nProvider from 'ra-i18n-polyglot';
import { en } from './en.js';

/** English alone; another language is another file beside that one. */
export const i18nProvider = polyglotI18nProvider(() => en, 'en');
