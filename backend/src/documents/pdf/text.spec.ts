import files from 'node:fs/promises';
import { characterSetsOf } from './fonts.js';
import { lacksLetters } from './lacks-letters.js';
import { runsOf } from './text.js';

// First, as what is read is kept.
it('looks again for the fonts of a script that could not be read once', async () => {
  const buyer = { name: 'שלום', address: [], email: '' };
  const reading = jest.spyOn(files, 'readFile').mockRejectedValueOnce(new Error('Too many open files'));
  await expect(lacksLetters(buyer)).rejects.toThrow('Too many open files');
  reading.mockRestore();
  expect(await lacksLetters(buyer)).toBe(false);
});

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
