import { type Catalogue, fill, partsOf, placeholder } from './catalogue.js';

/** Every text of a catalogue with its key: "methods.interac". */
const entriesOf = (catalogue: Catalogue, before = ''): [key: string, text: string][] =>
  Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[before + key, value] as [string, string]]
      : entriesOf(value, `${before}${key}.`),
  );

/** The longest text that is looked for in a catalogue by its placeholders. */
const longestMessage = 1000;

/**
 * Returns the function that gives a text of one catalogue in the other language. A text that was filled in is known by
 * the rest of it; what was filled in stays, where it is no text of the catalogue itself. Any other text stays.
 */
export function translator(from: Catalogue, to: Catalogue): (text: string) => string {
  const texts = new Map<string, string>();
  const patterns: { pattern: RegExp; text: string }[] = [];
  const others = new Map(entriesOf(to));
  for (const [key, text] of entriesOf(from)) {
    const other = others.get(key) ?? text;
    if (!placeholder.test(text)) texts.set(text, other);
    else {
      const escaped = partsOf(text).map((part, index) =>
        index % 2 ? `(?<${part}>.{1,200}?)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      );
      patterns.push({ pattern: new RegExp(`^${escaped.join('')}$`, 'u'), text: other });
    }
  }
  return function translate(text) {
    const known = texts.get(text);
    if (known !== undefined || text.length > longestMessage) return known ?? text;
    for (const { pattern, text: other } of patterns) {
      const values = pattern.exec(text)?.groups;
      if (values)
        return fill(
          other,
          Object.fromEntries(
            Object.entries(values).map(([name, value]) => [name, texts.get(value) ?? value]),
          ),
        );
    }
    return text;
  };
}
