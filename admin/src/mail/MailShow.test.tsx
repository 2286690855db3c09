import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { RecordContextProvider, ResourceContextProvider, ShowContextProvider } from 'react-admin';
import { beforeEach, expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../app/testing.js';
import { signInAs } from '../data/session/testing.js';
import { MailShow } from './MailShow.js';

beforeEach(() => signInAs('admin'));

const mail = {
  id: 'm',
  _id: 'm',
  version: 1,
  customerId: 'c',
  paymentId: 'p',
  to: 'anm@example.com',
  subject: 'Instructions',
  kind: 'instructions',
  state: 'failed',
  attempts: 1,
  createdAt: '2026-01-01T10:00:00.000Z',
  messageId: '<m@x>',
};

const never = () => new Promise(() => {});

function show(getOne: () => Promise<unknown>, state: object = { refetch: never }, record = mail) {
  renderInOffice(
    <ResourceContextProvider value="mails">
      <ShowContextProvider value={{ record, resource: 'mails', ...state } as never}>
        <RecordContextProvider value={record}>
          <MailShow />
        </RecordContextProvider>
      </ShowContextProvider>
    </ResourceContextProvider>,
    { getOne, getList: never, getMany: never, call: never },
  );
}

async function readdress(getOne: () => Promise<unknown>) {
  show(getOne);
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: /Another Address/ })));
}

it('shows the question for another address while the customer loads', async () => {
  await readdress(() => new Promise(() => {}));
  await screen.findByRole('dialog');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('says why the address of the customer is not filled in', async () => {
  const getOne = vi
    .fn()
    .mockRejectedValueOnce(new HttpError('Too many requests', 429))
    .mockResolvedValue({ data: { id: 'c', _id: 'c', email: 'ann@example.com' } });
  await readdress(getOne);
  await screen.findByText('Too many requests');
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByDisplayValue('ann@example.com');
});

it('says why the content of a mail of the list could not be read', async () => {
  const refetch = vi.fn();
  show(never, { error: new HttpError('Too many requests', 429), refetch });
  const content = within(await screen.findByRole('region', { name: 'Content' }));
  content.getByText('Too many requests');
  fireEvent.click(content.getByRole('button', { name: 'Try Again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

it('shows an account’s mail of the list, and offers to send it again once its text tells that it has no link', async () => {
  const ofAccount = { ...mail, kind: 'account', state: 'sent' };
  show(never, undefined, ofAccount);
  await screen.findByRole('region', { name: 'Content' });
  expect(screen.queryByRole('button', { name: 'Send Again' })).toBeNull();
  cleanup();
  show(never, undefined, { ...ofAccount, text: 'A new sign-in' } as never);
  await screen.findByRole('button', { name: 'Send Again' });
});
