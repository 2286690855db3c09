import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, useRefresh } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { Candidate } from '#domain/bank/candidates';
import type { TransactionRecord } from '../../data/records.js';
import { i18nProvider } from '../../app/resources.js';
import { ReturnOffer } from './ReturnOffer.js';
import type { TransactionActions } from './useTransactionActions.js';

const second = {
  id: 'in',
  payer: 'JANE SMITH',
  rest: 2256.61,
  amount: 2256.61,
  currency: 'CAD',
  day: '2026-11-05',
  candidates: [] as Candidate[],
} as TransactionRecord;
const back = {
  id: 'out',
  payer: 'JANE SMITH',
  rest: -2256.61,
  amount: -2256.61,
  currency: 'CAD',
  day: '2026-11-07',
  text: 'E-TRANSFER SENT',
  version: 3,
} as TransactionRecord;

/** A button that asks for everything again, as after a refusal. */
function Refresh() {
  const refresh = useRefresh();
  return <button onClick={() => refresh()}>Refresh</button>;
}

function show(found: TransactionRecord[], failure?: object) {
  const match = vi.fn();
  const getList = vi.fn(() => Promise.resolve({ data: found, total: found.length }));
  render(
    <MemoryRouter>
      <CoreAdminContext dataProvider={{ getList } as never} i18nProvider={i18nProvider}>
        <ReturnOffer
          transaction={second}
          actions={{ match, failure, busyWith: () => undefined } as unknown as TransactionActions}
        />
        <Refresh />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return { match, getList };
}

it('offers the return once the payer has the money back, and matches it at the row that went out', async () => {
  const { match, getList } = show([back]);
  const button = await screen.findByRole('button', { name: /^Return to the Payer/ });
  expect(getList).toHaveBeenCalledWith(
    'bank-transactions',
    expect.objectContaining({ filter: { search: '2256.61', state: 'ignored' } }),
  );
  expect(screen.getByRole('alert').textContent).toContain(
    'CA$2,256.61 went out to JANE SMITH on Nov 7, 2026',
  );
  await act(async () => fireEvent.click(button));
  expect(match).toHaveBeenCalledWith(back, {
    kind: 'return',
    transactionId: 'in',
    amount: 2256.61,
    version: 3,
  });
});

it('offers nothing before, and shows why the server refuses', async () => {
  const { getList } = show([{ ...back, payer: 'JOHN DOE' }]);
  await vi.waitFor(() => expect(getList).toHaveBeenCalled());
  expect(screen.queryByRole('alert')).toBeNull();
  cleanup();
  show([back], { id: 'out', message: 'It was changed meanwhile', isConflict: true, errors: {} });
  expect((await screen.findByRole('alert')).textContent).toContain('It was changed meanwhile');
});

it('says why it was refused, and offers no other row in its place, once a colleague has matched the one that was offered', async () => {
  const failure = { id: 'out', message: 'It was changed meanwhile', isConflict: true, errors: {} };
  const { getList } = show([back], failure);
  await screen.findByRole('button', { name: /^Return to the Payer/ });
  const other = { ...back, id: 'other', day: '2026-11-06' };
  getList.mockResolvedValue({ data: [other], total: 1 });
  fireEvent.click(screen.getByText('Refresh'));
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Return to the Payer/ })).toBeNull());
  expect(screen.getByRole('alert').textContent).toBe('It was changed meanwhile');
});
