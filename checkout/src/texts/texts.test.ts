import { expect, it } from 'vitest';
import { type Language, languages } from '#domain/platform/languages';
import { texts } from '#domain/texts/texts';
import { firstTexts, laterTexts, orderTexts, planTexts } from './loaders.js';
import { pageTexts } from './pageTexts.js';

/** Returns every text of catalogues by its key. */
const entriesOf = (catalogue: object, before = ''): [string, string][] =>
  Object.entries(catalogue).flatMap(([key, one]: [string, string | object]) =>
    typeof one === 'string' ? [[before + key, one] as [string, string]] : entriesOf(one, `${before}${key}.`),
  );

/** Every text of a language by its key. */
async function textsOf(language: Language): Promise<Map<string, string>> {
  const [first, later, orderPage, plan] = await Promise.all(
    [firstTexts, laterTexts, orderTexts, planTexts].map(async (part) => (await part[language]()).texts),
  );
  return new Map(
    entriesOf({ ...texts[language], first, later, orderPage, plan, pages: pageTexts[language] }),
  );
}

const english = await textsOf('en');
const french = await textsOf('fr');
const all = [...english].map(([key, text]) => ({ key, english: text, french: french.get(key) ?? '' }));

const placeholders = (text = '') => [...(text.match(/\{\w+\}/g) ?? [])].sort().join();

it.each(languages)('has the placeholders of the English text in each one of "%s"', async (language) => {
  const own = await textsOf(language);
  expect([...english].filter(([key, text]) => placeholders(text) !== placeholders(own.get(key)))).toEqual([]);
});

/** Places that both languages write alike. */
const alike = /^regions\.|countries\.canada$/;

it('has a French text for each English one', () => {
  const same = all.filter(({ key, english: text, french: other }) => text === other && !alike.test(key));
  expect([...new Set(same.map(({ english: text }) => text))].sort()).toEqual([
    'Confirmation',
    'Documents',
    'Province',
    'Total',
  ]);
});

it.each([
  ['has the apostrophe ’', /'/],
  ['has a no-break space before a colon', /(?<![\u00a0\d]):(?!\/\/)/],
  ['has none before ; ! ?', /\s[;!?]/],
  ['has no-break spaces inside « »', /«(?!\u00a0)|(?<!\u00a0)»/],
  ['has no English quotation marks', /[“”"]/],
])('%s in every French text', (_, wrong) =>
  expect(
    all.filter((one) => wrong.test(one.french.replaceAll(/\{\w+\}/g, 'x'))).map(({ key }) => key),
  ).toEqual([]),
);
