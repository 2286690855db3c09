import { describe, expect, it } from 'vitest';
import { formerViews, viewSearch } from './formerViews.js';

const value = { filter: { status: 'paid' }, sort: { field: 'amount', order: 'ASC' }, perPage: 25 };
const search = viewSearch(value);
const other = { ...value, perPage: 50 };

describe('the views that a browser kept', () => {
  it('move to the account with their names, unless it has them', () => {
    expect(formerViews([{ label: ' Paid ', value }], 'payments', [])).toEqual([
      { list: 'payments', name: 'Paid', search },
    ]);
    expect(
      formerViews([{ label: 'Mine', value }], 'payments', [
        { _id: '1', list: 'payments', name: 'Paid', search },
      ]),
    ).toEqual([]);
    expect(formerViews(undefined, 'payments', [])).toEqual([]);
  });

  it('get a number where another view has their name, and keep to the bounds', () => {
    const known = [{ _id: '1', list: 'payments' as const, name: 'Paid', search }];
    const kept = [
      { label: 'Paid', value: other },
      { label: 'x'.repeat(90), value: { ...other, perPage: 5 } },
      { label: 'long', value: { ...other, filter: { search: 'x'.repeat(3000) } } },
    ];
    expect(formerViews(kept, 'payments', known).map(({ name }) => name)).toEqual([
      ...['Paid 2', 'x'.repeat(57)],
    ]);
    const full = Array.from({ length: 49 }, (_, at) => ({ ...known[0]!, name: `${at}` }));
    expect(formerViews(kept, 'payments', full)).toHaveLength(1);
  });
});
