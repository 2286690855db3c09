import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { messages, networkMessage } from '#domain/platform/messages';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../app/testing.js';
import { signInAs } from '../data/session/testing.js';
import { answering } from '../data/testing.js';
import { SendMailDialog } from './SendMailDialog.js';

beforeEach(() => signInAs('admin'));
const payments = ['a', 'b', 'c', 'd'].map((id) => ({ id, referenceNumber: `CRTS-OTN-${id}` }));
const provider = {
  getMany: vi.fn(),
  call: answering({
    'GET /counts': () => ({ timeZone: 'UTC' }),
    // The mail itself is shown by a browser.
    'POST /payments/{id}/mails': ({ id, body, idempotencyKey }: SentMail) => {
      if (body.preview) return new Promise(() => {});
      keys.push(String(idempotencyKey));
      return id === refused ? Promise.reject(failure) : sent.push(id);
    },
  }),
};
interface SentMail {
  id: string;
  body: { preview?: boolean };
  idempotencyKey?: string;
}
let sent: string[] = [];
let keys: string[] = [];
const paid = new Error('Paid already');
let refused: string | undefined;
let failure = paid;
afterEach(() => ([refused, failure] = [undefined, paid]));

function show(doubtful: object[], asked = payments) {
  vi.clearAllMocks();
  provider.getMany.mockResolvedValue({ data: doubtful });
  [sent, keys] = [[], []];
  renderInOffice(<SendMailDialog payments={asked} kind="reminder" onClose={() => {}} />, provider);
}
const press = (name: string) => act(async () => fireEvent.click(await screen.findByRole('button', { name })));
const now = new Date().toISOString();

it('leaves out of many reminders those whose money may have arrived, and those that had one today', async () => {
  show([
    { id: 'a', mayHaveArrived: true },
    { id: 'b', mayHaveArrived: true, lastReminderAt: now },
    { id: 'c', mayHaveArrived: false, lastReminderAt: now },
    { id: 'd', mayHaveArrived: false, lastReminderAt: '2026-01-01T10:00:00.000Z' },
  ]);
  await screen.findByText(/2 may have arrived, 1 was reminded today\. They are left out\./);
  screen.getByRole('dialog', { name: 'Send 1 Reminder' });
  await press('Send 1 Mail');
  await vi.waitFor(() => expect(sent).toEqual(['d']));
});

it('includes them where a person says so, and sends nothing where all of them are left out', async () => {
  show(payments.map(({ id }) => ({ id, mayHaveArrived: true })));
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Send 0/ });
  expect(button.disabled).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Include them' }));
  await press('Send 4 Mails');
  await vi.waitFor(() => expect(sent).toEqual(['a', 'b', 'c', 'd']));
});

it('goes on saying which were refused once the others were reminded', async () => {
  show([]);
  refused = 'd';
  await screen.findByRole('button', { name: 'Send 4 Mails' });
  provider.getMany.mockResolvedValue({
    data: payments.map(({ id }) => ({ id, ...(id !== refused && { lastReminderAt: now }) })),
  });
  await press('Send 4 Mails');
  await screen.findByText('CRTS-OTN-d');
  await vi.waitFor(() => expect(provider.getMany).toHaveBeenCalledTimes(2));
  await act(() => Promise.all(provider.getMany.mock.results.map(({ value }) => value as Promise<unknown>)));
  screen.getByText('CRTS-OTN-d');
  screen.getByRole('dialog', { name: 'Send 4 Reminders' });
});

it('says of a mail without an answer that it may be on its way', async () => {
  show([]);
  failure = new HttpError(networkMessage, 0);
  refused = 'd';
  await press('Send 4 Mails');
  expect((await screen.findByText('CRTS-OTN-d')).parentElement?.textContent).toContain(
    messages.outcomeUnknown,
  );
  expect(new Set(keys).size).toBe(4);
});

it('sends a mail again under the key of the first time', async () => {
  [failure, refused] = [new HttpError(networkMessage, 0), 'a'];
  show([], payments.slice(0, 1));
  await press('Send');
  await screen.findByText(messages.outcomeUnknown);
  refused = undefined;
  await press('Send');
  await vi.waitFor(() => expect(sent).toEqual(['a']));
  expect(keys).toEqual([keys[0], keys[0]]);
});
