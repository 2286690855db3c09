import { act, configure, fireEvent, screen, within } from '@testing-library/react';
import { RecordContextProvider } from 'react-admin';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderInOffice } from '../app/testing.js';
import { signInAs } from '../data/session/testing.js';
import { answering } from '../data/testing.js';
import { PaymentMails } from './MailSection.js';

configure({ asyncUtilTimeout: 20_000 });
beforeEach(() => signInAs('admin'));

it('does each of two acts on the link, and keeps what was opened before the first one was answered', async () => {
  const answers: ((link: object) => void)[] = [];
  const call = answering({
    'GET /counts': () => ({ timeZone: 'UTC' }),
    'GET /mails': () => ({ mails: [], pagination: { total: 0 } }),
    'POST /payments/{id}/link': () => new Promise((answer) => answers.push(answer)),
    'POST /payments/{id}/mails': () => new Promise(() => {}),
  });
  const payment = { id: 'p', referenceNumber: 'CRTS-OTN-9F3A2C-482913', status: 'pending', due: 2256.61 };
  renderInOffice(
    <RecordContextProvider value={payment}>
      <PaymentMails />
    </RecordContextProvider>,
    { call },
  );
  for (const name of ['Copy Link', 'Open Visitor’s Page', 'Send Instructions Again'])
    fireEvent.click(await screen.findByRole('button', { name }));
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  const preview = await screen.findByRole('dialog');
  await act(async () => answers[0]!({ url: 'https://example.com/order' }));
  expect(screen.getByRole('dialog')).toBe(preview);
});

it('offers to correct the address of a failed mail until that is dealt with', async () => {
  const failed = { kind: 'instructions', state: 'failed', paymentId: 'p', to: 'ann@example.com' };
  const call = answering({
    'GET /counts': () => ({ timeZone: 'UTC' }),
    'GET /mails': () => ({
      mails: [
        { ...failed, _id: 'later', to: 'bob@example.com' },
        { ...failed, _id: 'first', dismissed: { at: '2026-11-02', by: 'keeper' } },
      ],
      pagination: { total: 2 },
    }),
  });
  renderInOffice(
    <RecordContextProvider value={{ id: 'p', status: 'pending', paymentDetails: { email: failed.to } }}>
      <PaymentMails />
    </RecordContextProvider>,
    { call },
  );
  const rows = await screen.findAllByRole('row', { name: /@example.com/ });
  const correct = (row?: HTMLElement) => within(row!).queryByRole('button', { name: 'Correct Address' });
  expect(correct(rows[0])).not.toBeNull();
  expect(correct(rows[1])).toBeNull();
});
