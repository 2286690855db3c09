import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderInOffice } from '../../app/testing.js';
import { answering } from '../../data/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { TransactionDecision } from './TransactionDecision.js';
import { useTransactionActions } from './useTransactionActions.js';

const candidate = {
  paymentId: 'p',
  referenceNumber: 'CRTS-OTN-ANN',
  customer: { _id: 'c', fullName: 'Ann' },
  why: ['amount'],
  amount: 500,
  currency: 'CAD',
  status: 'pending',
  due: 500,
  open: 500,
};
const transaction = {
  id: 't',
  day: '2026-11-29',
  text: 'DEPOSIT',
  amount: 500,
  rest: 500,
  currency: 'CAD',
  version: 1,
  state: 'review',
  candidates: [candidate],
  allocations: [],
  shortfallLimit: 50,
};
const failure = { id: 't', message: 'Changed by someone else', isConflict: true, errors: {} };
const act = vi.fn();

/** The decision on a transaction, and a button for the state of both after a refusal. */
function Decision({ given, refused }: { given: object; refused: object }) {
  const [isRefused, setRefused] = useState(false);
  const actions = {
    busyWith: () => undefined,
    match: act,
    ignore: act,
    failure: isRefused ? failure : undefined,
  };
  const stored = { ...given, ...(isRefused && refused) };
  return (
    <>
      <TransactionDecision transaction={stored as never} actions={actions as never} isPartial={false} />
      <button onClick={() => setRefused(true)}>Refuse</button>
    </>
  );
}

const show = (given: object, refused: object) => {
  signInAs('admin');
  renderInOffice(<Decision given={given} refused={refused} />, {
    call: answering({ 'GET /card-payouts/{id}': () => ({ lines: [] }) }),
    getList: () => Promise.resolve({ data: [], total: 0 }),
  });
};

it('proposes no payment by itself after a refusal, in the place of the one that was chosen', async () => {
  show(transaction, { version: 2 });
  expect(screen.getByRole('button', { name: 'Match CA$500.00' })).toBeTruthy();
  fireEvent.click(screen.getByText('Refuse'));
  expect(screen.queryByRole('button', { name: 'Match CA$500.00' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Choose CRTS-OTN-ANN' }));
  expect(screen.getByRole('button', { name: 'Match CA$500.00' })).toBeTruthy();
});

it('asks about the present status of a payment after a refusal, and sends the one that was seen', () => {
  show(transaction, { candidates: [{ ...candidate, status: 'cancelled' }] });
  fireEvent.click(screen.getByRole('button', { name: 'Match CA$500.00' }));
  expect(act.mock.lastCall![1]).toMatchObject({ allocations: [{ paymentId: 'p', status: 'pending' }] });
  fireEvent.click(screen.getByText('Refuse'));
  fireEvent.click(screen.getByRole('button', { name: 'Choose CRTS-OTN-ANN' }));
  fireEvent.click(screen.getByRole('button', { name: 'Match CA$500.00' }));
  expect(screen.getByRole('dialog').textContent).toContain('Cancelled');
  fireEvent.click(screen.getByRole('button', { name: 'Match' }));
  expect(act.mock.lastCall![1]).toMatchObject({ allocations: [{ paymentId: 'p', status: 'cancelled' }] });
});

/** The decision on a transaction, whose acts are sent. */
function SentDecision() {
  const actions = useTransactionActions(() => undefined);
  const ready = { ...transaction, state: 'ready' };
  return <TransactionDecision transaction={ready as never} actions={actions} isPartial={false} />;
}

it('confirms what was seen', async () => {
  signInAs('admin');
  const confirm = vi.fn(() => ({ results: [{ id: 't', ok: true, made: [], version: 2 }] }));
  renderInOffice(<SentDecision />, {
    call: answering({ 'POST /bank-transactions/confirm': confirm }),
    getList: () => Promise.resolve({ data: [], total: 0 }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(confirm).toHaveBeenCalled());
  expect(confirm.mock.lastCall).toMatchObject([
    { body: { ids: ['t'], proposals: { t: { paymentId: 'p', due: 500 } } } },
  ]);
});

it('ignores no payout of the card provider by the key that was refused for a payout', () => {
  const payout = {
    _id: 'po_1',
    day: '2026-11-20',
    currency: 'CAD',
    gross: 510,
    fee: 10,
    net: 500,
    state: 'open',
  };
  const proposals = [{ kind: 'payout', amount: 500, why: ['payout'], payout }];
  show({ ...transaction, candidates: [], kind: 'cardPayout', proposals }, { proposals: [] });
  const main = () => document.querySelector('[data-main-action]')?.textContent;
  expect(main()).toBe('Match as This Payout');
  fireEvent.click(screen.getByText('Refuse'));
  expect(main()).toBeUndefined();
});
