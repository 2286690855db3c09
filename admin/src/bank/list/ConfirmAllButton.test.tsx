import { act, fireEvent, screen } from '@testing-library/react';
import { ListContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { messages } from '#domain/platform/messages';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { ConfirmAllButton } from './ConfirmAllButton.js';

beforeEach(() => signInAs('admin'));
afterEach(() => void vi.useRealTimers());

it('goes on with the same confirmation where no answer came to the first try', async () => {
  let isLost = true;
  const call = vi.fn<(route: string, given: { idempotencyKey?: string }) => Promise<object>>(() =>
    isLost
      ? Promise.reject(new HttpError('', 0))
      : Promise.resolve({ results: [{ id: 't', ok: true, version: 1, made: [] }] }),
  );
  const transaction = {
    id: 't',
    day: '2026-11-02',
    bankAccountId: 'a',
    text: 'INTEREST',
    payer: '',
    state: 'ready',
    amount: 3.17,
    rest: 3.17,
    currency: 'CAD',
    allocations: [],
    candidates: [],
    version: 0,
  };
  const list = {
    data: [transaction],
    total: 1,
    filterValues: { state: 'ready' },
    meta: { ready: 1 },
  };
  renderInOffice(
    <ListContextProvider value={list as never}>
      <ConfirmAllButton />
    </ListContextProvider>,
    { call, getList: () => Promise.resolve({ data: [transaction], total: 1 }) },
  );
  fireEvent.click(screen.getByRole('button', { name: /^Confirm All/ }));

  const confirm = await screen.findByRole('button', { name: 'Confirm 1' });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.click(confirm);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  screen.getByText(messages.outcomeUnknown);
  isLost = false;
  fireEvent.click(screen.getByRole('button', { name: 'Confirm 1' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(new Set(call.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey)).size).toBe(1);
});
