import { act, configure, fireEvent, screen } from '@testing-library/react';
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
