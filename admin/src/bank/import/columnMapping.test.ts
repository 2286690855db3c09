import type { CsvMapping } from '#bank-files/contract';
import { expect, it } from 'vitest';
import { isComplete, otherWayRound, roleOf, withRole } from './columnMapping.js';

const mapping: CsvMapping = { delimiter: ',', headerRow: 1, date: 0, text: [1], amount: 2 };
const twoColumns: CsvMapping = { delimiter: ',', date: 0, text: [1], in: 2, out: 3 };

it('one column of amounts is read the other way round, and back', () => {
  const turned = otherWayRound(mapping);
  expect(turned).toEqual({ ...mapping, reversed: true });
  expect(otherWayRound(turned)).toEqual(mapping);
});

it('columns of money in and out change places, also where there is only one', () => {
  expect(otherWayRound(twoColumns)).toEqual({ ...twoColumns, in: 3, out: 2 });
  const { out, ...onlyIn } = twoColumns;
  expect(otherWayRound(onlyIn)).toEqual({ delimiter: ',', date: 0, text: [1], out: 2 });
  expect(out).toBe(3);
});

it('amounts beside a direction column are read the other way round, with known and unknown words', () => {
  const words: CsvMapping = { ...mapping, direction: 3, directions: { AF: 'out' } };
  expect(otherWayRound(words)).toEqual({ ...words, reversed: true });
});

it('a column has one role, and a role of one column is taken from the other', () => {
  const moved = withRole(mapping, 1, 'date');
  expect([roleOf(moved, 0), roleOf(moved, 1)]).toEqual(['', 'date']);
  expect(moved.text).toEqual([]);
  expect(withRole(withRole(mapping, 3, 'text'), 0, 'text')).toMatchObject({ date: -1, text: [0, 1, 3] });
});

it('amounts are in one column, or in one for each direction', () => {
  expect(withRole(mapping, 3, 'in')).toEqual({ delimiter: ',', headerRow: 1, date: 0, text: [1], in: 3 });
  expect(withRole(twoColumns, 4, 'amount')).toEqual({ delimiter: ',', date: 0, text: [1], amount: 4 });
});

it('what was said of the words and signs of one column is not kept for another', () => {
  const said: CsvMapping = {
    ...mapping,
    direction: 3,
    directions: { AF: 'out' },
    contradictions: 'word',
    reversed: true,
  };
  expect(withRole(said, 4, 'direction')).toEqual({ ...mapping, direction: 4 });
  const { amount, ...kept } = said;
  expect(withRole(said, 5, 'amount')).toEqual({
    ...mapping,
    direction: 3,
    directions: kept.directions,
    amount: 5,
  });
  expect(amount).toBe(2);
});

it('what was said of the marks of amounts is turned the other way round, and not kept for another column', () => {
  const said: CsvMapping = { ...mapping, directions: { '': 'out', '-': 'in' } };
  expect(otherWayRound(said)).toEqual({ ...mapping, directions: { '': 'in', '-': 'out' } });
  expect(withRole(said, 5, 'amount')).toEqual({ ...mapping, amount: 5 });
});

it('a mapping without a date or an amount is not complete', () => {
  expect(isComplete(mapping)).toBe(true);
  expect(isComplete(withRole(mapping, 0, ''))).toBe(false);
  expect(isComplete(withRole(mapping, 2, ''))).toBe(false);
});
