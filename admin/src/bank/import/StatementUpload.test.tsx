import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, type Mock, vi } from 'vitest';
import { i18nProvider } from '../../app/resources.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { StatementUpload } from './StatementUpload.js';

beforeEach(() => signInAs('admin'));

/** Renders the upload with two accounts, and takes a file of which `text` reads the header, as jsdom's files cannot be read. */
async function take(text: () => Promise<string>, uploadStatement: Mock) {
  const accounts = ['RBC', 'Wise'].map((name) => ({ _id: name, name, currency: 'CAD' }));
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
  const file = Object.assign(new File([''], 'bank.csv'), { slice: () => ({ text }) });
  await waitFor(() => expect(container.querySelector<HTMLInputElement>('[type=file]')?.disabled).toBe(false));
  fireEvent.change(container.querySelector('[type=file]')!, { target: { files: [file] } });
  await screen.findByText('bank.csv is waiting: choose its bank account.');
  expect(uploadStatement).not.toHaveBeenCalled();
  fireEvent.mouseDown(account);
  fireEvent.click(await screen.findByRole('option', { name: /Wise/ }));
  return { file, onUploaded };
}

it('a file that is chosen first waits for its account, and is read as soon as that is chosen', async () => {
  const uploadStatement = vi.fn();
  const { file, onUploaded } = await take(() => Promise.resolve('Date,Amount'), uploadStatement);
  await waitFor(() => expect(onUploaded).toHaveBeenCalledOnce());
  expect(uploadStatement.mock.calls).toEqual([[{ id: 'Wise', query: { fileName: 'bank.csv' }, body: file }]]);
  expect(screen.queryByText(/waits/)).toBeNull();
});

it('a file that the browser cannot read fails visibly, as its upload does', async () => {
  await take(
    () => Promise.reject(new DOMException('Permission lost', 'NotReadableError')),
    vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))),
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch');
});
