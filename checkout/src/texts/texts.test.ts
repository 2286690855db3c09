import { expect, it } from 'vitest';
import { texts } from '#domain/texts/both';
import { first } from './en/first.js';
import { later } from './en/later.js';
import { order } from './en/order.js';
import { pages } from './en/pages.js';
import { plan } from './en/plan.js';
import { first as firstFr } from './fr/first.js';
import { later as laterFr } from './fr/later.js';
import { order as orderFr } from './fr/order.js';
import { pages as pagesFr } from './fr/pages.js';
import { plan as planFr } from './fr/plan.js';

/** Returns every text of catalogues by its key. */
const entriesOf = (catalogue: object, before = ''): [string, string][] =>
  Object.entries(catalogue).flatMap(([key, one]: [string, string | object]) =>
    typeof one === 'string' ? [[before + key, one] as [string, string]] : entriesOf(one, `${before}${key}.`),
  );

const english = entriesOf({ ...texts.en, first, later, orderPage: order, pages, plan });
const french = new Map(
  entriesOf({
    ...texts.fr,
    ...{ first: firstFr, later: laterFr, orderPage: orderFr, pages: pagesFr, plan: planFr },
  }),
);
const all = english.map(([key, text]) => ({ key, english: text, french: french.get(key) ?? '' }));

const placeholders = (text: string) => [...(text.match(/\{\w+\}/g) ?? [])].sort().join();

it('has the placeholders of the English text in each French one', () =>
  expect(all.filter((one) => placeholders(one.english) !== placeholders(one.french))).toEqual([]));

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
