import { createRequire } from 'node:module';
import { fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { ListBase, ListContextProvider, testDataProvider, CoreAdminContext } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { FoldingFilters, useListFilter } from './FilterBar.js';

const setFilters = vi.fn();
const renderFilter = (filterValues: unknown) =>
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

it('counts what is set of folded filters, also what only an address sets', () => {
  const filterValues = { search: 'ann', kind: 'paid', plan: 'true', day: { gte: '' } };
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  render(
    <CoreAdminContext dataProvider={testDataProvider()}>
      <ListContextProvider value={{ filterValues, setFilters } as never}>
        <FoldingFilters>Kind</FoldingFilters>
      </ListContextProvider>
    </CoreAdminContext>,
  );
  vi.unstubAllGlobals();
  expect(screen.getByRole('button').textContent).toContain('2');
});

// Node loads react-admin with a copy of the router of its own.
const { createBrowserRouter, RouterProvider } = createRequire(import.meta.url)(
  'react-router',
) as typeof import('react-router');

function Fields() {
  const [one, other] = [useListFilter<Record<string, string>>(), useListFilter<Record<string, string>>()];
  const setBoth = () => {
    one.setFilter({ status: 'paid' });
    other.setFilter({ search: 'ann' });
  };
  return (
    <>
      <button onClick={setBoth}>Both</button>
      <button onClick={() => one.setFilter({ status: '' })}>No status</button>
    </>
  );
}

it('two filters that are set in the same instant are both in the address', async () => {
  const list = (
    <CoreAdminContext
      dataProvider={testDataProvider({ getList: () => Promise.resolve({ data: [], total: 0 }) })}
    >
      <ListBase resource="payments">
        <Fields />
      </ListBase>
    </CoreAdminContext>
  );
  render(<RouterProvider router={createBrowserRouter([{ path: '*', element: list }])} />);
  const filter = () => JSON.parse(new URLSearchParams(location.search).get('filter') ?? '{}') as object;
  fireEvent.click(screen.getByText('Both'));
  await waitFor(() => expect(filter()).toEqual({ status: 'paid', search: 'ann' }));
  fireEvent.click(screen.getByText('No status'));
  await waitFor(() => expect(filter()).toEqual({ search: 'ann' }));
});

it('has no fields where the address holds a text', () => expect(renderFilter('text').filter).toEqual({}));

it.each(['{', '"text"', 'null', '[]'])('ignores the filter %s of an address', (text) => {
  history.replaceState(null, '', `/?filter=${encodeURIComponent(text)}`);
  renderFilter({ status: 'paid' }).setFilter({ search: 'ann' });
  expect(setFilters).toHaveBeenCalledWith({ status: 'paid', search: 'ann' });
});
