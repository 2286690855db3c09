import { render } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { PaymentCard } from '#domain/payments/payment-card';
import type { Payment } from '#domain/payments/payments';
import { i18nProvider } from '../../../app/resources.js';
import { AttentionChips, DisputeChip, MoneyMarkChip } from './fields.js';

const card = { provider: 'stripe', live: true, state: 'refunded', refunded: 0 } as PaymentCard;
const lost = { ...card, dispute: { status: 'lost' } } as PaymentCard;
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

it.each<[Partial<Payment>, string]>([
  [{ status: 'paid', received: 1000 }, ''],
  [{ status: 'paid', received: 1500, surplus: 500 }, 'Surplus'],
  [{ status: 'paid', received: 1000, refunded: 400, sale: 600 }, 'Partly Refunded'],
  [{ status: 'pending', received: 400, due: 600 }, 'Partly Received'],
  [{ status: 'refunded', received: 1000, refunded: 1000, card: lost }, 'Dispute Lost'],
])('beside the status of a payment with %o stands "%s"', (fields, text) => {
  const payment = { amount: 1000, received: 0, refunded: 0, due: 0, surplus: 0, ...fields } as Payment;
  const { container } = render(
    <CoreAdminContext i18nProvider={i18nProvider}>
      <MoneyMarkChip payment={payment} />
    </CoreAdminContext>,
  );
  expect(container.textContent).toBe(text);
});

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
