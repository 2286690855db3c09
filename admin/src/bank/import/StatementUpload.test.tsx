import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { i18nProvider } from '../../app/resources.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { StatementUpload } from './StatementUpload.js';

beforeEach(() => signInAs('admin'));
it('a file that is chosen first waits for its account, and is read as soon as that is chosen', async () => {
  const accounts = ['RBC', 'Wise'].map((name) => ({ _id: name, name, currency: 'CAD' }));
  const uploadStatement = vi.fn();
  const call = answering({
    'GET /bank-accounts': () => ({ bankAccounts: accounts }),
    'GET /counts': () => ({ cards: {} }),
    'POST /bank-accounts/{id}/statements': uploadStatement,
  });
  const onUploaded = vi.fn();
  const { container } = render(
    <MemoryRouter>
      <CoreAdminContext i18nProvider={i18nProvider} dataProvider={{ call } as never}>
        <StatementUpload onUploaded={onUploaded} onReport={vi.fn()} />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  const account = await screen.findByRole('combobox', { name: 'Account' });
  const content = 'Date,Amount';
  // jsdom's files cannot be read.
  const file = Object.assign(new File([content], 'bank.csv'), {
    slice: () => ({ text: () => Promise.resolve(content) }),
  });
  await waitFor(() => expect(container.querySelector<HTMLInputElement>('[type=file]')?.disabled).toBe(false));
  fireEvent.change(container.querySelector('[type=file]')!, { target: { files: [file] } });
  await screen.findByText('bank.csv is waiting: choose its bank account.');
  expect(uploadStatement).not.toHaveBeenCalled();
  fireEvent.mouseDown(account);
  fireEvent.click(await screen.findByRole('option', { name: /Wise/ }));
  await waitFor(() => expect(onUploaded).toHaveBeenCalledOnce());
  expect(uploadStatement.mock.calls).toEqual([[{ id: 'Wise', query: { fileName: 'bank.csv' }, body: file }]]);
  expect(screen.queryByText(/waits/)).toBeNull();
});
