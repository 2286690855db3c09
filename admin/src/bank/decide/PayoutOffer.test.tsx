import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { PayoutProposal } from '#domain/bank/outgoing';
import type { CardPayout } from '#domain/payouts/payouts';
import { renderInOffice } from '../../app/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { PayoutOffer } from './PayoutOffer.js';

const payout: CardPayout = {
  _id: 'po_1',
  day: '2026-11-20',
  currency: 'CAD',
  gross: 100,
  fee: 3.2,
  net: 96.8,
  state: 'open',
  lineCount: 1,
  withoutPayment: 0,
  createdAt: '2026-11-20T10:00:00Z',
};
const exact: PayoutProposal = { kind: 'payout', amount: 96.8, why: ['payout'], payout };
const other: PayoutProposal = {
  kind: 'payout',
  amount: 96.8,
  why: [],
  difference: 'CA$2.10 less than the payout',
  payout: { ...payout, _id: 'po_2', net: 98.9 },
};
const line = { balanceTransactionId: 'txn_1', category: 'charge', gross: 100, fee: 3.2, net: 96.8 };
const getPayout = vi.fn(({ id }: { id: string }) =>
  Promise.resolve({
    ...payout,
    id,
    _id: id,
    lines: [{ ...line, paymentId: 'p', referenceNumber: 'CRTS-1' }],
  }),
);
const match = vi.fn();

interface OfferProps {
  proposals: PayoutProposal[];
  /** The proposals once a colleague has matched one. */
  left?: PayoutProposal[];
  failure?: object | undefined;
}

function Offer({ proposals, left = [], failure }: OfferProps) {
  const [stored, setStored] = useState(proposals);
  const actions = { busyWith: () => undefined, failure, match };
  return (
    <>
      <PayoutOffer
        transaction={{ id: 't', version: 4, amount: 96.8, currency: 'CAD', proposals: stored } as never}
        actions={actions as never}
      />
      <button onClick={() => setStored(left)}>Change</button>
    </>
  );
}

const show = (proposals: PayoutProposal[], props: Partial<OfferProps> = {}) =>
  renderInOffice(<Offer proposals={proposals} {...props} />, {
    call: answering({ 'GET /card-payouts/{id}': getPayout }),
  });

beforeEach(() => {
  vi.clearAllMocks();
  signInAs('admin');
});
it('shows what the payout consists of, and matches it by its main action', async () => {
  show([exact]);
  expect((await screen.findByRole('link', { name: 'CRTS-1' })).getAttribute('href')).toBe(
    '/admin/payments/p',
  );
  const button = screen.getByRole('button', { name: 'Match as This Payout' });
  expect(button.hasAttribute('data-main-action')).toBe(true);
  fireEvent.click(button);
  expect(match.mock.calls[0]![1]).toEqual({ kind: 'payout', payoutId: 'po_1', version: 4 });
});

it('names another amount before it is accepted, which no key does', async () => {
  show([exact, other]);
  fireEvent.click(await screen.findByRole('button', { name: 'Choose po_2' }));
  expect(screen.getByText('What the bank has is CA$2.10 less than the payout.')).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Match with This Difference' });
  expect(button.hasAttribute('data-main-action')).toBe(false);
  fireEvent.click(button);
  expect(match.mock.calls[0]![1]).toMatchObject({ payoutId: 'po_2', acceptDifference: true });
});

it('says why the server has refused it, and what could not be loaded', async () => {
  getPayout.mockRejectedValueOnce(new Error('Failed to fetch the payout'));
  getPayout.mockRejectedValueOnce(new Error('Failed to fetch the payout'));
  show([exact], { failure: { id: 't', errors: { payoutId: 'Payout not found' } } });
  expect(screen.getByText('Payout not found')).toBeTruthy();
  await vi.waitFor(() => expect(screen.getByText('Failed to fetch the payout')).toBeTruthy(), 3000);
});

it('offers no other payout in the place of one that a colleague has matched meanwhile', async () => {
  const same: PayoutProposal = { ...exact, payout: { ...payout, _id: 'po_3' } };
  show([exact, same], { left: [same] });
  await screen.findByRole('button', { name: 'Match as This Payout' });
  fireEvent.click(screen.getByText('Change'));
  expect(screen.queryByRole('button', { name: 'Match as This Payout' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Choose po_3' }));
  fireEvent.click(screen.getByRole('button', { name: 'Match as This Payout' }));
  expect(match.mock.calls[0]![1]).toMatchObject({ payoutId: 'po_3' });
});

it('offers the best payout once it is known', async () => {
  show([], { left: [exact] });
  fireEvent.click(screen.getByText('Change'));
  expect(await screen.findByRole('button', { name: 'Match as This Payout' })).toBeTruthy();
});
