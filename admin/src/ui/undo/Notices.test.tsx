import { act, configure, fireEvent, render, screen } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CoreAdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { i18nProvider } from '../../app/resources.js';
import { NoticesProvider } from './Notices.js';
import { createQueryClient } from '../../data/queryClient.js';
import { useOfferUndo, type UndoOffer } from './undo.js';
import { signInAs } from '../../data/session/testing.js';

configure({ asyncUtilTimeout: 20_000 });

beforeEach(() => {
  signInAs('admin');
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const offered: { offer: (next: UndoOffer) => void } = { offer: () => {} };
let client: QueryClient;

function Page() {
  const offer = useOfferUndo();
  useEffect(() => {
    offered.offer = offer;
  });
  return <p>Page</p>;
}

function show() {
  client = createQueryClient();
  render(
    <MemoryRouter>
      <CoreAdminContext i18nProvider={i18nProvider} queryClient={client}>
        <NoticesProvider>
          <Page />
        </NoticesProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

/** Offers to undo the change of a payment; returns the undo. */
function offerUndoOf(name: string, undo = vi.fn(() => Promise.resolve())) {
  const stands = (record: object) => (record as { version: number }).version === 2;
  act(() =>
    offered.offer({ message: name, parts: [{ resource: 'payments', id: name, version: 2, stands }], undo }),
  );
  return undo;
}

const undoButton = () => screen.getByRole('button', { name: 'Undo' });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const receive = (id: string, version: number) =>
  act(() => {
    client.setQueryData(['payments', 'getList', version], { data: [{ id, _id: id, version }] });
  });

it('the last act is undone first, by its button or by the key, and then the one before it', async () => {
  show();
  const [first, second] = [offerUndoOf('first'), offerUndoOf('second')];
  expect(screen.queryByText('first')).toBeNull();
  fireEvent.click(undoButton());
  await pass(1);
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  screen.getByText('first');
  fireEvent.keyDown(document.body, { key: 'u' });
  await pass(1);
  expect(first).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('an offer stays for eight seconds', async () => {
  show();
  offerUndoOf('first');
  await pass(7900);
  screen.getByText('first');
  await pass(1000);
  expect(screen.queryByText('first')).toBeNull();
});

it('an offer is gone when its record was changed since, and stays when an older state arrives late', () => {
  show();
  offerUndoOf('first');
  receive('first', 1);
  receive('other', 9);
  receive('first', 2);
  screen.getByText('first');
  receive('first', 3);
  expect(screen.queryByText('first')).toBeNull();
});

it('an undo without an answer is asked for again, and says that its outcome is unknown', async () => {
  show();
  const noAnswer = () => Promise.reject(new HttpError('Network error', 0));
  const undo = offerUndoOf('first', vi.fn<() => Promise<void>>(noAnswer));
  fireEvent.click(undoButton());
  await pass(2500);
  expect(undo).toHaveBeenCalledTimes(3);
  screen.getByText('No answer came: it is not known whether this was undone. first');
  await pass(60_000);
  undo.mockResolvedValue();
  fireEvent.click(screen.getByRole('button', { name: 'Ask Again' }));
  await pass(1);
  expect(screen.queryByText(/first/)).toBeNull();
});

it('the reason of a refused undo is shown beside the next offer', async () => {
  show();
  offerUndoOf('first');
  offerUndoOf(
    'second',
    vi.fn(() => Promise.reject(new HttpError('It is Paid now', 409))),
  );
  fireEvent.click(undoButton());
  await pass(1);
  screen.getByText('It is Paid now');
  screen.getByText('first');
});
