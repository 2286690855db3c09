import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { RecordContextProvider } from 'react-admin';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { useQueryClient } from '@tanstack/react-query';
import { renderInOffice } from '../../app/testing.js';
import { answering } from '../../data/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { PaymentDocuments } from './PaymentDocuments.js';

// The tests' browser has no layout to scroll.
beforeAll(() => (Element.prototype.scrollIntoView = () => {}));
afterAll(() => Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));

const payment = {
  id: 'p',
  _id: 'p',
  referenceNumber: 'CRTS-OTN-P',
  status: 'paid',
  version: 4,
  amount: 1000,
  currency: 'CAD',
  tax: { country: 'canada', province: 'on', label: 'HST', rate: 0.13 },
};
const invoice = {
  _id: 'i',
  number: 'INV-1',
  kind: 'invoice',
  day: '2026-11-20',
  total: 1000,
  currency: 'CAD',
  buyer: { name: 'Ann', address: ['1 Main Street', 'Ottawa'] },
};
const others = {
  ...invoice,
  _id: 'j',
  number: 'INV-2',
  buyer: { name: 'Bea Ltd', address: ['2 Side Street'] },
};
const getDocuments = vi.fn();
const issue = vi.fn();
const setPlace = vi.fn();

/** The documents of a payment, and a button by which a colleague changes both. */
function Page({ status = payment.status }) {
  const client = useQueryClient();
  const [stored, setStored] = useState<object>({ ...payment, status });
  const change = () => {
    setStored({ ...payment, version: 5, tax: { country: 'usa', label: 'Export', rate: 0 } });
    getDocuments.mockReturnValue({ documents: [others] });
    void client.invalidateQueries();
  };
  return (
    <RecordContextProvider value={stored}>
      <PaymentDocuments />
      <button onClick={change}>Change</button>
    </RecordContextProvider>
  );
}

async function show(first: string | RegExp = 'INV-1', documents = [invoice], status?: string) {
  vi.resetAllMocks();
  signInAs('admin');
  getDocuments.mockReturnValue({ documents });
  const call = answering({
    'GET /counts': () => ({ timeZone: 'UTC', documents: true }),
    'GET /documents': getDocuments,
    'POST /payments/{id}/documents': issue,
    'POST /payments/{id}/tax-place': setPlace,
  });
  renderInOffice(<Page status={status} />, { call });
  await screen.findByText(first);
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const pressIn = (name: string) =>
  act(async () => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name })));

it('keeps the place as it was chosen where a colleague set another one meanwhile', async () => {
  await show();
  await press('Set Tax Place');
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /Province/ }));
  fireEvent.click(screen.getByRole('option', { name: 'Alberta' }));
  setPlace.mockRejectedValueOnce(new HttpError('Changed by someone else', 409));
  await pressIn('Set Tax Place');
  fireEvent.click(screen.getByText('Change'));
  await pressIn('Set Tax Place');
  expect(setPlace.mock.calls.map(([{ body }]) => body as unknown)).toEqual([
    { country: 'canada', province: 'alberta', version: 4 },
    { country: 'canada', province: 'alberta', version: 5 },
  ]);
});

it('keeps the buyer as typed where a colleague corrected the invoice meanwhile, and names the one that stands', async () => {
  await show();
  await press('Issue Corrected Invoice');
  fireEvent.change(screen.getByLabelText(/Name/), { target: { value: 'Ann Ltd' } });
  fireEvent.click(screen.getByText('Change'));
  await screen.findByText(/INV-2 .*/, { selector: 'p' });
  await pressIn('Issue Corrected Invoice');
  expect(issue).toHaveBeenCalledWith({
    id: 'p',
    body: { buyer: { name: 'Ann Ltd', address: '1 Main Street\nOttawa' } },
  });
});

it.each([
  ['pending', 'No documents yet. An invoice is issued soon after the payment is settled.', 0],
  ['paid', 'No documents yet.', 1],
])('says of a %s payment without papers what comes by itself, or offers it', async (status, text, offers) => {
  await show(/^No documents yet/, [], status);
  expect(screen.getByText(/^No documents yet/).textContent).toBe(text);
  expect(screen.queryAllByRole('button', { name: 'Issue Now' })).toHaveLength(offers);
});
