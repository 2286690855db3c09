import { configure, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, RecordContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { i18nProvider } from '../../app/resources.js';
import { createQueryClient } from '../../data/queryClient.js';
import { DialogsProvider } from '../../ui/page/dialogs.js';
import { PersonMenu } from './PersonMenu.js';

configure({ asyncUtilTimeout: 20_000 });

const person = { id: 'p', _id: 'p', username: 'ann', role: 'viewer', state: 'active', secondFactor: false };

it('asks for another role by the keyboard, beginning at the present one, and closes the menu', async () => {
  const call = vi.fn(() => Promise.resolve(person));
  render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={{ call } as never}
        i18nProvider={i18nProvider}
        queryClient={createQueryClient()}
      >
        <DialogsProvider>
          <RecordContextProvider value={person}>
            <PersonMenu />
          </RecordContextProvider>
        </DialogsProvider>
      </CoreAdminContext>
    </MemoryRouter>,
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
