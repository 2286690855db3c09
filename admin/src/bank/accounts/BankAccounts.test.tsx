import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { BankAccounts } from './BankAccounts.js';

it('says below an account that its gaps could not be read, and reads them again', async () => {
  signInAs('admin');
  const readAccount = vi.fn(() => {
    throw new HttpError('The account could not be read', 400);
  });
  const call = answering({
    'GET /bank-accounts': () => ({ bankAccounts: [{ _id: 'a', name: 'RBC', currency: 'CAD' }] }),
    'GET /bank-accounts/{id}': readAccount,
  });
  renderInOffice(<BankAccounts />, { call });
  expect((await screen.findByRole('alert')).textContent).toContain('The account could not be read');
  readAccount.mockImplementation(
    () => ({ gaps: [{ after: '2026-11-01', before: '2026-11-05', difference: 12 }] }) as never,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText(/is a file missing/);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('writes over no change that a colleague has made since the dialog was opened', async () => {
  signInAs('admin');
  const stored = { _id: 'a', name: 'RBC', currency: 'CAD', version: 4 };
  const update = vi.fn(() => {
    stored.version = 5;
    return Promise.reject(new HttpError('Changed by someone else', 409));
  });
  const call = answering({
    'GET /bank-accounts': () => ({ bankAccounts: [{ ...stored }] }),
    'GET /bank-accounts/{id}': () => ({ gaps: [] }),
  });
  renderInOffice(<BankAccounts />, { call, update });
  fireEvent.click(await screen.findByRole('button', { name: 'Change RBC' }));
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Royal' } });
  const save = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  await save();
  await screen.findByText('Changed by someone else');
  await save();
  const sent = { data: { name: 'Royal', currency: 'CAD', version: 4 } };
  expect(update.mock.calls).toMatchObject([
    ['bank-accounts', sent],
    ['bank-accounts', sent],
  ]);
});
