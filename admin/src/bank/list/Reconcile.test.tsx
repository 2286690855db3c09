import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { ListContextProvider } from 'react-admin';
import { Link, Route, Routes, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { pages } from '#domain/platform/pages';
import { renderInOffice } from '../../app/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { ExportsProvider } from '../../ui/exports/ExportsProvider.js';
import { transactionsPath } from '../../ui/paths.js';
import { Reconcile } from './Reconcile.js';

const transactionOf = (id: string) => ({
  id,
  day: '2026-11-02',
  bankAccountId: 'a',
  text: `INTEREST ${id}`,
  payer: '',
  state: 'ready',
  amount: 3.17,
  rest: 3.17,
  currency: 'CAD',
  allocations: [],
  candidates: [],
  version: 0,
});
const transactions = ['first', 'second', 'third'].map(transactionOf);

function Address() {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  return (
    <>
      <output title="address">{pathname + params.get('transaction')}</output>
      <output title="filter">{params.get('filter')}</output>
    </>
  );
}

const filterOf = () => screen.getByTitle('filter').textContent;

/** Opens the first of three transactions; only its confirmation is answered, by `answer`. */
async function openFirst() {
  signInAs('admin');
  let answer = () => {};
  const confirmed = new Promise<void>((resolve) => (answer = resolve));
  renderInOffice(
    <>
      <Address />
      <Link to={transactionsPath({ state: 'ready' }, 'first')}>Open first</Link>
      <Link to={transactionsPath({ state: 'ready' }, 'third')}>Open third</Link>
      <Link to={pages.payments}>Payments</Link>
      <Link to={`${pages.reconcile}?page=2`}>A page of no tab</Link>
      <ExportsProvider>
        <ListContextProvider
          value={
            {
              data: transactions,
              total: 3,
              page: 1,
              perPage: 25,
              filterValues: { state: 'ready' },
              meta: {},
            } as never
          }
        >
          <Routes>
            <Route path={pages.reconcile} element={<Reconcile />} />
            <Route path="*" element={null} />
          </Routes>
        </ListContextProvider>
      </ExportsProvider>
    </>,
    {
      call: answering({
        'GET /bank-accounts': () => ({ bankAccounts: [{ _id: 'a', name: 'RBC' }] }),
        'GET /counts': () => ({}),
        'POST /bank-transactions/confirm': async ({ body }: { body: { ids: string[] } }) => {
          if (body.ids[0] === 'first') await confirmed;
          else await new Promise(() => {});
          return { results: body.ids.map((id) => ({ id, ok: true, version: 1, made: [] })) };
        },
      }),
      getOne: (_: string, { id }: { id: string }) => Promise.resolve({ data: transactionOf(id) }),
    },
  );
  fireEvent.click(screen.getByRole('link', { name: 'Open first' }));
  const button = (id: string) => screen.findByRole('button', { name: new RegExp(`^Confirm .*${id}`) });
  const confirm = async (id: string) => fireEvent.click(await button(id));
  return { confirm, answer: () => act(async () => answer()) };
}

const address = () => screen.getByTitle('address').textContent;

it('a confirmation leads on to the next transaction', async () => {
  const { confirm, answer } = await openFirst();
  await confirm('first');
  await answer();
  expect(address()).toBe(`${pages.reconcile}second`);
});

it('a confirmation that is answered late leads nowhere from another page', async () => {
  const { confirm, answer } = await openFirst();
  await confirm('first');
  fireEvent.click(screen.getByRole('link', { name: 'Payments' }));
  await answer();
  expect(address()).toBe(`${pages.payments}null`);
});

it('a confirmation that is answered late leaves the transaction open that was opened meanwhile', async () => {
  const { confirm, answer } = await openFirst();
  await confirm('first');
  await confirm('second');
  fireEvent.click(screen.getByRole('link', { name: 'Open third' }));
  await answer();
  expect(address()).toBe(`${pages.reconcile}third`);
});

it('opens the first tab where an address has a page and no tab', async () => {
  await openFirst();
  fireEvent.click(screen.getByRole('link', { name: 'A page of no tab' }));
  await waitFor(() => expect(filterOf()).toBe('{"state":"ready"}'));
});
