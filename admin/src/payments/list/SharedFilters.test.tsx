import { fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, ListContextProvider, testDataProvider } from 'react-admin';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { i18nProvider } from '../../app/resources.js';
import { renderInOffice } from '../../app/testing.js';
import { SharedFilters } from './SharedFilters.js';

const set = vi.fn();
function show(filters: object) {
  set.mockClear();
  const dataProvider = testDataProvider({
    getList: () => Promise.resolve({ data: [], total: 0 }),
  });
  render(
    <MemoryRouter>
      <CoreAdminContext i18nProvider={i18nProvider} dataProvider={dataProvider}>
        <ListContextProvider value={{ filterValues: filters, setFilters: set } as never}>
          <SharedFilters filters={filters} set={set} />
        </ListContextProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return screen.findByRole('combobox', { name: 'Pending Over' });
}

it.each([
  ['12', '12'],
  [' 45 days', '45'],
])('a typed age, "%s", is applied on Enter as %s days', async (typed, days) => {
  const field = await show({});
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(set).toHaveBeenCalledExactlyOnceWith({ age: days });
});

it.each(['soon', '0', '123456'])(
  '"%s" is no age: nothing is filtered, and the field says why',
  async (typed) => {
    const field = await show({});
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(set).not.toHaveBeenCalled();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    screen.getByText('A whole number of days from 1 to 9,999');
  },
);

it('an age is chosen among those offered, and shown in words', async () => {
  const field = await show({ age: '10' });
  expect((field as HTMLInputElement).value).toBe('10 days');
  fireEvent.mouseDown(field);
  fireEvent.click(await screen.findByRole('option', { name: '30 days' }));
  expect(set).toHaveBeenCalledExactlyOnceWith({ age: '30' });
});

it('a province is shown by its name, whichever spelling the address has', async () => {
  await show({ province: 'ontario' });
  expect(screen.getByRole('combobox', { name: 'Province' }).textContent).toBe('Ontario');
});

it('an age that was typed keeps the focus where it is applied, and goes with the filter', async () => {
  const Filters = () => {
    const [filters, setFilters] = useState<{ age?: string }>({});
    return (
      <ListContextProvider value={{ filterValues: filters, setFilters } as never}>
        <SharedFilters filters={filters} set={setFilters} />
        <button type="button" onClick={() => setFilters({})}>
          Back
        </button>
      </ListContextProvider>
    );
  };
  renderInOffice(<Filters />, { getList: () => Promise.resolve({ data: [], total: 0 }) });
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Pending Over' });
  field().focus();
  fireEvent.change(field(), { target: { value: '12' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(field().value).toBe('12 days');
  expect(document.activeElement).toBe(field());
  fireEvent.change(field(), { target: { value: 'soon' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(field().value).toBe('');
  expect(field().getAttribute('aria-invalid')).toBe('false');
});
