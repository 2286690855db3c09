import { pages } from './pages.js';
import { type SectionName, sectionTable } from './resources.js';

/** The addresses of a section's list, and of the page and the form of a record. */
export const listPage = (name: SectionName): string => `${pages.admin}/${name}`;
export const recordPage = (name: SectionName, id: string | number): string =>
  `${listPage(name)}/${encodeURIComponent(id)}`;
export const editPage = (name: SectionName, id: string | number): string => `${recordPage(name, id)}/edit`;

const sectionPages = new RegExp(
  `^(?:${Object.entries(sectionTable)
    .flatMap(([name, { pages: below }]) => below.map((page) => `${pages.admin}/${name}${page && `/${page}`}`))
    .join('|')
    .replaceAll(':id', '[^/]+')})$`,
);

/** True for a path of the back-office, its login included; a trailing slash does not matter. */
export function isAdminPage(path: string): boolean {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
  const isNamed = (Object.values(pages) as string[]).includes(trimmed);
  return (isNamed && trimmed !== pages.checkout && trimmed !== pages.order) || sectionPages.test(trimmed);
}
