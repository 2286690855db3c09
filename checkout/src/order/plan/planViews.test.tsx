import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Order } from '#domain/visitor/orders';
import { loadPlanViews } from './planViews.js';

const { Notice, Pay } = await loadPlanViews();

const order = {
  reference: 'R',
  status: 'partly',
  amount: { value: 2000, currency: 'CAD' },
  received: 500,
  due: 1500,
  plan: [
    { amount: 800, due: '2026-11-01', open: 300, state: 'partly' },
    { amount: 1200, due: '2027-01-27', open: 1200, state: 'due' },
  ],
  askedNow: { amount: 300, due: '2026-11-01' },
  receipts: [{ day: '2026-10-30', amount: 500 }],
  instructions: 'Send 300.00 CAD',
} as Partial<Order> as Order;

describe('the page of a payment with a plan', () => {
  it('asks for what is due now, beside the whole, and lists parts and receipts', () => {
    render(<Pay order={order} />);
    expect(document.querySelector('.pay-value')?.textContent).toBe('CA$300.00');
    expect(document.querySelector('.pay-whole')?.textContent).toBe(
      'CA$1,500.00 is still to pay in all. You may also pay all of it now.',
    );
    const rows = [...document.querySelectorAll('.summary-row')].map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'By Nov 1, 2026CA$800.00CA$300.00 is open',
      'By Jan 27, 2027CA$1,200.00To pay',
      'Oct 30, 2026CA$500.00',
    ]);
  });

  it('names the next part, one that is late as such, and an announced transfer instead', () => {
    const { rerender } = render(<Notice status="partly" order={order} />);
    const text = () => document.querySelector('.alert')!.textContent;
    expect(text()).toContain('CA$500.00 of CA$2,000.00 has arrived.');
    expect(text()).toContain('The next part is CA$300.00, by Nov 1, 2026.');
    expect(document.querySelector('.alert-info')).toBeTruthy();
    const late: Order = { ...order, plan: order.plan!.map((part) => ({ ...part, state: 'overdue' })) };
    rerender(<Notice status="partly" order={late} />);
    expect(text()).toContain('CA$300.00 was due on Nov 1, 2026.');
    expect(document.querySelector('.alert-warning')).toBeTruthy();
    rerender(<Notice status="partly" order={{ ...late, saidSent: { date: '2026-11-03', at: '' } }} />);
    expect(text()).toContain('You told us that you sent it on Nov 3, 2026.');
    expect(text()).not.toContain('was due');
  });
});
