import { renderHook } from '@testing-library/react';
import { ListContextProvider } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { useListFilter } from './useListFilter.js';

const setFilters = vi.fn();
const renderFilter = (filterValues: object) =>
  renderHook(() => useListFilter<Record<string, unknown>>(), {
    wrapper: ({ children }) => (
      <ListContextProvider value={{ filterValues, setFilters } as never}>{children}</ListContextProvider>
    ),
  }).result.current;

afterEach(() => {
  setFilters.mockReset();
  history.replaceState(null, '', '/');
});

it('changes the fields of the rendered filter, and leaves out those that are empty', () => {
  const { filter, setFilter } = renderFilter({ status: 'paid', at: { gte: '2026-11-01' } });
  expect(filter).toEqual({ status: 'paid', at: { gte: '2026-11-01' } });
  setFilter({ search: 'ann', status: '', at: {} });
  expect(setFilters).toHaveBeenCalledWith({ search: 'ann' });
});

it('keeps a change that is in the address and not rendered yet', () => {
  history.replaceState(null, '', `/?filter=${encodeURIComponent('{"status":"failed"}')}`);
  renderFilter({ status: 'paid' }).setFilter({ search: 'ann' });
  expect(setFilters).toHaveBeenCalledWith({ status: 'failed', search: 'ann' });
});

it.each(['{', '"text"', 'null', '[]'])('ignores the filter %s of an address', (text) => {
  history.replaceState(null, '', `/?filter=${encodeURIComponent(text)}`);
  renderFilter({ status: 'paid' }).setFilter({ search: 'ann' });
  expect(setFilters).toHaveBeenCalledWith({ status: 'paid', search: 'ann' });
});
