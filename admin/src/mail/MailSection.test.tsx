import { act, configure, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, RecordContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { i18nProvider } from '../app/resources.js';
import { createQueryClient } from '../data/queryClient.js';
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
  render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={{ call } as never}
        i18nProvider={i18nProvider}
        queryClient={createQueryClient()}
      >
        <RecordContextProvider value={payment}>
          <PaymentMails />
        </RecordContextProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  for (const name of ['Copy Link', 'Open Visitor’s Page', 'Send Instructions Again'])
    fireEvent.click(await screen.findByRole('button', { name }));
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  const preview = await screen.findByRole('dialog');
  await act(async () => answers[0]!({ url: 'https://example.com/order' }));
  expect(screen.getByRole('dialog')).toBe(preview);
});
