import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Order } from '#domain/visitor/orders';
import { OrderStatusNotice } from './OrderStatusNotice.js';

afterEach(cleanup);

it('speaks of a receipt where there is one alone', () => {
  const order = { status: 'received', amount: { value: 61, currency: 'CAD' }, due: 0 } as Order;
  const receipt = { company: 'Sample Company', paidOn: '2026-11-21', amount: 61, currency: 'CAD' } as const;
  const { rerender } = render(<OrderStatusNotice status="received" order={{ ...order, receipt }} />);
  screen.getByText(/print the receipt/);
  rerender(<OrderStatusNotice status="received" order={order} />);
  expect(screen.queryByText(/print the receipt/)).toBeNull();
});
