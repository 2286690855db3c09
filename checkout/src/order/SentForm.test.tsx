import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Order } from '#domain/visitor/orders';
import { FindOrder } from './FindOrder.js';
import { SentForm } from './SentForm.js';

afterEach(() => vi.unstubAllGlobals());

/** Two presses that come before React renders the first one's result. Returns the calls that write. */
async function pressTwice(name: string) {
  const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(new Response('{}')),
  );
  vi.stubGlobal('fetch', fetched);
  const button = screen.getByRole('button', { name });
  await act(async () => {
    button.click();
    button.click();
  });
  return fetched.mock.calls.filter(([, init]) => init?.method === 'POST').map(([url]) => url);
}

it('tells of a transfer once that is pressed twice', async () => {
  const order = { reference: 'R', saidSent: null } as unknown as Order;
  render(<SentForm order={order} path="/orders/R/token" onSaved={() => Promise.resolve()} />);
  expect(await pressTwice('I Have Sent It')).toEqual(['/api/orders/R/token/sent']);
});

it('asks for the links of an address once that is pressed twice', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  render(<FindOrder />);
  const field = screen.getByLabelText<HTMLInputElement>('Email');
  field.value = 'ann@example.com';
  expect(await pressTwice(screen.getAllByRole('button').at(-1)!.textContent)).toEqual(['/api/orders/links']);
});

it('says nothing of an address that was changed before the answer came', async () => {
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal('fetch', (url: string) =>
    url.endsWith('/links')
      ? new Promise<Response>((resolve) => (answer = resolve))
      : Promise.resolve(new Response('{}')),
  );
  render(<FindOrder />);
  const field = screen.getByLabelText<HTMLInputElement>('Email');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('ann@exampel.com');
  fireEvent.submit(field.form!);
  type('ann@example.com');
  await act(async () => answer(new Response(JSON.stringify({ message: 'Links are on their way' }))));
  expect(screen.queryByText('Links are on their way')).toBeNull();
  fireEvent.submit(field.form!);
  await act(async () => answer(new Response(JSON.stringify({ message: 'Links are on their way' }))));
  screen.getByText('Links are on their way');
});

it('says of an address only what its own answer says, however late that of the one before comes', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', (url: string) =>
    url.endsWith('/links')
      ? new Promise<Response>((resolve) => answers.push(resolve))
      : Promise.resolve(new Response('{}')),
  );
  render(<FindOrder />);
  const field = screen.getByLabelText<HTMLInputElement>('Email');
  for (const value of ['ann@exampel.com', 'ann@example.com']) {
    fireEvent.change(field, { target: { value } });
    fireEvent.submit(field.form!);
  }
  await act(async () => answers[0]!(new Response(JSON.stringify({ message: 'Links are on their way' }))));
  expect(screen.queryByText('Links are on their way')).toBeNull();
  const refusal = { status: 429 };
  await act(async () => answers[1]!(new Response(JSON.stringify({ message: 'Too many requests' }), refusal)));
  screen.getByText('Too many requests');
});
