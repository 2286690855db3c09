import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { messages } from '#domain/platform/messages';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { pendingPayment } from '../testing.js';
import { CancelPaymentDialog } from './CancelPaymentDialog.js';

const payment = {
  ...pendingPayment,
  received: 400,
  statusHistory: [],
  source: 'checkout',
};
const ledger = { kept: 400, net: 400, fee: 0, currency: 'CAD', entries: [] };
const setStatus = vi.fn();

/** The dialog of a payment, and a button by which a colleague gives that payment another status. */
function Dialog({ given }: { given: typeof payment }) {
  const [stored, setStored] = useState(given);
  const status = given.status === 'pending' ? 'cancelled' : 'pending';
  return (
    <>
      <CancelPaymentDialog payment={stored as never} onClose={() => undefined} />
      <button onClick={() => setStored({ ...given, version: 5, status })}>Change</button>
    </>
  );
}

const noMails = (): unknown => ({ mails: [], pagination: { total: 0 } });

async function show(values: object = {}, money: object = {}, mails = noMails) {
  vi.resetAllMocks();
  setStatus.mockResolvedValue({ ...payment, status: 'cancelled' });
  const call = answering({
    'GET /payments/{id}/ledger': () => ({ ...ledger, ...money }),
    'GET /payments/{id}/receipts': () => ({ receipts: [] }),
    'GET /mails': mails,
    'PATCH /payments/{id}/status': setStatus,
  });
  renderInOffice(<Dialog given={{ ...payment, ...values }} />, { call });
  await screen.findByText(/CRTS-OTN-P/);
  if (mails === noMails) await screen.findByLabelText('Note');
}
const type = (fee: string) =>
  fireEvent.change(screen.getByLabelText('Kept as a Fee (CAD)'), { target: { value: fee } });
const figures = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

it('says what goes back while the fee is typed, and sends it with the mail', async () => {
  await show();
  // Beside the other one, "Cancel" alone could be taken for the act.
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Go Back',
    'Cancel Payment',
  ]);
  expect(figures()).toEqual(['CA$400.00', 'CA$0.00', 'CA$400.00']);
  type('150.50');
  expect(figures()).toEqual(['CA$400.00', 'CA$150.50', 'CA$249.50']);
  await press('Cancel Payment');
  expect(setStatus).toHaveBeenCalledWith({
    id: 'p',
    body: { status: 'cancelled', fee: 150.5, note: undefined, notify: true, version: 4 },
  });
});

it('refuses more than what is kept, and writes to no visitor of a payment of the office', async () => {
  await show({ source: 'admin' });
  expect(screen.queryByRole('switch')).toBeNull();
  type('400.01');
  expect(figures()).toEqual(['CA$400.00', '–', '–']);
  await press('Cancel Payment');
  screen.getByText('At most CA$400.00 can be kept');
  expect(setStatus).not.toHaveBeenCalled();
});

it('changes the fee of a cancelled payment, and asks for none where no money is there', async () => {
  await show({ status: 'cancelled', fee: 300 }, { fee: 300 });
  const save: HTMLButtonElement = screen.getByRole('button', { name: 'Save Fee' });
  expect(save.disabled).toBe(true);
  type('0');
  await press('Save Fee');
  expect(setStatus.mock.calls[0]![0]).toMatchObject({ body: { fee: 0, notify: true } });
  cleanup();
  await show({ received: 0 }, { kept: 0, net: 0 });
  screen.getByText('No money is there: nothing can be kept, and nothing goes back.');
  expect(screen.queryByRole('switch')).toBeNull();
});

it('sends nothing before it knows whether the visitor was asked to pay', async () => {
  let isBusy = true;
  await show({ received: 0 }, { kept: 0, net: 0 }, () =>
    isBusy
      ? Promise.reject(new HttpError('Too many requests', 429))
      : { mails: [{ _id: 'm', kind: 'instructions', state: 'sent' }] },
  );
  await screen.findByText('Too many requests');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel Payment' }).disabled).toBe(true);
  isBusy = false;
  await press('Try Again');
  await screen.findByRole('switch');
  await press('Cancel Payment');
  expect(setStatus.mock.calls[0]![0]).toMatchObject({ body: { notify: true } });
});

it.each([
  ['Save Fee', 'cancelled'],
  ['Cancel Payment', 'pending'],
])(
  'a press on %s does nothing else where a colleague changed the status meanwhile',
  async (button, status) => {
    await show({ status });
    type('100');
    setStatus.mockRejectedValueOnce(new HttpError('Changed by someone else', 409));
    await press(button);
    await screen.findByText(/Changed by someone else/);
    await act(async () => fireEvent.click(screen.getByText('Change')));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: button }).disabled).toBe(true);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    type('200');
    expect(screen.getByRole('alert').textContent).toBe(messages.editConflict);
  },
);

it('says why it cancels nothing more where a colleague changed the status meanwhile', async () => {
  await show({ status: 'cancelled' });
  type('100');
  setStatus.mockRejectedValueOnce(new HttpError('Too many requests', 429));
  await press('Save Fee');
  expect(screen.queryByText(messages.editConflict)).toBeNull();
  await act(async () => fireEvent.click(screen.getByText('Change')));
  expect(screen.getByText(messages.editConflict)).toBeTruthy();
});

it('does not take its own cancellation for that of a colleague', async () => {
  await show();
  setStatus.mockReturnValueOnce(new Promise(() => {}));
  await press('Cancel Payment');
  await act(async () => fireEvent.click(screen.getByText('Change')));
  expect(screen.queryByRole('alert', { hidden: true })).toBeNull();
});

it('keeps the fee and the note when the session ends, and fills them in once', async () => {
  signInAs('admin');
  await show();
  type('150');
  const note = () => screen.getByLabelText<HTMLInputElement>('Note');
  await act(() => fireEvent.change(note(), { target: { value: 'By phone' } }));
  localStorage.clear();
  dispatchEvent(new Event('pagehide'));
  cleanup();
  signInAs('admin');
  await show();
  await vi.waitFor(() => expect(note().value).toBe('By phone'));
  expect(figures()).toEqual(['CA$400.00', 'CA$150.00', 'CA$250.00']);
  cleanup();
  await show();
  expect(note().value).toBe('');
});
