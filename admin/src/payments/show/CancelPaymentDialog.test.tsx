import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, RecordContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { i18nProvider } from '../../app/resources.js';
import { createQueryClient } from '../../data/queryClient.js';
import { CancelPaymentDialog } from './CancelPaymentDialog.js';

afterEach(cleanup);

const payment = {
  ...{ id: 'p', _id: 'p', referenceNumber: 'CRTS-OTN-P', status: 'pending', version: 4 },
  ...{ amount: 1000, currency: 'CAD', received: 400, statusHistory: [], source: 'checkout' },
};
const ledger = { kept: 400, net: 400, fee: 0, currency: 'CAD', entries: [] };
const provider = {
  setPaymentStatus: vi.fn(),
  getMoney: vi.fn(),
  getMailsOf: vi.fn(),
};

async function show(values: object = {}, money: object = {}) {
  vi.resetAllMocks();
  provider.getMoney.mockResolvedValue({ ledger: { ...ledger, ...money }, receipts: [] });
  provider.getMailsOf.mockResolvedValue({ mails: [], pagination: { total: 0 } });
  provider.setPaymentStatus.mockResolvedValue({ ...payment, status: 'cancelled' });
  render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={provider as never}
        i18nProvider={i18nProvider}
        queryClient={createQueryClient()}
      >
        <RecordContextProvider value={{ ...payment, ...values }}>
          <CancelPaymentDialog onClose={() => undefined} />
        </RecordContextProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  await screen.findByLabelText('Note');
}
const type = (fee: string) =>
  fireEvent.change(screen.getByLabelText('Kept as a Fee (CAD)'), { target: { value: fee } });
const figures = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

it('says what goes back while the fee is typed, and sends it with the mail', async () => {
  await show();
  expect(figures()).toEqual(['CA$400.00', 'CA$0.00', 'CA$400.00']);
  type('150.50');
  expect(figures()).toEqual(['CA$400.00', 'CA$150.50', 'CA$249.50']);
  await press('Cancel Payment');
  expect(provider.setPaymentStatus).toHaveBeenCalledWith('p', {
    ...{ status: 'cancelled', fee: 150.5, note: undefined, notify: true, version: 4 },
  });
});

it('refuses more than what is kept, and writes to no visitor of a payment of the office', async () => {
  await show({ source: 'admin' });
  expect(screen.queryByRole('switch')).toBeNull();
  type('400.01');
  expect(figures()).toEqual(['CA$400.00', '–', '–']);
  await press('Cancel Payment');
  screen.getByText('At most CA$400.00 can be kept');
  expect(provider.setPaymentStatus).not.toHaveBeenCalled();
});

it('changes the fee of a cancelled payment, and asks for none where no money is there', async () => {
  await show({ status: 'cancelled', fee: 300 }, { fee: 300 });
  const save: HTMLButtonElement = screen.getByRole('button', { name: 'Save Fee' });
  expect(save.disabled).toBe(true);
  type('0');
  await press('Save Fee');
  expect(provider.setPaymentStatus.mock.calls[0]![1]).toMatchObject({ fee: 0, notify: true });
  cleanup();
  await show({ received: 0 }, { kept: 0, net: 0 });
  screen.getByText('No money is there: nothing can be kept, and nothing goes back.');
  expect(screen.queryByRole('switch')).toBeNull();
});
