import { characterSetsOf } from './fonts.js';
import { runsOf } from './text.js';

it.each([
  ['Dr. דוד (בן) Smith', 'Dr. |(|בן|) |דוד| Smith'],
  ['رقم 123، مبنى ٤٥', '٤|٥| |مبنى| |،|123| |رقم'],
  ['محمدی ۱۲۳ Tehran', 'Tehran| |۱|۲|۳| |محمدی'],
  ['(דירה 3), תל ', 'תל| ,(|3| |דירה|)| '],
  ['山田 Taro', '山|田| Taro'],
])('orders the parts of “%s” from left to right', async (line, expected) => {
  const runs = runsOf(line, await characterSetsOf(line));
  expect(runs.map(({ text }) => text).join('|')).toBe(expected);
});
