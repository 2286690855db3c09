import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInOffice } from '../../app/testing.js';
import { answering } from '../../data/testing.js';
import { ExportsProvider } from '../../ui/exports/ExportsProvider.js';
import { Reports } from './Reports.js';

it('lists of each overdue payment what is asked for by now, beside its day', async () => {
  const payment = (_id: string, more: object) => ({
    _id,
    referenceNumber: `CRTS-${_id}`,
    amount: 2256.61,
    currency: 'CAD',
    customerId: null,
    due: 2256.61,
    transferDate: '2026-11-01',
    ...more,
  });
  const payments = [
    payment('PARTS', { askedNow: { amount: 564.15, due: '2026-11-10' } }),
    payment('BEGUN', { due: 256.61 }),
  ];
  const summary = {
    revenue: { currencies: [], usd: 0, months: [] },
    statuses: [],
    methods: [],
    countries: [],
    overdue: { total: 2, payments },
  };
  const call = answering({
    'GET /reports/summary': () => summary,
    'GET /counts': () => ({ timeZone: 'UTC' }),
  });
  renderInOffice(
    <ExportsProvider>
      <Reports />
    </ExportsProvider>,
    { call },
  );
  const overdue = within(await screen.findByRole('region', { name: 'Overdue Payments' }));
  const textOf = (reference: string) =>
    overdue.getByRole('link', { name: reference }).closest('li, tr')!.textContent;
  expect(textOf('CRTS-PARTS')).toMatch(/CA\$564\.15.*Nov 10, 2026/);
  expect(textOf('CRTS-BEGUN')).toContain('CA$256.61');
});
