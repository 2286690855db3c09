import { screen } from '@testing-library/react';
import { RecordContextProvider } from 'react-admin';
import { expect, it } from 'vitest';
import type { AuditChange } from '#domain/audit/audit';
import { renderInOffice } from '../../app/testing.js';
import { ActivityChanges, changedFields } from './ActivityChanges.js';

it('a change of an object is shown in the parts that differ, and nothing where none does', () => {
  const card = { provider: 'stripe', state: 'paid', disputed: null };
  const shown = changedFields([
    { field: 'card', from: card, to: { ...card, disputed: 'open', fee: 3 } },
    { field: 'card', from: null, to: card },
    { field: 'status', from: 'pending', to: 'paid' },
  ]);
  expect(shown).toEqual([
    { field: 'card', from: { disputed: null }, to: { disputed: 'open', fee: 3 } },
    { field: 'card', from: null, to: card },
    { field: 'status', from: 'pending', to: 'paid' },
  ]);
  expect(changedFields([{ field: 'card', from: card, to: { ...card } }])).toEqual([]);
});

const id = '6b0aefdb410e002cc6d21836';
const texts = (changes: AuditChange[]) => {
  const provider = {
    getMany: () => Promise.resolve({ data: [{ id, fullName: 'Ann Payer' }] }),
  };
  renderInOffice(
    <RecordContextProvider value={{ id: 'p', currency: 'CAD' }}>
      <ActivityChanges resource="payments" changes={changedFields(changes)} />
    </RecordContextProvider>,
    provider,
  );
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
};

it('shows labels and amounts as the screens do, and no fields or ids that are the server’s own', () => {
  expect(
    texts([
      { field: 'received', from: 0, to: 2231.61 },
      { field: 'referenceNumber', from: 'A', to: 'B' },
      { field: 'documentsDueAt', from: null, to: '2026-11-28T10:00:00.000Z' },
      { field: 'mailId', from: null, to: id },
      { field: 'quoted', from: null, to: { amount: 1997, currency: 'CAD' } },
      { field: 'total', from: null, to: 1997 },
      { field: 'kind', from: null, to: 'creditNote' },
      { field: 'state', from: 'held', to: 'dismissed' },
      { field: 'decided', from: null, to: { by: 'ann', actor: { kind: 'person' } } },
    ]),
  ).toEqual([
    'Received: CA$0.00 → CA$2,231.61',
    'Payment ID/Reference Number: A → B',
    'Visitor Was Shown: Amount: CA$1,997.00',
    'Total: CA$1,997.00',
    'Kind: Credit Note',
    'State: Held → Dismissed',
    'Decided: By: ann',
  ]);
});

it.each([
  [null, { id: 'du_1', status: 'needs_response' }, 'Dispute opened'],
  [{ id: 'du_1', status: 'needs_response' }, { id: 'du_1', status: 'under_review' }, 'Dispute: Under Review'],
  [{ id: 'du_1', status: 'under_review' }, { id: 'du_1', status: 'lost' }, 'Dispute lost'],
  [{ id: 'du_1', status: 'under_review' }, null, 'Dispute won'],
])('says what became of a dispute: %j, %j', (from, to, text) => {
  const card = (dispute: object | null) => ({ state: 'paid', ...(dispute && { dispute }) });
  expect(texts([{ field: 'card', from: card(from), to: card(to) }])).toEqual([text]);
});

it('names a record that a field refers to, and leads to it', async () => {
  texts([{ field: 'customerId', from: null, to: id }]);
  const link = await screen.findByRole('link', { name: 'Ann Payer' });
  expect(link.getAttribute('href')).toContain(id);
  expect(document.body.textContent).not.toContain(id);
});
