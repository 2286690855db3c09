import polyglotI18nProvider from 'ra-i18n-polyglot';
import { en } from '../i18n/en.js';
import { allResources } from './resources.js';

const english = {
  ...en,
  resources: Object.fromEntries(allResources.map(({ name, labels }) => [name, labels])),
};

/** English only; another language is another file beside en.ts, and one in each resource's folder. */
export const i18nProvider = polyglotI18nProvider(() => english, 'en');
