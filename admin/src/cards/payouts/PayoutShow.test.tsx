import { fireEvent, screen } from '@testing-library/react';
import { RecordContextProvider, ResourceContextProvider, ShowContextProvider } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
import { PayoutShow } from './PayoutShow.js';

const listed = {
  id: 'po_1',
  _id: 'po_1',
  day: '2026-11-05',
  currency: 'CAD',
  gross: 100,
  fee: 3,
  net: 97,
  state: 'open',
  lineCount: 2,
  withoutPayment: 0,
};

it('says why the lines of a payout of the list could not be read', async () => {
  const refetch = vi.fn();
  const state = {
    record: listed,
    resource: 'card-payouts',
    refetch,
    error: new HttpError('Too many requests', 429),
  };
  renderInOffice(
    <ResourceContextProvider value="card-payouts">
      <ShowContextProvider value={state as never}>
        <RecordContextProvider value={listed}>
          <PayoutShow />
        </RecordContextProvider>
      </ShowContextProvider>
    </ResourceContextProvider>,
  );
  await screen.findByText('Too many requests');
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(refetch).toHaveBeenCalled();
});
