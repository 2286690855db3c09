import { act, fireEvent, screen } from '@testing-library/react';
import { Notification, RecordContextProvider } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../app/testing.js';
import { signInAs } from '../data/session/testing.js';
import { answering } from '../data/testing.js';
import { CorrectAddressButton } from './CorrectAddress.js';

const settled = { status: 'paid', due: 0 };

async function open(
  mails: () => unknown,
  fields = settled,
  further: Record<string, (given: never) => unknown> = {},
) {
  signInAs('admin');
  const payment = { ...fields, id: 'p', version: 1, paymentDetails: { email: 'anm@example.com' } };
  renderInOffice(
    <RecordContextProvider value={payment}>
      <CorrectAddressButton />
      <Notification />
    </RecordContextProvider>,
    { call: answering({ 'GET /mails': mails, ...further }) },
  );
  const button = await screen.findByRole('button', { name: 'Correct Address' });
  await act(() => fireEvent.click(button));
}

it('says that it does not know what went to the former address', async () => {
  await open(() => Promise.reject(new HttpError('Too many requests', 429)));
  await screen.findByText('Too many requests');
});

it('corrects nothing before it knows whether the receipt went astray', async () => {
  let answer: (page: object) => void = () => {};
  await open(() => new Promise((resolve) => (answer = resolve)));
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Correct Address' });
  await screen.findByRole('dialog');
  expect(submit().disabled).toBe(true);
  const receipt = {
    _id: 'm',
    paymentId: 'p',
    kind: 'paid',
    state: 'sent',
    to: 'anm@example.com',
    createdAt: '2026-11-05T12:00:00Z',
  };
  await act(async () => answer({ mails: [receipt], pagination: { total: 1 } }));
  await screen.findByRole('switch');
  expect(submit().disabled).toBe(false);
});

it('sends instructions once that are asked for again after a lost answer, and does not say that none went', async () => {
  const noAnswer = () => Promise.reject(new HttpError('No connection', 0));
  const send = vi.fn<(given: { idempotencyKey?: string }) => Promise<unknown>>(noAnswer);
  await open(
    () => ({ mails: [], pagination: { total: 0 } }),
    { status: 'pending', due: 1000 },
    { 'POST /payments/{id}/address': () => ({ _id: 'p' }), 'POST /payments/{id}/mails': send },
  );
  fireEvent.change(await screen.findByLabelText(/Corrected Email/), { target: { value: 'ann@example.com' } });
  vi.useFakeTimers();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Correct Address' })));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  vi.useRealTimers();
  expect(send).toHaveBeenCalledTimes(3);
  expect(new Set(send.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)).size).toBe(1);
  expect(send.mock.lastCall?.[0].idempotencyKey).toBeTruthy();
  await screen.findByText(/No answer came about the mail/);
});
