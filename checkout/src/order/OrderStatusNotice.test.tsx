import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Order } from '#domain/visitor/orders';
import { OrderStatusNotice } from './OrderStatusNotice.js';

it('speaks of a receipt where there is one alone', () => {
  const order = { status: 'received', amount: { value: 61, currency: 'CAD' }, due: 0 } as Order;
  const receipt = { company: 'Sample Company', paidOn: '2026-11-21', amount: 61, currency: 'CAD' } as const;
  const { rerender } = render(<OrderStatusNotice status="received" order={{ ...order, receipt }} />);
  screen.getByText(/print the receipt/);
  rerender(<OrderStatusNotice status="received" order={order} />);
  expect(screen.queryByText(/print the receipt/)).toBeNull();
});

it('says what is kept of a cancelled payment, and what goes back', () => {
  const order = { status: 'cancelled', amount: { value: 61, currency: 'CAD' }, fee: 20.1 } as Order;
  const { rerender } = render(<OrderStatusNotice status="cancelled" order={{ ...order, received: 40.2 }} />);
  const text = () => screen.getByText(/is kept as a cancellation fee/).textContent;
  expect(text()).toBe('CA$20.10 is kept as a cancellation fee; CA$20.10 goes back to you.');
  rerender(<OrderStatusNotice status="cancelled" order={{ ...order, received: 20.1 }} />);
  expect(text()).toBe('CA$20.10 is kept as a cancellation fee.');
});
