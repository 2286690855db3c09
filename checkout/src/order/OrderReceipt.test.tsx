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

function show(address: string, money?: Order['money']) {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  history.replaceState(null, '', address);
  render(
    <OrderReceipt
      order={{ ...order, ...(money && { money }) }}
      receipt={receipt as NonNullable<Order['receipt']>}
    />,
  );
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

it('names what went back before the payment was paid, as all of the money that came is named', () => {
  const day = '2026-11-20';
  show('/order/R/token', {
    currency: 'CAD',
    payments: [
      { day, way: 'cash', amount: 400 },
      { day, way: 'bank', amount: 2056.61 },
    ],
    returned: [{ day, way: 'cash', amount: 200 }],
  });
  const rows = screen
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
  expect(rows).toEqual(expect.arrayContaining(['Amount: CA$2,456.61', 'Refunded: CA$200.00']));
});
