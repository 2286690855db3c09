import { act, fireEvent, screen } from '@testing-library/react';
import { RecordContextProvider } from 'react-admin';
import { expect, it } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../app/testing.js';
import { signInAs } from '../data/session/testing.js';
import { answering } from '../data/testing.js';
import { CorrectAddressButton } from './CorrectAddress.js';

async function open(mails: () => unknown) {
  signInAs('admin');
  const payment = {
    id: 'p',
    status: 'paid',
    due: 0,
    version: 1,
    paymentDetails: { email: 'anm@example.com' },
  };
  renderInOffice(
    <RecordContextProvider value={payment}>
      <CorrectAddressButton />
    </RecordContextProvider>,
    { call: answering({ 'GET /mails': mails }) },
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
