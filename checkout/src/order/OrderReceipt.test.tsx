import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Order, printFragment } from '#domain/visitor/orders';
import { OrderReceipt } from './OrderPage.js';

afterEach(() => vi.unstubAllGlobals());

const receipt = {
  company: 'Sample Company',
  amount: 2256.61,
  currency: 'CAD',
  paidOn: '2026-11-21',
  refunded: 0,
};
const order = { reference: 'R', name: 'Ann Example', method: 'interac' } as Order;

function show(address: string) {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  history.replaceState(null, '', address);
  render(<OrderReceipt order={order} receipt={receipt as NonNullable<Order['receipt']>} />);
  screen.getByRole('heading', { name: 'Receipt' });
  return print;
}

it('is printed once where the address asks for it', () => {
  expect(show(`/order/R/token${printFragment}`)).toHaveBeenCalledOnce();
  expect(location.href).toMatch(/\/order\/R\/token$/);
});

it('is printed by its button only otherwise', () => {
  expect(show('/order/R/token')).not.toHaveBeenCalled();
});
