import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { RecordContextProvider } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { type PaymentStatus, statusNames } from '#domain/payments/payments';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
import { answering } from '../../data/testing.js';
import { pendingPayment } from '../testing.js';
import { PaymentBatchDialog } from './PaymentBatchDialog.js';
import { PaymentStatusDialog } from './PaymentStatusDialog.js';

const payment = {
  ...pendingPayment,
  statusHistory: [],
  customer: null,
};
const setStatus = vi.fn();
const setStatuses = vi.fn();
const call = answering({
  'GET /counts': () => ({ timeZone: 'UTC' }),
  'PATCH /payments/{id}/status': setStatus,
  'POST /payments/status': setStatuses,
});

function show(dialog: React.ReactNode, status: PaymentStatus = 'pending') {
  vi.resetAllMocks();
  renderInOffice(<RecordContextProvider value={{ ...payment, status }}>{dialog}</RecordContextProvider>, {
    call,
  });
}

async function choose(field: string, option: string) {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: field }));
  fireEvent.click(await screen.findByRole('option', { name: option }));
}
const typeDay = (day: string) =>
  fireEvent.change(screen.getByLabelText('Received On'), { target: { value: day } });
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

it.each<[PaymentStatus, PaymentStatus, boolean]>([
  ['pending', 'paid', true],
  ['cancelled', 'paid', true],
  ['confirmed', 'paid', false],
  ['paid', 'refunded', true],
  ['refunded', 'refunded', false],
  ['paid', 'failed', false],
])('a change from %s to %s offers the day and the way of money: %s', async (from, to, isOffered) => {
  show(<PaymentStatusDialog onClose={() => {}} />, from);
  expect(screen.queryByLabelText('Received On')).toBeNull();
  await choose('New Status', statusNames[to]);
  expect(screen.queryByLabelText('Received On') !== null).toBe(isOffered);
  expect(screen.queryByRole('combobox', { name: 'How' }) !== null).toBe(isOffered);
});

it('sends what was said, and shows the refusal of a field under it', async () => {
  show(<PaymentStatusDialog onClose={() => {}} />);
  await choose('New Status', 'Paid');
  typeDay('2026-11-19');
  await choose('How', 'Cheque');
  const message = 'Received On must not be after today';
  setStatus.mockRejectedValueOnce(new HttpError(message, 400, { errors: { receivedOn: message } }));
  await press('Update Status');
  const words = { status: 'paid', receivedOn: '2026-11-19', way: 'cheque', version: 4 };
  expect(setStatus).toHaveBeenLastCalledWith({ id: 'p', body: expect.objectContaining(words) });
  await screen.findByText(message);
  expect(screen.getByLabelText('Received On').getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('sends nothing that the chosen status does not take', async () => {
  show(<PaymentStatusDialog onClose={() => {}} />);
  await choose('New Status', 'Paid');
  typeDay('2026-11-19');
  await choose('New Status', 'Failed');
  setStatus.mockResolvedValueOnce({ ...payment, status: 'failed' });
  await press('Update Status');
  expect(Object.keys(setStatus.mock.lastCall![0].body as object)).not.toContain('receivedOn');
});

it('marks several payments with the day and the way of their money, where each of them takes it', async () => {
  const dialog = (statuses: PaymentStatus[]) => (
    <PaymentBatchDialog
      payments={statuses.map((status, index) => ({ ...payment, id: String(index), status })) as never}
      status="paid"
      onChanged={() => {}}
      onClose={() => {}}
    />
  );
  show(dialog(['pending', 'confirmed']));
  expect(screen.queryByLabelText('Received On')).toBeNull();
  cleanup();

  show(dialog(['pending', 'failed', 'paid']));
  typeDay('9999-12-31');
  await press('Mark as Paid');
  await screen.findByText('Received On must not be after today');
  expect(setStatuses).not.toHaveBeenCalled();
  typeDay('2026-11-19');
  await choose('How', 'Cash');
  setStatuses.mockResolvedValueOnce({ results: [] });
  await press('Mark as Paid');
  expect(setStatuses.mock.calls[0]![0]).toMatchObject({
    body: { ids: ['0', '1'], status: 'paid', receivedOn: '2026-11-19', way: 'cash' },
  });
});
