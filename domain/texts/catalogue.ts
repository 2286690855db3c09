/** The texts of one part of the product in one language, by key; every language has the same keys. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** A placeholder of a text: {reference}. */
export const placeholder = /\{(\w+)\}/;

/** Fills in the values of a text's placeholders, such as {reference}. One without a value stays. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(new RegExp(placeholder, 'g'), (all, name: string) => String(values[name] ?? all));

/** Splits a text at its placeholders: texts at even places, the names of placeholders at odd ones. */
export const partsOf = (text: string): string[] => text.split(placeholder);
