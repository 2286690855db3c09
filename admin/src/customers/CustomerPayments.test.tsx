import { render, screen } from '@testing-library/react';
import { CoreAdminContext, RecordContextProvider, ResourceContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { PaymentStatus } from '#domain/payments/payments';
import { i18nProvider } from '../app/resources.js';
import { CustomerPaymentSummary } from './CustomerPayments.js';

let count = 0;
const payment = (status: PaymentStatus, fields: object = {}) => ({
  id: String(++count),
  status,
  amount: 1000,
  currency: 'CAD',
  createdAt: '2026-11-21T10:00:00.000Z',
  received: 0,
  refunded: 0,
  due: 0,
  surplus: 0,
  unproven: 0,
  ...fields,
});

/** The summary's value beside a label. */
async function valueOf(payments: object[], label: string) {
  render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={{ getList: () => Promise.resolve({ data: payments }) } as never}
        i18nProvider={i18nProvider}
      >
        <ResourceContextProvider value="customers">
          <RecordContextProvider value={{ id: 'c', country: 'canada' }}>
            <CustomerPaymentSummary />
          </RecordContextProvider>
        </ResourceContextProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return (await screen.findByText(label)).closest('.ra-field')?.lastElementChild?.textContent;
}

it.each([
  [
    'what came and went of a refunded one',
    payment('refunded', { received: 400, refunded: 400 }),
    'CA$400.00',
  ],
  ['all of one that a person calls refunded', payment('refunded'), 'CA$1,000.00'],
  ['nothing of one whose money is still kept', payment('refunded', { received: 1000 }), 'CA$0.00'],
  ['a part of a settled one', payment('paid', { received: 1000, refunded: 0.1, sale: 999.9 }), 'CA$0.10'],
])('the refunded sum has %s', async (_, one, sum) => {
  expect(await valueOf([one], 'Refunded')).toBe(sum);
});

it('the settled sum has the sales', async () => {
  const payments = [payment('paid'), payment('confirmed', { sale: 250.5 }), payment('pending')];
  expect(await valueOf(payments, 'Settled')).toBe('CA$1,250.50');
});
