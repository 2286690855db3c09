import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useQueryClient } from '@tanstack/react-query';
import { RecordContextProvider } from 'react-admin';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { LedgerEntry } from '#domain/ledger/ledger';
import type { PaymentLedger } from '#domain/ledger/ledger-calls';
import { messages } from '#domain/platform/messages';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { pendingPayment } from '../testing.js';
import { PaymentMoney, PaymentRefundButton } from './PaymentMoney.js';

const payment = {
  ...pendingPayment,
  received: 400,
  refunded: 0,
  due: 600,
  surplus: 0,
  unproven: 0,
};
const cash: LedgerEntry = {
  _id: 'e',
  step: 'e',
  kind: 'receipt',
  way: 'cash',
  amount: 400,
  by: 'ann',
  day: '2026-11-20',
  bookedOn: '2026-11-20',
  at: '2026-11-21T10:00:00.000Z',
};
const ledger: PaymentLedger = {
  entries: [cash],
  received: 400,
  refunded: 0,
  net: 400,
  shortfall: 0,
  due: 600,
  surplus: 0,
  unproven: 0,
  sale: 0,
  kept: 400,
  fee: 0,
  receivable: 600,
  refundable: 400,
  currency: 'CAD',
  bookings: [],
  version: 4,
};

beforeEach(() => signInAs('admin'));
const getLedger = vi.fn();
const recordMoney = vi.fn();
const voidEntry = vi.fn();
const call = answering({
  'GET /payments/{id}/ledger': getLedger,
  'GET /payments/{id}/receipts': () => ({ receipts: [] }),
  'POST /payments/{id}/ledger': recordMoney,
  'POST /payments/{id}/ledger/{entry}/void': voidEntry,
  'GET /counts': () => ({ timeZone: 'UTC' }),
});

async function show(
  fields: object = {},
  found: Partial<PaymentLedger> = {},
  answer: () => Promise<unknown> = () => Promise.resolve({ ...ledger, ...found }),
  further?: ReactNode,
) {
  vi.clearAllMocks();
  getLedger.mockImplementation(answer);
  renderInOffice(
    <RecordContextProvider value={{ ...payment, ...fields }}>
      <PaymentMoney />
      {further}
    </RecordContextProvider>,
    { call },
  );
  await act(() => vi.waitFor(() => expect(getLedger).toHaveBeenCalled()));
  return screen.findByRole('region', { name: 'Money' });
}

const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(await screen.findByRole('button', { name })));
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });

it.each([
  [{}, 'CA$400.00 of CA$1,000.00 was received. CA$600.00 is still due.'],
  [{ received: 0, due: 1000 }, 'No money is known for this payment yet. CA$1,000.00 is still due.'],
  [
    { status: 'paid', received: 0, due: 0, unproven: 1000 },
    'No money is known for this payment yet. Of CA$1,000.00 no receipt is known.',
  ],
  [
    { status: 'paid', received: 1500, due: 0, surplus: 500, attention: ['giveBack'] },
    'CA$1,500.00 of CA$1,000.00 was received. CA$500.00 is too much: give it back.',
  ],
  [
    { status: 'cancelled', due: 600, attention: ['giveBack'] },
    'CA$400.00 of CA$1,000.00 was received. CA$400.00 is still kept: give it back.',
  ],
  [
    { status: 'refunded', refunded: 400.1, due: 0, attention: ['overReturned'] },
    'CA$400.00 of CA$1,000.00 was received. CA$400.10 was given back. CA$0.10 more was given back than came in.',
  ],
])('says in one line what is due, unproven or too much: %o', async (fields, text) => {
  expect((await show(fields)).textContent).toContain(text);
});

it('records a part of what is due by cheque once, and takes the message of a field from the server', async () => {
  await show();
  await press('Record Money');
  expect(screen.getByLabelText<HTMLInputElement>('Amount (CAD)').value).toBe('600.00');
  type('Amount (CAD)', '150');
  type('Day', '2026-11-19');
  type('Note', ' Desk ');
  const refusal = new HttpError('Bad', 400, { errors: { amount: 'At most CA$100.00 can still come in' } });
  recordMoney.mockRejectedValueOnce(refusal);
  await press('Record Receipt');
  const input = { kind: 'receipt', way: 'cash', amount: 150, day: '2026-11-19', note: 'Desk', version: 4 };
  expect(recordMoney).toHaveBeenLastCalledWith({ id: 'p', body: input, idempotencyKey: expect.any(String) });
  await screen.findByText('At most CA$100.00 can still come in');

  type('Amount (CAD)', '100');
  recordMoney.mockResolvedValueOnce({ ...payment, version: 5 });
  await press('Record Receipt');
  expect(recordMoney).toHaveBeenLastCalledWith(
    expect.objectContaining({ id: 'p', body: { ...input, amount: 100 } }),
  );
  const keys = recordMoney.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey as unknown);
  expect(new Set(keys).size).toBe(1);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('proposes what is due after a change of which the money is still read', async () => {
  let answer!: (found: PaymentLedger) => void;
  function Changing() {
    const client = useQueryClient();
    const [version, setVersion] = useState(4);
    const change = () => {
      getLedger.mockReturnValue(new Promise((resolve) => (answer = resolve)));
      setVersion(5);
      void client.invalidateQueries({ queryKey: ['payments'] });
    };
    return (
      <RecordContextProvider value={{ ...payment, version }}>
        <PaymentMoney />
        <button onClick={change}>Change</button>
      </RecordContextProvider>
    );
  }
  getLedger.mockResolvedValue(ledger);
  renderInOffice(<Changing />, { call });
  await screen.findByRole('button', { name: 'Record Money' });
  await press('Change');
  await press('Record Money');
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(async () => answer({ ...ledger, receivable: 450, version: 5 }));
  expect((await screen.findByLabelText<HTMLInputElement>('Amount (CAD)')).value).toBe('450.00');
});

it('stays a receipt where a colleague recorded it meanwhile, and says why it was refused', async () => {
  await show();
  await press('Record Money');
  getLedger.mockResolvedValue({ ...ledger, received: 1000, receivable: 0, refundable: 1000 });
  recordMoney.mockRejectedValueOnce(new HttpError('Changed by someone else', 409));
  await press('Record Receipt');
  await screen.findByText(/Up to CA\$0.00 may come in/);
  expect(screen.getByRole('alert').textContent).toContain('Changed by someone else');
  const { editConflict: message } = messages;
  recordMoney.mockRejectedValueOnce(new HttpError(message, 409, { message, errors: { version: message } }));
  await press('Record Receipt');
  await screen.findByText(/check the amount, and press again/);
  expect(screen.queryByText(message)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Amount (CAD)').value).toBe('600.00');
  expect(screen.getByRole('button', { name: 'Record Receipt' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Record Refund' })).toBeNull();
});

it('fills in what may go back, and refuses an amount that is none before it is sent', async () => {
  await show();
  await press('Record Money');
  fireEvent.click(screen.getByRole('radio', { name: 'Went Back' }));
  expect(screen.getByLabelText<HTMLInputElement>('Amount (CAD)').value).toBe('400.00');
  expect(screen.getByLabelText('How').textContent).toBe('Cash');
  type('Amount (CAD)', '1.2.3');
  await press('Record Refund');
  expect(recordMoney).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Amount (CAD)').getAttribute('aria-invalid')).toBe('true');
});

it('leads to the bank’s file where the money came by bank, and records what goes back otherwise', async () => {
  const paid = { status: 'paid', received: 1000, due: 0 };
  const bank: LedgerEntry = { ...cash, way: 'bank', amount: 1000 };
  await show(paid, { entries: [bank], receivable: 0, refundable: 1000 }, undefined, <PaymentRefundButton />);
  await press('Refund');
  const dialog = screen.getByRole('dialog', { name: 'Refund' });
  expect(within(dialog).getByLabelText('How').textContent).toBe('Bank');
  expect(dialog.textContent).toContain('A refund by bank comes with the bank’s file');
  expect(within(dialog).getByRole('link', { name: 'Open Reconcile' })).toBeDefined();
  expect(within(dialog).queryByLabelText('Amount (CAD)')).toBeNull();
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Record Refund' }).disabled).toBe(
    true,
  );
  fireEvent.mouseDown(within(dialog).getByLabelText('How'));
  await act(() => fireEvent.click(screen.getByRole('option', { name: 'Cheque' })));
  type('Amount (CAD)', '200.50');
  recordMoney.mockResolvedValueOnce({ ...payment, version: 5 });
  await press('Record Refund');
  expect(recordMoney).toHaveBeenLastCalledWith({
    id: 'p',
    idempotencyKey: expect.any(String),
    body: { kind: 'refund', way: 'cheque', amount: 200.5, day: expect.any(String), version: 4 },
  });
});

it('offers no refund of what is not settled, or of which nothing may go back', async () => {
  await show({}, {}, undefined, <PaymentRefundButton />);
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  cleanup();
  await show({ status: 'paid' }, { refundable: 0 }, undefined, <PaymentRefundButton />);
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
});

it('offers nothing to record where nothing may come in or go back', async () => {
  await show({}, { receivable: 0, refundable: 0 });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Record Money' });
  expect(button.disabled).toBe(true);
});

it('asks before an entry is undone, and shows why the server refuses', async () => {
  await show();
  await press('Undo CA$400.00 of Nov 20, 2026');
  const dialog = screen.getByRole('dialog', { name: 'Undo CA$400.00 by Cash?' });
  voidEntry.mockRejectedValueOnce(new HttpError('Undo the refund of CRTS-OTN-P first', 409));
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Undo' })));
  expect(voidEntry).toHaveBeenCalledWith({ id: 'p', entry: 'e', body: { version: 4 } });
  expect(dialog.textContent).toContain('Undo the refund of CRTS-OTN-P first');
  expect(within(dialog).queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('shows voided entries on demand only', async () => {
  const voided = { at: '2026-11-22T10:00:00.000Z', by: 'bob', bookedOn: '2026-11-22' };
  const region = await show({}, { entries: [{ ...cash, voided }] });
  expect(screen.queryByRole('table')).toBeNull();
  await press('Show 1 Voided');
  expect(region.textContent).toContain('undone by bob');
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

it('says why the money could not be read, and tries again', async () => {
  const answer = () => Promise.resolve(ledger);
  const away = () => Promise.reject(new HttpError('Away', 400));
  await show({}, {}, away);
  expect((await screen.findByRole('alert')).textContent).toContain('Away');
  getLedger.mockImplementation(answer);
  await press('Try Again');
  expect(await screen.findByRole('table', { name: 'Money' })).toBeTruthy();
});

it('keeps what was typed of money when the session ends, for the same direction', async () => {
  const note = () => screen.getByLabelText<HTMLInputElement>('Note').value;
  await show();
  await press('Record Money');
  type('Amount (CAD)', '12.50');
  await act(() => type('Note', 'In an envelope'));
  localStorage.clear();
  dispatchEvent(new Event('pagehide'));
  cleanup();
  signInAs('admin');
  await show({ status: 'paid' }, {}, undefined, <PaymentRefundButton />);
  await press('Refund');
  expect(note()).toBe('');
  cleanup();
  await show();
  await press('Record Money');
  await vi.waitFor(() => expect(note()).toBe('In an envelope'));
  expect(screen.getByLabelText<HTMLInputElement>('Amount (CAD)').value).toBe('12.50');
});
