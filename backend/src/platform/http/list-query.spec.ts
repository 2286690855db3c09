import { booleanFilter, type QuerySpec, parseListQuery, textFilter } from './list-query.js';
import { TestApp } from '../../testing/test-app.js';

const spec: QuerySpec = {
  filters: {
    name: textFilter('name'),
    search: textFilter('name', 'note'),
    isOpen: booleanFilter('isOpen'),
    hasNote: booleanFilter('hasNote', { note: { $gt: '' } }, { note: { $exists: false } }),
  },
  sorts: { createdAt: 'createdAt' },
};

describe('a filter of a list', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await app.connection
      .collection('things')
      .insertMany([
        { name: 'Siam Trips', isOpen: true },
        { name: 'Ésprit (Bali)', isOpen: false, note: 'A Siamese cat' },
        { name: 'Andaman' },
      ]);
  });
  afterAll(() => app.stop());

  const found = async (filter: Record<string, string>) => {
    const { conditions } = parseListQuery({ filter }, spec);
    const things = await app.connection
      .collection('things')
      .find(conditions as object)
      .toArray();
    return things.map(({ name }) => name as string);
  };

  it.each([
    ['siam', ['Siam Trips']],
    ['TRIPS', ['Siam Trips']],
    ['ésprit (b', ['Ésprit (Bali)']],
    ['.*', []],
  ])('by text finds %s in any case, literally', async (name, names) => {
    expect(await found({ name })).toEqual(names);
  });

  it('by text looks into each of its fields', async () => {
    expect(await found({ search: 'sIAM' })).toEqual(['Siam Trips', 'Ésprit (Bali)']);
  });

  it('by yes or no takes both, and a record without the field as no', async () => {
    expect(await found({ isOpen: 'true' })).toEqual(['Siam Trips']);
    expect(await found({ isOpen: 'false' })).toEqual(['Ésprit (Bali)', 'Andaman']);
    expect(await found({ hasNote: 'true' })).toEqual(['Ésprit (Bali)']);
    expect(await found({ hasNote: 'false' })).toEqual(['Siam Trips', 'Andaman']);
    await expect(found({ isOpen: 'no' })).rejects.toThrow('filter[isOpen] takes one of true, false');
  });
});
