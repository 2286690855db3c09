import { expect, it } from 'vitest';
import { changedFields } from './ActivitySection.js';

it('a change of an object is shown in the parts that differ, and nothing where none does', () => {
  const card = { provider: 'stripe', state: 'paid', disputed: null };
  expect(
    changedFields([
      { field: 'card', from: card, to: { ...card, disputed: 'open', fee: 3 } },
      { field: 'card', from: card, to: { ...card } },
      { field: 'card', from: null, to: card },
      { field: 'status', from: 'pending', to: 'paid' },
    ]),
  ).toEqual([
    { field: 'card', from: { disputed: null }, to: { disputed: 'open', fee: 3 } },
    { field: 'card', from: null, to: card },
    { field: 'status', from: 'pending', to: 'paid' },
  ]);
});
