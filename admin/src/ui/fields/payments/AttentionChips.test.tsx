import { cleanup, render } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { PaymentCard } from '#domain/payments/payment-card';
import type { Payment } from '#domain/payments/payments';
import { i18nProvider } from '../../../app/resources.js';
import { AttentionChips, DisputeChip } from './AttentionChips.js';

afterEach(cleanup);

const card = { provider: 'stripe', live: true, state: 'refunded', refunded: 0 } as PaymentCard;
const textOf = (fields: Partial<Payment>) =>
  render(
    <MemoryRouter>
      <CoreAdminContext i18nProvider={i18nProvider}>
        <AttentionChips payment={{ surplus: 0, received: 0, refunded: 0, currency: 'CAD', ...fields }} />
      </CoreAdminContext>
    </MemoryRouter>,
  ).container.textContent;

it.each<[Partial<Payment>, string]>([
  [{ attention: ['giveBack'], surplus: 500, received: 1500 }, 'Surplus CA$500.00'],
  [{ attention: ['giveBack'], received: 400.3, refunded: 0.1 }, 'To Give Back CA$400.20'],
  [{ attention: ['differsFromCard'], card }, 'Differs from Stripe'],
  [{ attention: ['overReturned'], refunded: 25 }, 'CA$25.00 Too Much Given Back'],
  [{ received: 400 }, ''],
])('a payment with %o says %s', (fields, text) => expect(textOf(fields)).toBe(text));

it.each<[object, boolean, string]>([
  [{ status: 'needs_response', dueBy: '2026-12-09T12:00:00.000Z' }, false, 'Disputed · Respond by Dec 9'],
  [{ status: 'needs_response', dueBy: '2026-12-09T12:00:00.000Z' }, true, 'Disputed'],
  [{ status: 'under_review', dueBy: null }, false, 'Disputed'],
  [{ status: 'lost', dueBy: null }, false, ''],
])('a payment with the dispute %o says, in a row (%s), "%s"', (dispute, isShort, text) => {
  const { container } = render(
    <MemoryRouter>
      <CoreAdminContext i18nProvider={i18nProvider}>
        <DisputeChip payment={{ card: { ...card, dispute: dispute as never } }} isShort={isShort} />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  expect(container.textContent).toBe(text);
});
