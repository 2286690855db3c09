import { act, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, RecordContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { createQueryClient } from '../../data/queryClient.js';
import { i18nProvider } from '../../app/resources.js';
import { signInAs } from '../../data/session/testing.js';
import { DialogsProvider } from '../../ui/page/dialogs.js';
import { NoticesProvider } from '../../ui/undo/Notices.js';
import { answering } from '../../data/testing.js';
import { PaymentStatusMenu } from '../list/PaymentList.js';

beforeEach(() => signInAs('admin'));
const payment = {
  id: 'a',
  _id: 'a',
  referenceNumber: 'CRTS-OTN-A',
  status: 'pending',
  version: 1,
  amount: 2000,
  currency: 'CAD',
};
const message = 'This payment was changed meanwhile. It is Failed now.';
const refused = () => Promise.reject(new HttpError(message, 409));

/** The menu in a row of a list; the returned function takes the row from the list. */
function showMenu(setPaymentStatus: () => Promise<unknown>) {
  const client = createQueryClient();
  const page = (hasRow: boolean) => (
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={{ call: answering({ 'PATCH /payments/{id}/status': setPaymentStatus }) } as never}
        i18nProvider={i18nProvider}
        queryClient={client}
      >
        <NoticesProvider>
          <DialogsProvider>
            {hasRow && (
              <RecordContextProvider value={payment}>
                <PaymentStatusMenu />
              </RecordContextProvider>
            )}
          </DialogsProvider>
        </NoticesProvider>
      </CoreAdminContext>
    </MemoryRouter>
  );
  const { rerender } = render(page(true));
  return () => rerender(page(false));
}

const choose = async (label: string) => {
  fireEvent.click(screen.getByRole('button', { name: /Actions/ }));
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: label })));
};

it('keeps the dialog of a refused change although its row leaves the list', async () => {
  const removeRow = showMenu(refused);
  await choose('Mark as Failed');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Mark as Failed' })));

  removeRow();

  expect(screen.getByRole('dialog').textContent).toContain(message);
  expect(screen.queryByRole('button', { name: 'Mark as Failed' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
});

it('shows a refused change until it is closed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const removeRow = showMenu(refused);
  await choose('Mark as Paid');

  removeRow();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  fireEvent.click(document.body);

  expect(screen.getByRole('alert').textContent).toContain(`CRTS-OTN-A`);
  expect(screen.getByRole('alert').textContent).toContain(message);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
  vi.useRealTimers();
});

it('leads to the payment, and has an entry for every status; that of the payment is disabled, with a tick', async () => {
  const setPaymentStatus = vi.fn(refused);
  showMenu(setPaymentStatus);

  fireEvent.click(screen.getByRole('button', { name: /Actions/ }));

  const [view, ...entries] = screen.getAllByRole('menuitem');
  expect(view!.getAttribute('href')).toBe('/admin/payments/a');
  expect(view!.textContent).toBe('View Details');
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Mark as Paid',
    'Mark as Pending',
    'Mark as Failed',
    'Mark as Refunded',
  ]);
  const isDisabled = (entry: HTMLElement) => entry.getAttribute('aria-disabled') === 'true';
  expect(entries.map(isDisabled)).toEqual([false, true, false, false]);
  const hasTick = (entry: HTMLElement) => entry.querySelector('[data-testid="CheckIcon"]') !== null;
  expect(entries.map(hasTick)).toEqual([false, true, false, false]);
  await act(async () => fireEvent.click(entries[1]!));
  expect(setPaymentStatus).not.toHaveBeenCalled();
});
