import { fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Candidate } from '#domain/bank/candidates';
import type { TransactionRecord } from '../../data/records.js';
import { i18nProvider } from '../../app/resources.js';
import { MatchForm } from './MatchForm.js';
import type { TransactionActions } from './useTransactionActions.js';

beforeAll(() => (Element.prototype.scrollIntoView = () => {}));
afterAll(() => Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));

it('says what more could be refunded once it is answered whether the refund was recorded already', () => {
  const candidate = {
    ...{ paymentId: 'p', referenceNumber: 'CRTS-OTN-9F3A2C-482913', customer: { _id: 'c', fullName: 'Ann' } },
    ...{ amount: 2256.61, currency: 'CAD', status: 'paid', due: 0, open: 0, refundable: 2056.11, why: [] },
    refundsByHand: [{ _id: 'e', amount: 200.5, way: 'other', day: '2026-11-28' }],
  } as Candidate;
  const row = {
    ...{ id: 't', day: '2026-11-29', text: 'REFUND', amount: -200.5, rest: -200.5, currency: 'CAD' },
    ...{ state: 'review', candidates: [candidate], allocations: [], version: 1, shortfallLimit: 50 },
  } as unknown as TransactionRecord;
  render(
    <MemoryRouter>
      <CoreAdminContext i18nProvider={i18nProvider}>
        <MatchForm
          transaction={row}
          actions={{ busyWith: () => undefined } as unknown as TransactionActions}
          isPartial={false}
        />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Choose/ }));
  expect(screen.getByText(/^Answer first whether/)).toBeTruthy();
  expect(screen.queryByText(/more could be refunded/)).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: /^Yes/ }));
  expect(screen.getByText(/CA\$2,056.11 more could be refunded/)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /^No/ }));
  expect(screen.getByText(/CA\$1,855.61 more could be refunded/)).toBeTruthy();
});
