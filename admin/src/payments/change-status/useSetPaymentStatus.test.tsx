import { act, fireEvent, screen, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { RecordContextProvider, ShowContextProvider } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
import { answering } from '../../data/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { PaymentHistory } from '../show/PaymentHistory.js';
import { pendingPayment } from '../testing.js';
import { PaymentBatchDialog } from './PaymentBatchDialog.js';

const payment = { ...pendingPayment, version: 1, batch: 'b', customer: null };
const undo = vi.fn<() => Promise<unknown>>();

function show(screenOf: ReactNode, answers: Parameters<typeof answering>[0] = {}) {
  signInAs('admin');
  undo.mockReset().mockRejectedValue(new HttpError('The network is down', 0));
  const call = answering({
    'GET /counts': () => ({ timeZone: 'UTC' }),
    'POST /payments/status/undo': undo,
    ...answers,
  });
  renderInOffice(screenOf, { call });
}
const press = (button: HTMLElement) => act(async () => fireEvent.click(button));

it('an undo in the history that gets no answer says so in its question, which stays until it is done', async () => {
  const entry = { date: '2026-11-21T10:00:00Z', by: 'ann' };
  const statusHistory = [
    { ...entry, status: 'pending' },
    { ...entry, status: 'paid' },
  ];
  show(
    <ShowContextProvider value={{} as never}>
      <RecordContextProvider value={{ ...payment, status: 'paid', statusHistory }}>
        <PaymentHistory />
      </RecordContextProvider>
    </ShowContextProvider>,
  );
  await press(screen.getByRole('button', { name: /^Undo/ }));
  const question = within(screen.getByRole('dialog'));
  await press(question.getByRole('button', { name: 'Undo' }));
  expect(question.getByRole('alert').textContent).toBe('The network is down');
  undo.mockResolvedValue({ results: [{ id: 'p', ok: true, version: 3 }] });
  await press(question.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(2);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the question in the history undoes the change that it names, though a colleague has changed the status since', async () => {
  const entry = { date: '2026-11-21T10:00:00Z', by: 'ann' };
  const statusHistory = ['pending', 'paid'].map((status) => ({ ...entry, status }));
  const later = { ...entry, by: 'bea', status: 'failed' };
  const changed = { status: 'failed', version: 2, batch: 'c', statusHistory: [...statusHistory, later] };
  function Page() {
    const [stored, setStored] = useState<object>({ ...payment, status: 'paid', statusHistory });
    return (
      <RecordContextProvider value={stored}>
        <PaymentHistory />
        <button onClick={() => setStored({ ...payment, ...changed })}>Change</button>
      </RecordContextProvider>
    );
  }
  show(
    <ShowContextProvider value={{} as never}>
      <Page />
    </ShowContextProvider>,
  );
  await press(screen.getByRole('button', { name: /^Undo/ }));
  const question = within(screen.getByRole('dialog'));
  const asked = screen.getByRole('dialog').textContent;
  await press(screen.getByText('Change'));
  expect(screen.getByRole('dialog').textContent).toBe(asked);
  await press(question.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledWith({ body: { batch: 'b' } });
});

it('an undo beside refused payments that gets no answer says so, and can be tried again', async () => {
  const both = [payment, { ...payment, id: 'q', _id: 'q', referenceNumber: 'CRTS-OTN-Q' }];
  show(
    <PaymentBatchDialog
      payments={both.map((one) => ({ ...one, status: 'pending' })) as never}
      status="paid"
      onChanged={() => undefined}
      onClose={() => undefined}
    />,
    {
      'POST /payments/status': () => ({
        batch: 'b',
        results: [
          { id: 'p', ok: true, version: 2 },
          { id: 'q', ok: false, message: 'Changed meanwhile' },
        ],
      }),
    },
  );
  await press(screen.getByRole('button', { name: 'Mark as Paid' }));
  await press(await screen.findByRole('button', { name: /^Undo/ }));
  expect((await screen.findByText('The network is down')).closest('[role="alert"]')).not.toBeNull();
  await press(screen.getByRole('button', { name: /^Undo/ }));
  expect(undo).toHaveBeenCalledTimes(2);
});
