import { act, fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { useLeadOn } from './useLeadOn.js';

function Form({ answer }: { answer: Promise<void> }) {
  const leadOn = useLeadOn();
  return <button onClick={() => void answer.then(() => leadOn('/saved', '/mails/a'))}>Save</button>;
}

const Address = () => <output>{useLocation().pathname}</output>;

it.each([
  ['on from its page', undefined, '/saved'],
  ['nowhere from another page that was opened meanwhile', '/payments/new', '/payments/new'],
  ['nowhere from the page of another record', '/mails/b', '/mails/b'],
])('the answer to a write leads %s', async (_, opened, to) => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  render(
    <MemoryRouter initialEntries={['/mails/a']}>
      <Address />
      {opened && <Link to={opened}>Other page</Link>}
      <Routes>
        <Route path="/mails/:id" element={<Form answer={promise} />} />
        <Route path="*" element={null} />
      </Routes>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button'));
  if (opened) fireEvent.click(screen.getByRole('link'));
  await act(async () => resolve());
  expect(screen.getByRole('status').textContent).toBe(to);
});
