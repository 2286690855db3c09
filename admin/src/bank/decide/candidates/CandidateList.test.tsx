import { render, screen } from '@testing-library/react';
import { TestTranslationProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { Candidate } from '#domain/bank/candidates';
import { CandidateList } from './CandidateList.js';

const candidate: Candidate = {
  paymentId: '1',
  referenceNumber: 'CRTS-OTN-9F3A2C-482913',
  customer: { _id: '2', fullName: 'Ann Example' },
  amount: 2256.61,
  currency: 'CAD',
  status: 'paid',
  due: 0,
  open: 0,
  refundable: 0,
  why: ['reference'],
};

/** Renders the list as proposed for incoming money, or for a refund. */
function show(isRefund: boolean, changes: Partial<Candidate> = {}) {
  render(
    <MemoryRouter>
      <TestTranslationProvider translate={(key: string) => key}>
        <CandidateList
          transaction={{
            amount: isRefund ? -100 : 100,
            rest: isRefund ? -100 : 100,
            currency: 'CAD',
            candidates: [{ ...candidate, ...changes }],
          }}
          chosen={[]}
          onChoose={() => undefined}
          onRemove={() => undefined}
        />
      </TestTranslationProvider>
    </MemoryRouter>,
  );
  return screen.getByRole<HTMLButtonElement>('button');
}

it.each([
  ['a refund of a payment that received nothing', true, 'resources.reconcile.match.nothingReceived'],
  ['money for a payment that is settled', false, 'resources.reconcile.match.nothingOpen'],
])('a proposal that cannot be chosen says why: %s', (_, isRefund, reason) => {
  expect(show(isRefund).disabled).toBe(true);
  expect(screen.getByText(reason)).toBeDefined();
});

it('a proposal that can be chosen gives no such reason', () => {
  expect(show(true, { refundable: 100 }).disabled).toBe(false);
  expect(screen.queryByText(/nothing/)).toBeNull();
});

it.each([
  ['card', 'resources.reconcile.settledBy'],
  ['said', 'resources.reconcile.settledByWord'],
] as const)('a payment that is settled already says how it was paid first: by %s', (way, text) => {
  show(false, { why: ['settled'], settledBy: { way, day: '2026-11-05' } });
  expect(screen.getByText(text)).toBeDefined();
});

it('a proposal names the parts of the plan that the money finishes', () => {
  const plan = [
    { amount: 100, due: '2026-11-20' },
    { amount: 300, due: '2027-01-19' },
  ];
  show(false, { status: 'pending', open: 400, why: ['reference', 'part'], plan, parts: [1] });
  expect(screen.getByText('Part 1 of 2')).toBeDefined();
});

it.each<[string, Partial<Candidate>, string | undefined]>([
  ['another currency', { currency: 'USD', open: 1997 }, 'resources.reconcile.differs.currency'],
  ['less than is due', { open: 125 }, 'resources.reconcile.differs.short'],
  ['more than is due', { open: 75 }, 'resources.reconcile.differs.over'],
  ['what is due', { open: 100 }, undefined],
  ['what two of them add up to', { open: 40, why: ['sum'] }, undefined],
  ['what finishes a part', { open: 400, why: ['part'] }, undefined],
  ['nothing that is open', { open: 0, why: ['settled'] }, undefined],
])('a proposal says what differs where the money is %s', (_, changes, chip) => {
  show(false, { status: 'pending', ...changes });
  const shown = screen.queryByText(/^resources\.reconcile\.differs/);
  expect(shown?.textContent).toBe(chip);
});
