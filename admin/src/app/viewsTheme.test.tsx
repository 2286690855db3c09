import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import {
  BulkDeleteButton,
  DataTable,
  DeleteButton,
  EmailField,
  List,
  ListContextProvider,
  ResourceContextProvider,
  TextField,
} from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInOffice } from './testing.js';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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
    renderInOffice(button);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const cancel = await screen.findByRole('button', { name: 'Cancel' });
    await waitFor(() => expect(document.activeElement).toBe(cancel));
  },
);

const answer = (body: unknown, status = 200) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })));

const plainList = (
  <ResourceContextProvider value="customers">
    <List>
      <DataTable>
        <DataTable.Col source="fullName" field={TextField} />
        <DataTable.Col source="email" field={EmailField} />
      </DataTable>
    </List>
  </ResourceContextProvider>
);

it('a plain List counts its records as the product’s lists, and names the checkbox of a row by its first cell', async () => {
  answer({
    customers: [{ _id: 'a', fullName: 'Siam Imports', email: 'office@siam.example.com' }],
    pagination: { page: 1, limit: 25, total: 1, pages: 1 },
  });
  renderInOffice(plainList);
  expect(await screen.findByRole('checkbox', { name: 'Select Siam Imports' })).toBeTruthy();
  expect(await screen.findByText('1–1 of 1')).toBeTruthy();
});

it('a plain List that could not be loaded says why, and counts nothing', async () => {
  answer({ message: 'The list is closed' }, 403);
  renderInOffice(plainList);
  expect((await screen.findByRole('alert')).textContent).toContain('The list is closed');
  expect(screen.queryByText(/\d of /)).toBeNull();
});
