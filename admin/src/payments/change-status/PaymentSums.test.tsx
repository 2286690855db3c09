import { render } from '@testing-library/react';
import { TestTranslationProvider } from 'react-admin';
import { expect, it } from 'vitest';
import { PaymentSums } from './PaymentStatusIcon.js';

const payments = [
  { id: '1', amount: 2256.61, due: 256.61, currency: 'CAD' as const },
  { id: '2', amount: 1000, due: 1000, currency: 'CAD' as const },
  { id: '3', amount: 1997, due: 97, currency: 'USD' as const },
];

const text = (isDue: boolean) =>
  render(
    <TestTranslationProvider
      translate={(_key: string, { amount }: { amount?: string } = {}) => `${amount} due`}
    >
      <PaymentSums payments={payments} isDue={isDue} />
    </TestTranslationProvider>,
  ).container.textContent;

it('the sums of selected payments add their amounts', () => {
  expect(text(false)).toBe(' · US$1,997.00 · CA$3,256.61');
});

it('the sums of overdue payments add what is due', () => {
  expect(text(true)).toBe(' · US$97.00 due · CA$1,256.61 due');
});
