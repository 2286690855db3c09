import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../texts/language.js';
import { OrderPage } from './OrderPage.js';

afterEach(() => {
  vi.unstubAllGlobals();
  show({ language: 'en' });
});

it('keeps what the latest call told where the answer to an earlier one comes after it', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise((answer) => answers.push(answer)));
  const order = {
    reference: 'R',
    status: 'received',
    amount: { value: 1, currency: 'CAD' },
    email: 'a@b.ca',
  };
  const answer = (at: number, name: string) =>
    act(async () => answers[at]!(new Response(JSON.stringify({ ...order, method: 'interac', name }))));
  render(<OrderPage path="/orders/R/token" />);
  // Another language asks again, in that one.
  act(() => show({ language: 'fr' }));
  expect(answers).toHaveLength(2);
  await answer(1, 'Latest');
  await screen.findByText('Latest');
  await answer(0, 'Earlier');
  expect(screen.queryByText('Earlier')).toBeNull();
  screen.getByText('Latest');
});
