import { expect, it, vi } from 'vitest';
import { dataProvider } from './dataProvider.js';

it('a deletion of several records is refused before anything is sent', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch');
  await expect(dataProvider.deleteMany('customers', { ids: ['1', '2'] })).rejects.toThrow(
    'Records are deleted one at a time',
  );
  expect(fetch).not.toHaveBeenCalled();
});
