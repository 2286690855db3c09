// oxlint-disable-next-line no-restricted-imports -- Its keys get their types here.
import { useTranslate as useReactAdminTranslate } from 'react-admin';
import type { SectionName } from '#domain/platform/resources';
import type { en } from './en.js';
import type { enPages } from './enPages.js';

/** The keys of a type that are those of texts; react-admin's own, and those whose end is known later, among them. */
type KnownKey<Key extends string> = Key extends `ra.${string}`
  ? Key
  : [Extract<TextKey, Key>] extends [never]
    ? never
    : Key;

/** Translates a text of the back-office by its key; one that is not there does not compile. */
export type Translate = <const Key extends string>(key: Key & KnownKey<Key>, options?: object) => string;

/** react-admin's useTranslate, with the keys of the texts that there are. */
export function useTranslate(): Translate {
  return useReactAdminTranslate();
}

/** Returns the function that translates the texts below a group, each with `values`. */
export const useTexts = <Group extends string>(group: Group, values?: object) =>
  textsOf(useTranslate(), group, values);

/** All texts of the back-office but the names of resources. */
type Texts = Omit<typeof en, 'admin'> & typeof enPages & { admin: typeof en.admin };

/** The paths of the texts below a group, with dots. */
type PathsOf<Group> = Group extends string
  ? never
  : {
      [Name in keyof Group & string]: Group[Name] extends string ? Name : `${Name}.${PathsOf<Group[Name]>}`;
    }[keyof Group & string];

/** The group at a path. */
type GroupAt<Group, Path extends string> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Group
    ? GroupAt<Group[Name], Rest>
    : never
  : Path extends keyof Group
    ? Group[Path]
    : never;

/** The names of a resource, which stand in its definition. */
type NameKey =
  `resources.${SectionName}.${'name' | 'title' | 'subtitle' | 'entry' | 'toDo' | `commands.${string}`}`;

/** The key of a text of the product. */
type TextKey = PathsOf<Omit<Texts, 'ra'>> | NameKey;

/** The names of the texts below a group; one that is not there does not compile. */
type NamesOf<Group extends string> = PathsOf<GroupAt<Texts, Group>>;

/** Returns the function that gives the keys of the texts below a group. */
export const keysOf =
  <Group extends string>(group: Group) =>
  <Name extends NamesOf<Group>>(name: Name): `${Group}.${Name}` =>
    `${group}.${name}`;

/** Returns the function that translates the texts below a group, each with `values`. */
export const textsOf =
  <Group extends string>(
    translate: (key: never, options?: object) => string,
    group: Group,
    values?: object,
  ) =>
  (name: NamesOf<Group>, options?: object): string =>
    translate(`${group}.${name}` as never, { ...values, ...options });
