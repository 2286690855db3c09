import { expect, test } from 'vitest';
import { markReference } from './MarkedText.js';

const reference = 'CRTS-OTN-9F3A2C-482913';
const marked = (text: string) => markReference(text, [reference]).find(({ isMarked }) => isMarked)?.text;

test.each([
  ['as it was given', `E-TRANSFER ${reference} SMITH`, reference],
  ['in lower case with blanks', 'ref crts otn 9f3a2c 482913.', 'crts otn 9f3a2c 482913'],
  ['glued to other words', 'XCRTSOTN9F3A2C482913Y', 'CRTSOTN9F3A2C482913'],
  ['with look-alikes', 'CRT5-0TN-9F3A2C-4829I3', 'CRT5-0TN-9F3A2C-4829I3'],
  [
    'in full width',
    'ＣＲＴＳ－ＯＴＮ－９Ｆ３Ａ２Ｃ－４８２９１３',
    'ＣＲＴＳ－ＯＴＮ－９Ｆ３Ａ２Ｃ－４８２９１３',
  ],
  ['with one wrong digit', 'CRTS-OTN-9F3A2C-482914 ', 'CRTS-OTN-9F3A2C-482914'],
  ['with two digits that changed places', 'CRTS-OTN-9F3A2C-482193', 'CRTS-OTN-9F3A2C-482193'],
])('a reference %s is marked in the bank’s text', (_how, text, expected) => {
  expect(marked(text)).toBe(expected);
});

test('a text without the reference is not marked, and no character of any text is lost', () => {
  expect(markReference('PAYROLL 2026', [reference])).toEqual([{ text: 'PAYROLL 2026', isMarked: false }]);
  const text = `a ${reference} b`;
  expect(
    markReference(text, ['CRTS-OTN-000000-111111', reference])
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
