import { createI18nProvider } from '../i18n/texts.js';
import type { ResourceDefinition } from '../ui/page/resource.js';
import { allResources } from './resources.js';

/** The title of a list is the name of many records, where it has none of its own; react-admin's List takes it from `page`. */
function withTitle(labels: ResourceDefinition['labels']) {
  const title = 'title' in labels ? labels.title : String(labels.name).split(' |||| ').at(-1)!;
  return { ...labels, title, page: { list: title, ...(labels.page as object | undefined) } };
}

/** The texts of the back-office, with the names of its resources. */
export const i18nProvider = createI18nProvider(
  Object.fromEntries(allResources.map(({ name, labels }) => [name, withTitle(labels)])),
);
