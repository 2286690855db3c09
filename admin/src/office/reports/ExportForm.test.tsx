import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { signInAs } from '../../data/session/testing.js';
import { createStore } from '../../data/store.js';
import { ExportsProvider } from '../../ui/exports/ExportsProvider.js';
import { answering } from '../../data/testing.js';
import { ExportForm } from './ExportForm.js';

it('keeps the choice of decimal commas after a sign-out, and asks for them in CSV files alone', async () => {
  signInAs('admin');
  const exportRows = vi.fn(() => new Promise<Blob>(() => {}));
  const dataProvider = {
    exportRows,
    call: answering({ 'GET /counts': () => ({}) }),
  } as unknown as DataProvider;
  const open = () => {
    const store = createStore();
    render(
      <MemoryRouter>
        <CoreAdminContext dataProvider={dataProvider} store={store}>
          <ExportsProvider>
            <ExportForm range={{ from: '', to: '' }} />
          </ExportsProvider>
        </CoreAdminContext>
      </MemoryRouter>,
    );
    return store;
  };
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /decimalComma/ });
  const store = open();
  expect(box().checked).toBe(false);
  fireEvent.click(box());
  store.reset();
  cleanup();
  open();
  expect(box().checked).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: /start/ }));
  expect(exportRows).toHaveBeenCalledWith(
    expect.objectContaining({ format: 'csv', query: expect.objectContaining({ decimal: 'comma' }) }),
    expect.anything(),
    expect.anything(),
  );
});
