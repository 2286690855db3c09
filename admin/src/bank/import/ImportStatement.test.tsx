import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Notification } from 'react-admin';
import { Link, Route, Routes, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import type { Statement } from '#domain/bank/reconciliation';
import { pages } from '#domain/platform/pages';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { ImportOutcome } from './ImportOutcome.js';
import { ImportStatement, StatementHistory } from './ImportStatement.js';

it('says of a download that failed which act it was, and why', async () => {
  signInAs('admin');
  const statement = { id: 's', fileName: 'bank.csv', state: 'imported', format: 'csv', bankAccountId: 'a' };
  renderInOffice(
    <>
      <StatementHistory openId={null} onDeleted={() => {}} />
      <Notification />
    </>,
    {
      call: answering({ 'GET /bank-accounts': () => ({ bankAccounts: [] }) }),
      getList: () => Promise.resolve({ data: [statement], total: 1 }),
      download: () => Promise.reject(new HttpError('The disk is full', 507)),
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Download bank.csv' }));
  expect(await screen.findByText('Failed to download the statement: The disk is full')).toBeDefined();
});

it.each([
  ['admin', 1],
  ['viewer', 0],
] as const)(
  'offers another import to who may make one, here to a person with the role %s',
  async (role, count) => {
    signInAs(role);
    const statement = {
      _id: 's',
      fileName: 'bank.csv',
      state: 'imported',
      imported: 1,
    } as unknown as Statement;
    renderInOffice(<ImportOutcome statement={statement} onClose={() => {}} />, {
      call: answering({ 'GET /bank-transactions': () => ({ counts: { ready: 0, review: 1 } }) }),
    });
    expect(await screen.findByRole('link', { name: /Review/ })).toBeDefined();
    expect(screen.queryAllByRole('button', { name: 'Import Another File' })).toHaveLength(count);
  },
);

it('says of every row of an imported file where it went, of those that are ignored, too', async () => {
  signInAs('admin');
  const statement = {
    _id: 's',
    fileName: 'bank.csv',
    state: 'imported',
    imported: 5,
  } as unknown as Statement;
  const counts = { ready: 1, review: 1, matched: 0, ignored: 3 };
  renderInOffice(<ImportOutcome statement={statement} onClose={() => {}} />, {
    call: answering({ 'GET /bank-transactions': () => ({ counts }) }),
  });
  expect(
    await screen.findByText('5 transactions were imported. 1 ready, 1 to review. 3 ignored.'),
  ).toBeDefined();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output title="address">{pathname + search}</output>;
}

it('a file that was read after its page was left leads nowhere', async () => {
  signInAs('admin');
  let answer: (draft: object) => void = () => {};
  const uploaded = new Promise<object>((resolve) => (answer = resolve));
  const { container } = renderInOffice(
    <>
      <Address />
      <Link to={pages.importStatement}>Import</Link>
      <Link to={pages.payments}>Payments</Link>
      <Routes>
        <Route path={pages.importStatement} element={<ImportStatement />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    {
      call: answering({
        'GET /bank-accounts': () => ({ bankAccounts: [{ _id: 'a', name: 'RBC', currency: 'CAD' }] }),
        'GET /counts': () => ({}),
        'POST /bank-accounts/{id}/statements': () => uploaded,
      }),
      getList: () => Promise.resolve({ data: [], total: 0 }),
    },
  );
  fireEvent.click(screen.getByRole('link', { name: 'Import' }));
  const input = () => container.querySelector<HTMLInputElement>('[type=file]');
  await waitFor(() => expect(input()?.disabled).toBe(false));
  fireEvent.change(input()!, { target: { files: [new File(['Date,Amount'], 'bank.csv')] } });
  await screen.findByText(/^Reading bank\.csv/);
  fireEvent.click(screen.getByRole('link', { name: 'Payments' }));
  await act(async () => answer({ id: 's', fileName: 'bank.csv' }));
  expect(screen.getByTitle('address').textContent).toBe(pages.payments);
});
