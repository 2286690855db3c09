import { createTheme, ThemeProvider } from '@mui/material';
import { fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, ListContextProvider, testDataProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { i18nProvider } from '../app/resources.js';
import { CustomerSearch } from './CustomerList.js';

const setFilters = vi.fn();
const searchIn = (filterValues: object) => (
  <MemoryRouter>
    <CoreAdminContext i18nProvider={i18nProvider} dataProvider={testDataProvider()}>
      <ListContextProvider value={{ filterValues, setFilters, displayedFilters: {} } as never}>
        <ThemeProvider theme={createTheme()}>
          <CustomerSearch />
        </ThemeProvider>
      </ListContextProvider>
    </CoreAdminContext>
  </MemoryRouter>
);

it('searches in the chosen field at once, while the former filter is still shown', async () => {
  const { rerender } = render(searchIn({ name: 'Ann' }));
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Search by' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Email' }));
  expect(setFilters).toHaveBeenLastCalledWith({ email: 'Ann' });
  expect(screen.getByRole('combobox', { name: 'Search by' }).textContent).toBe('Email');

  const text = screen.getByRole('textbox', { name: 'Search' });
  fireEvent.change(text, { target: { value: 'ann@example.com' } });
  fireEvent.keyDown(text, { key: 'Enter' });
  expect(setFilters).toHaveBeenLastCalledWith({ email: 'ann@example.com' });

  rerender(searchIn({ email: 'ann@example.com' }));
  expect(screen.getByRole('combobox', { name: 'Search by' }).textContent).toBe('Email');
  rerender(searchIn({ name: 'Ann' }));
  expect(screen.getByRole('combobox', { name: 'Search by' }).textContent).toBe('Name');
});

it('a search keeps the province, and the province keeps the search', async () => {
  render(searchIn({ name: 'Ann', province: 'ontario' }));
  const province = await screen.findByRole('combobox', { name: 'Province' });
  expect(province.textContent).toBe('Ontario');
  const text = screen.getByRole('textbox', { name: 'Search' });
  fireEvent.change(text, { target: { value: 'Bo' } });
  fireEvent.keyDown(text, { key: 'Enter' });
  expect(setFilters).toHaveBeenLastCalledWith({ name: 'Bo', province: 'ontario' });
  fireEvent.mouseDown(province);
  fireEvent.click(await screen.findByRole('option', { name: 'Quebec' }));
  expect(setFilters).toHaveBeenLastCalledWith({ name: 'Ann', province: 'QC' });
});

it('a search keeps the customers of the dashboard’s link, until all are chosen', async () => {
  render(searchIn({ termEnds: 'true' }));
  const text = await screen.findByRole('textbox', { name: 'Search' });
  fireEvent.change(text, { target: { value: 'Bo' } });
  fireEvent.keyDown(text, { key: 'Enter' });
  expect(setFilters).toHaveBeenLastCalledWith({ name: 'Bo', termEnds: 'true' });
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Personal Data' }));
  fireEvent.click(await screen.findByRole('option', { name: 'All Customers' }));
  expect(setFilters).toHaveBeenLastCalledWith({});
});
