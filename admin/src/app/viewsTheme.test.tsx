import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AdminContext, BulkDeleteButton, DeleteButton, ListContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { dataProvider } from '../data/dataProvider.js';
import { createQueryClient } from '../data/queryClient.js';
import { i18nProvider } from './resources.js';
import { adminTheme } from './theme.js';

afterEach(cleanup);

const show = (part: ReactNode) =>
  render(
    <MemoryRouter>
      <AdminContext
        theme={adminTheme('light')}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={createQueryClient()}
      >
        {part}
      </AdminContext>
    </MemoryRouter>,
  );

const list = { selectedIds: ['a'], onUnselectItems: () => {}, resource: 'customers' };

it.each([
  ['DeleteButton', <DeleteButton key="" resource="customers" record={{ id: 'a' }} />],
  [
    'BulkDeleteButton',
    <ListContextProvider key="" value={list as never}>
      <BulkDeleteButton resource="customers" />
    </ListContextProvider>,
  ],
])(
  'the question of react-admin’s %s begins at Cancel, so that a held Enter deletes nothing',
  async (_of, button) => {
    show(button);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const cancel = await screen.findByRole('button', { name: 'Cancel' });
    await waitFor(() => expect(document.activeElement).toBe(cancel));
  },
);
