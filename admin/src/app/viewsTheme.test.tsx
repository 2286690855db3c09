import { fireEvent, screen, waitFor } from '@testing-library/react';
import {
  BulkDeleteButton,
  DataTable,
  DeleteButton,
  EmailField,
  List,
  ListContextProvider,
  Notification,
  ResourceContextProvider,
  TextField,
  useNotify,
} from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInOffice } from './testing.js';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
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

it('a plain List exports its records below their labels, in a file of the office’s day', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-29T02:00:00Z'), toFake: ['Date'] });
  const saved: { name: string; content: Blob }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content });
  });
  let content = new Blob();
  URL.createObjectURL = (blob: Blob) => ((content = blob), 'blob:');
  const found = { customers: [{ _id: 'a', version: 2, fullName: '=Siam', shirtSize: 'L' }] };
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      Response.json(
        url.includes('/counts')
          ? { timeZone: 'America/Toronto' }
          : { ...found, pagination: { page: 1, limit: 25, total: 1, pages: 1 } },
      ),
    ),
  );
  renderInOffice(plainList);
  await screen.findByRole('checkbox', { name: /=Siam/ });
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]!.name).toBe('customers-export-2026-11-28.csv');
  const text = await saved[0]!.content.text();
  expect(text.trim().split('\r\n')).toEqual(['"Full Name","Shirt size","Id"', `"'=Siam","L","a"`]);
});

function SayUndoable() {
  const notify = useNotify();
  return <button onClick={() => notify('Deleted', { undoable: true })}>{'Say'}</button>;
}

it('Undo in react-admin’s own notice has the colour of its text, not that of buttons on a page', async () => {
  renderInOffice(
    <>
      <SayUndoable />
      <Notification />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Say' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(getComputedStyle(undo).color).toBe(getComputedStyle(screen.getByText('Deleted')).color);
});
