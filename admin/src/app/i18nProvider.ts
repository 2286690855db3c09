import polyglotI18nProvider from 'ra-i18n-polyglot';
import { en } from '../i18n/en.js';
import type { ResourceDefinition } from '../ui/page/resource.js';
import { allResources } from './resources.js';

/** The title of a list is the name of many records, where it has none of its own; react-admin's List takes it from `page`. */
function withTitle(labels: ResourceDefinition['labels']) {
  const title = 'title' in labels ? labels.title : String(labels.name).split(' |||| ').at(-1)!;
  return { ...labels, title, page: { list: title, ...(labels.page as object | undefined) } };
}

const english = {
  ...en,
  resources: Object.fromEntries(allResources.map(({ name, labels }) => [name, withTitle(labels)])),
};

/** English only; another language is another file beside en.ts, and one in each resource's folder. */
export const i18nProvider = polyglotI18nProvider(() => english, 'en');
