import { fireEvent, screen, within } from '@testing-library/react';
import { BooleanInput, DateInput, Edit, ResourceContextProvider, SimpleForm, TextInput } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { messages } from '#domain/platform/messages';
import { renderInOffice } from '../../app/testing.js';

afterEach(() => vi.unstubAllGlobals());

it('a conflict shows both versions as people read them', async () => {
  const mine = { _id: 'a', version: 1, since: '2001-01-01', isOpen: true, country: 'canada', name: 'Siam' };
  const theirs = { ...mine, version: 2, since: '2001-02-03', isOpen: false, country: 'usa', name: 'Siam' };
  const answers = [mine, theirs];
  vi.stubGlobal('fetch', (_url: string, init?: RequestInit) =>
    Promise.resolve(
      init?.method === 'PUT'
        ? new Response(
            JSON.stringify({ message: messages.editConflict, errors: { version: messages.editConflict } }),
            {
              status: 409,
            },
          )
        : new Response(JSON.stringify(answers.shift())),
    ),
  );
  renderInOffice(
    <ResourceContextProvider value="customers">
      <Edit id="a">
        <SimpleForm>
          <DateInput source="since" />
          <BooleanInput source="isOpen" />
          <TextInput source="country" label="Country" />
          <TextInput source="name" label="Name" />
        </SimpleForm>
      </Edit>
    </ResourceContextProvider>,
  );
  const save = await screen.findByRole('button', { name: 'Save' });
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Siam Imports' } });
  fireEvent.click(save);
  const dialog = within(await screen.findByRole('dialog'));
  const rows = await dialog.findAllByRole('row');
  expect(
    rows.slice(1).map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['Feb 3, 2001', 'Jan 1, 2001'],
    ['No', 'Yes'],
    ['United States', 'Canada'],
    ['Siam', 'Siam Imports'],
  ]);
  expect(dialog.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
    'Since',
    'Is open',
    'Country',
    'Name',
  ]);
});
