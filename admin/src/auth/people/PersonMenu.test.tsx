import { configure, fireEvent, screen } from '@testing-library/react';
import { RecordContextProvider } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { renderInOffice } from '../../app/testing.js';
import { DialogsProvider } from '../../ui/page/dialogs.js';
import { PersonMenu } from './PersonMenu.js';

configure({ asyncUtilTimeout: 20_000 });

const person = { id: 'p', _id: 'p', username: 'ann', role: 'viewer', state: 'active', secondFactor: false };

it('asks for another role by the keyboard, beginning at the present one, and closes the menu', async () => {
  const call = vi.fn(() => Promise.resolve(person));
  renderInOffice(
    <DialogsProvider>
      <RecordContextProvider value={person}>
        <PersonMenu />
      </RecordContextProvider>
    </DialogsProvider>,
    { call },
  );
  fireEvent.click(screen.getByRole('button', { name: /ann/ }));
  fireEvent.keyDown(screen.getByRole('menuitem', { name: 'Change Role' }), { key: 'Enter' });
  await vi.waitFor(() => expect(screen.queryByRole('menu', { hidden: true })).toBeNull(), {
    timeout: 20_000,
  });
  const present = await screen.findByRole('radio', { name: /^Viewer/ });
  expect(document.activeElement).toBe(present);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change Role' }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: /^Manager/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Change Role' }));
  await vi.waitFor(
    () => expect(call).toHaveBeenCalledWith('PATCH /people/{id}', { id: 'p', body: { role: 'manager' } }),
    { timeout: 20_000 },
  );
});
