import { act, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { Candidate } from '#domain/bank/candidates';
import type { TransactionRecord } from '../../data/records.js';
import { i18nProvider } from '../../app/resources.js';
import { MatchForm } from './MatchForm.js';
import type { TransactionActions } from './useTransactionActions.js';

it('says what more could be refunded once it is answered whether the refund was recorded already', () => {
  const candidate = {
    paymentId: 'p',
    referenceNumber: 'CRTS-OTN-9F3A2C-482913',
    customer: { _id: 'c', fullName: 'Ann' },
    amount: 2256.61,
    currency: 'CAD',
    status: 'paid',
    due: 0,
    open: 0,
    refundable: 2056.11,
    why: [],
    refundsByHand: [{ _id: 'e', amount: 200.5, way: 'other', day: '2026-11-28' }],
  } as Candidate;
  const row = {
    id: 't',
    day: '2026-11-29',
    text: 'REFUND',
    amount: -200.5,
    rest: -200.5,
    currency: 'CAD',
    state: 'review',
    candidates: [candidate],
    allocations: [],
    version: 1,
    shortfallLimit: 50,
  } as unknown as TransactionRecord;
  render(
    <MemoryRouter>
      <CoreAdminContext i18nProvider={i18nProvider}>
        <MatchForm
          transaction={row}
          actions={{ busyWith: () => undefined } as unknown as TransactionActions}
          isPartial={false}
        />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Choose/ }));
  expect(screen.getByText(/^Answer first whether/)).toBeTruthy();
  expect(screen.queryByText(/more could be refunded/)).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: /^Yes/ }));
  expect(screen.getByText(/CA\$2,056.11 more could be refunded/)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /^No/ }));
  expect(screen.getByText(/CA\$1,855.61 more could be refunded/)).toBeTruthy();
});

it('takes a second found payment while the money of the first is read, and shares the refund between them', async () => {
  const found = (id: string) => ({
    id,
    _id: id,
    referenceNumber: `CRTS-OTN-${id}`,
    customer: { fullName: id },
    status: 'paid',
    amount: 150,
    currency: 'CAD',
    received: 150,
    refunded: 0,
    due: 0,
    surplus: 0,
    unproven: 0,
    createdAt: '2026-11-21T10:00:00.000Z',
  });
  const reads = new Map<string, (ledger: object) => void>();
  const provider = {
    getList: () => Promise.resolve({ data: ['ANN', 'BEA'].map(found), total: 2 }),
    call: (_route: string, { id }: { id: string }) => new Promise((answer) => reads.set(id, answer)),
  };
  const row = {
    id: 't',
    day: '2026-11-29',
    text: 'REFUND',
    amount: -200,
    rest: -200,
    currency: 'CAD',
    state: 'review',
    candidates: [],
    allocations: [],
    version: 1,
    shortfallLimit: 50,
  } as unknown as TransactionRecord;
  render(
    <MemoryRouter>
      <CoreAdminContext dataProvider={provider as never} i18nProvider={i18nProvider}>
        <MatchForm
          transaction={row}
          actions={{ busyWith: () => undefined } as unknown as TransactionActions}
          isPartial={false}
        />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  const search = screen.getByRole('textbox');
  fireEvent.change(search, { target: { value: 'refund' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  for (const name of [/ANN$/, /BEA$/]) fireEvent.click(await screen.findByRole('button', { name }));
  expect([...reads.keys()]).toEqual(['ANN', 'BEA']);
  await act(async () => {
    for (const answer of reads.values()) answer({ refundable: 150, entries: [] });
  });
  const amounts = screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Amount/ });
  expect(amounts.map(({ value }) => value)).toEqual(['150.00', '50.00']);
});
