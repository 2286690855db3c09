import { type ComponentType, createContext, type ReactElement, useContext } from 'react';
import type { ResourceProps } from 'react-admin';
import type { Feature } from '../../data/store.js';
import type { Counts } from '#domain/office/counts';
import type { PageOf, SectionName } from '#domain/platform/resources';
import type { Access, Resource } from '#domain/platform/roles';

/** Shown beside the entry of a resource in the drawer: something waits there. */
interface Waiting {
  /** The number beside the entry; `toDo` of the labels says of what. */
  count?: number | undefined;
  color?: 'primary' | 'warning';
  /** Key of a text that an operator has to see. */
  alarm?: string | false;
  /** The page with what waits, where it is not the list. */
  to?: string | false | undefined;
}

interface Labels {
  [name: string]: string | Labels;
}

/** A resource in app/resources.ts: its routes, entry of the drawer, pages in the search, labels and cache rules. */
export interface ResourceDefinition {
  /** Its name in the address and in the keys of its labels: resources.{name}; in the API too, if it has records. */
  name: SectionName;
  labels: Labels & ({ title: string } | { name: string });
  icon: ReactElement;
  /** Its pages by their path below its address. New and edited records need the right to write, others to read. */
  pages: Readonly<Record<string, ComponentType>>;
  /** The resource whose rights its pages need, where it is another one. */
  rights?: Resource;
  /** The one that the breadcrumbs of its list lead to. */
  under?: SectionName;
  /** The field that names a record, or what makes its name of it, as react-admin has it. */
  recordRepresentation?: ResourceProps['recordRepresentation'];
  /** Further pages that the search offers, by what they need; their names are in `commands` of the labels. */
  commands?: Readonly<Record<string, Access>>;
  waiting?: (counts: Counts) => Waiting;
  /** The part of the settings without which it is not used. */
  needs?: Feature;
}

/** react-admin's names of the pages at its own addresses. */
const views = { '': 'list', create: 'create', ':id': 'edit', ':id/show': 'show' } as const;
type Views<Page> = { [Path in Page & keyof typeof views as (typeof views)[Path]]: ComponentType };
type Pages<Page extends string> = Readonly<Record<Page, ComponentType>>;

/**
 * Defines a resource. Its pages are those that domain/platform/resources.ts lists, by which the server answers as well: one more
 * or one fewer does not compile. Those at react-admin's own addresses are its `list`, `create`, `edit` and `show`.
 */
export function defineResource<const Name extends SectionName>(
  definition: Omit<ResourceDefinition, 'name' | 'pages'> & { name: Name } & (
      | { pages: Pages<PageOf<Name>> }
      | Views<PageOf<Name>>
    ),
): ResourceDefinition {
  if ('pages' in definition) return definition;
  const given = definition as Partial<Views<keyof typeof views>>;
  const pages = Object.entries(views).flatMap(([path, view]) => (given[view] ? [[path, given[view]]] : []));
  return { ...definition, pages: Object.fromEntries(pages) as Pages<string> };
}

/** The resource whose rights decide who sees a page. */
export const rightsOf = ({ name, rights }: ResourceDefinition): Resource => rights ?? (name as Resource);

/** The groups of the drawer, provided by the app: a part of the screen that shows all resources is below them. */
export const ResourcesContext = createContext<readonly (readonly ResourceDefinition[])[]>([]);
export const useResourceGroups = () => useContext(ResourcesContext);
