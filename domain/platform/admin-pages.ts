import { pages } from './pages.js';
import { pageAliases, type SectionName, sectionTable } from './resources.js';

const has = (name: SectionName, page: string): boolean =>
  (sectionTable[name].pages as readonly string[]).includes(page);
const pathOf = (name: SectionName, id: string | number): string =>
  `${listPage(name)}/${encodeURIComponent(id)}`;

/** The addresses of a section's list, and of the page and the form of a record: this product's, or react-admin's own. */
export const listPage = (name: SectionName): string => `${pages.admin}/${name}`;
export const recordPage = (name: SectionName, id: string | number): string =>
  pathOf(name, id) + (has(name, ':id/show') ? '/show' : '');
export const editPage = (name: SectionName, id: string | number): string =>
  pathOf(name, id) + (has(name, ':id/edit') ? '/edit' : '');

/** The addresses of a section's pages, those that lead there, and the numbered tabs of react-admin's own pages. */
function addressesOf(below: readonly string[]): string[] {
  const aliases = Object.keys(pageAliases).filter((alias) => !below.includes(alias));
  // A section without an alias of its own has the pages of react-admin.
  const tabs = aliases.length < Object.keys(pageAliases).length ? '(?:/\\d+)?' : '';
  return [
    ...below.map((page) => page && page + tabs),
    ...aliases.filter((alias) => below.includes(pageAliases[alias]!)),
  ];
}

const sectionPages = new RegExp(
  `^(?:${Object.entries(sectionTable)
    .flatMap(([name, { pages: below }]) =>
      addressesOf(below).map((page) => `${pages.admin}/${name}${page && `/${page}`}`),
    )
    .join('|')
    .replaceAll(':id', '[^/]+')})$`,
);

/** True for a path of the back-office, its login included; a trailing slash does not matter. */
export function isAdminPage(path: string): boolean {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
  const isNamed = (Object.values(pages) as string[]).includes(trimmed);
  return (isNamed && trimmed !== pages.checkout && trimmed !== pages.order) || sectionPages.test(trimmed);
}
