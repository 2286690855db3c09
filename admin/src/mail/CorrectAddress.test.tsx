import { act, fireEvent, screen } from '@testing-library/react';
import { RecordContextProvider } from 'react-admin';
import { it } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../app/testing.js';
import { signInAs } from '../data/session/testing.js';
import { answering } from '../data/testing.js';
import { CorrectAddressButton } from './CorrectAddress.js';

it('says that it does not know what went to the former address', async () => {
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
    { call: answering({ 'GET /mails': () => Promise.reject(new HttpError('Too many requests', 429)) }) },
  );
  const button = await screen.findByRole('button', { name: 'Correct Address' });
  await act(() => fireEvent.click(button));
  await screen.findByText('Too many requests');
});
