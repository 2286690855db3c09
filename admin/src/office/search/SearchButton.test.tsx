import { createTheme, ThemeProvider } from '@mui/material';
import { fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, testDataProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { i18nProvider } from '../../app/resources.js';
import { signInAs } from '../../data/session/testing.js';
import { SearchButton } from './SearchButton.js';

const found = { payments: [], customers: [], comments: [] };
const searchEverything = vi.fn<(text: string) => Promise<object>>(() => Promise.resolve(found));

it('keeps what is typed before the dialog is loaded, of which the page below sees nothing', async () => {
  signInAs('admin');
  const onPage = vi.fn();
  document.addEventListener('keydown', onPage);
  render(
    <MemoryRouter>
      <CoreAdminContext
        i18nProvider={i18nProvider}
        dataProvider={{ ...testDataProvider(), searchEverything } as never}
      >
        <ThemeProvider theme={createTheme()}>
          <SearchButton />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  onPage.mockClear();
  for (const key of ['j', '5', '8', '4', 'Backspace', '3', '0']) fireEvent.keyDown(document.body, { key });
  expect(onPage).not.toHaveBeenCalled();
  document.removeEventListener('keydown', onPage);
  const field = await screen.findByRole<HTMLInputElement>('combobox');
  expect(field.value).toBe('j5830');
  expect(searchEverything).toHaveBeenCalledWith('j5830', expect.anything());
});
