// oxlint-disable-next-line no-restricted-imports -- Its keys get their types here.
import { useTranslate as useReactAdminTranslate } from 'react-admin';
import { type TextKey, textsOf } from './textsOf.js';

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
