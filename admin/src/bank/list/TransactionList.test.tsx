import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { ListContextProvider } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { TransactionList } from './TransactionList.js';

const transaction = {
  id: 't',
  day: '2026-11-02',
  bankAccountId: 'a',
  text: 'INTEREST',
  payer: '',
  state: 'ignored',
  amount: 3.17,
  rest: 3.17,
  currency: 'CAD',
  allocations: [],
  candidates: [],
};

it('says above the transactions that the names of their accounts could not be read, and reads them again', async () => {
  const readAccounts = vi.fn(() => {
    throw new HttpError('The accounts could not be read', 400);
  });
  const call = answering({ 'GET /bank-accounts': readAccounts });
  const list = { data: [transaction], total: 1, filterValues: { state: 'ignored' } };
  const opening = { openId: undefined, pathOf: () => '' };
  const actions = { busyWith: () => undefined };
  renderInOffice(
    <ListContextProvider value={list as never}>
      <TransactionList opening={opening as never} actions={actions as never} />
    </ListContextProvider>,
    { call },
  );
  expect((await screen.findByRole('alert')).textContent).toContain('The accounts could not be read');
  screen.getByText('INTEREST');
  readAccounts.mockImplementation(() => ({ bankAccounts: [{ _id: 'a', name: 'RBC Business' }] }) as never);
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText(/RBC Business/);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('gives the focus to the heading of the page where a row goes by its own button', async () => {
  signInAs('admin');
  function Page() {
    const [data, setData] = useState([transaction]);
    const actions = { busyWith: () => undefined, undo: () => setData([]) };
    return (
      <main>
        <h1 tabIndex={-1}>Reconcile</h1>
        <ListContextProvider value={{ data, filterValues: { state: 'ignored' } } as never}>
          <TransactionList
            opening={{ openId: undefined, pathOf: () => '' } as never}
            actions={actions as never}
          />
        </ListContextProvider>
      </main>
    );
  }
  renderInOffice(<Page />, { call: answering({ 'GET /bank-accounts': () => ({ bankAccounts: [] }) }) });
  const undo = await screen.findByRole('button', { name: /^Undo/ });
  undo.focus();
  await act(async () => fireEvent.click(undo));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Reconcile' }));
});
