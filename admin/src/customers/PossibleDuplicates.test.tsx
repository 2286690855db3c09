import { configure, fireEvent, screen } from '@testing-library/react';
import { RecordContextProvider } from 'react-admin';
import { beforeEach, expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../app/testing.js';
import { signInAs } from '../data/session/testing.js';
import { answering } from '../data/testing.js';
import { DialogsProvider } from '../ui/page/dialogs.js';
import { PossibleDuplicates } from './PossibleDuplicates.js';

configure({ asyncUtilTimeout: 20_000 });
beforeEach(() => signInAs('admin'));

const different = vi.fn<(given: { body: { from: string } }) => unknown>(() => new Promise(() => {}));

function show(duplicates: () => unknown, others = {}) {
  const call = answering({
    'GET /customers/{id}/duplicates': duplicates,
    'POST /customers/{id}/different': different,
    ...others,
  });
  renderInOffice(
    <DialogsProvider>
      <RecordContextProvider value={{ id: 'c' }}>
        <PossibleDuplicates />
      </RecordContextProvider>
    </DialogsProvider>,
    { call, getOne: (_: string, { id }: { id: string }) => Promise.resolve({ data: of(id).customer }) },
  );
}

const of = (_id: string) => ({
  customer: { _id, fullName: _id, email: `${_id}@example.com` },
  reasons: [],
});

it('says of each that it is another person, while the answer about one is on its way', async () => {
  show(() => ({ duplicates: [of('ann'), of('bea')], pagination: { page: 1, pages: 1, total: 2 } }));
  for (const name of [/different.*ann/i, /different.*bea/i])
    fireEvent.click(await screen.findByRole('button', { name }));
  const told = () => different.mock.calls.map(([{ body }]) => body.from);
  await vi.waitFor(() => expect(told()).toEqual(['ann', 'bea']), { timeout: 20_000 });
});

it('gives the focus to its heading where the row that had it goes', async () => {
  let left = ['ann', 'bea'];
  different.mockImplementationOnce(({ body }) => (left = left.filter((id) => id !== body.from)));
  show(() => ({ duplicates: left.map(of), pagination: { page: 1, pages: 1, total: left.length } }));
  const button = await screen.findByRole('button', { name: /different.*ann/i });
  button.focus();
  fireEvent.click(button);
  await vi.waitFor(() => expect(screen.queryByText('ann')).toBeNull(), { timeout: 20_000 });
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});

it('says why it does not know of any', async () => {
  show(() => Promise.reject(new HttpError('Too many requests', 429)));
  await screen.findByText('Too many requests');
});

it('says why a merge was refused although the row of the customer is gone', async () => {
  let left = ['ann'];
  const merge = () => {
    left = [];
    throw new HttpError('Customer not found', 404);
  };
  show(() => ({ duplicates: left.map(of), pagination: { page: 1, pages: 1, total: left.length } }), {
    'GET /customers/{id}/merge': () => ({ payments: 0, comments: 0, mails: 0, documents: 0 }),
    'POST /customers/{id}/merge': merge,
  });
  fireEvent.click(await screen.findByRole('button', { name: /merge.*ann/i }));
  fireEvent.click(await screen.findByRole('button', { name: 'Merge' }));
  await vi.waitFor(() => expect(screen.queryByRole('link', { name: 'ann', hidden: true })).toBeNull(), {
    timeout: 20_000,
  });
  expect((await screen.findByRole('dialog')).textContent).toContain('Customer not found');
});
