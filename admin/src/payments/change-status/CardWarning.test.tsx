import { render } from '@testing-library/react';
import { TestTranslationProvider } from 'react-admin';
import { expect, it } from 'vitest';
import type { CardState, PaymentCard } from '#domain/payments/payment-card';
import type { PaymentStatus } from '#domain/payments/payments';
import { CardWarning } from './PaymentStatusDialog.js';

const warningOf = (state: CardState | undefined, status: PaymentStatus) => {
  const card: PaymentCard = {
    provider: 'stripe',
    sessionId: 'cs_1',
    paymentIntentId: 'pi_1',
    live: true,
    refunded: 0,
    state: state ?? 'paid',
  };
  return render(
    <TestTranslationProvider
      translate={(key: string, { provider }: { provider?: string } = {}) => provider ?? key}
    >
      <CardWarning payment={state ? { card } : {}} status={status} />
    </TestTranslationProvider>,
  ).container.textContent;
};

it.each<[CardState, PaymentStatus]>([
  ['paid', 'refunded'],
  ['paid', 'failed'],
  ['paid', 'pending'],
  ['processing', 'paid'],
  ['refunded', 'paid'],
  ['failed', 'confirmed'],
])('a payment whose provider says %s is not marked as %s without a warning', (state, status) =>
  expect(warningOf(state, status)).toBe('Stripe'),
);

it.each<[CardState | undefined, PaymentStatus]>([
  ['paid', 'paid'],
  ['paid', 'confirmed'],
  ['processing', 'pending'],
  ['refunded', 'refunded'],
  [undefined, 'refunded'],
])('a payment whose provider says %s is marked as %s without one', (state, status) =>
  expect(warningOf(state, status)).toBe(''),
);
