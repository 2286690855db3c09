import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
import { UndoContext, type UndoOffer } from '../../ui/undo/undo.js';
import { answering } from '../../data/testing.js';
import { pendingPayment } from '../testing.js';
import { PlanDialog } from './PlanDialog.js';

const payment = {
  ...pendingPayment,
  transferDate: '2099-01-05T00:00:00.000Z',
  due: 1000,
};
const plan = [
  { amount: 250, due: '2030-01-05' },
  { amount: 750, due: '2030-03-05' },
];
const others = [
  { amount: 200, due: '2030-01-06' },
  { amount: 300, due: '2030-02-06' },
  { amount: 500, due: '2030-04-06' },
];
const setPlan = vi.fn();
let offers: UndoOffer[] = [];

/** The dialog of a payment, and a button by which a colleague changes that payment. */
function Dialog({ given }: { given: object }) {
  const [stored, setStored] = useState(given);
  return (
    <>
      <PlanDialog payment={stored as never} onClose={() => undefined} />
      <button onClick={() => setStored({ ...given, version: 5, plan: others })}>Change</button>
    </>
  );
}

async function show(values: object = {}) {
  vi.resetAllMocks();
  offers = [];
  const call = answering({
    'GET /counts': () => ({ timeZone: 'UTC' }),
    'PUT /payments/{id}/plan': setPlan,
  });
  setPlan.mockImplementation(({ body: { plan: parts } }) =>
    Promise.resolve({ ...payment, version: 5, plan: parts ?? undefined }),
  );
  renderInOffice(
    <UndoContext.Provider value={(offer) => offers.push(offer)}>
      <Dialog given={{ ...payment, ...values }} />
    </UndoContext.Provider>,
    { call },
  );
  await screen.findAllByLabelText('Amount (CAD)');
}
const amounts = () => screen.getAllByLabelText<HTMLInputElement>(/^Amount \(CAD\)/);
const days = () => screen.getAllByLabelText<HTMLInputElement>(/^Day/);
const type = (input: HTMLInputElement | undefined, value: string) =>
  fireEvent.change(input!, { target: { value } });
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

it('says what is missing while it is typed, gives the rest to the last part, and offers the former state', async () => {
  await show();
  expect(screen.getByRole('status').textContent).toBe('CA$1,000.00 is missing');
  expect(days().map(({ value }) => value)).toEqual(['2099-01-05', '']);
  type(amounts()[0], '2,50');
  expect(screen.getByRole('status').textContent).toBe('CA$997.50 is missing');
  type(amounts()[0], '250');
  expect(save().disabled).toBe(true);
  await press('Rest to Last Part');
  expect(amounts().map(({ value }) => value)).toEqual(['250', '750.00']);
  expect(screen.getByRole('status').textContent).toBe('The parts add up to CA$1,000.00');
  await press('Save');
  await screen.findByText('Day must be within ten years');
  await screen.findByText('Day must be a date (YYYY-MM-DD)');
  expect(setPlan).not.toHaveBeenCalled();
  type(days()[0], '2030-01-05');
  type(days()[1], '2030-03-05');
  await press('Save');
  expect(setPlan).toHaveBeenCalledWith({ id: 'p', body: { plan, version: 4 } });
  await act(() => offers[0]!.undo());
  expect(setPlan).toHaveBeenLastCalledWith({
    id: 'p',
    body: { plan: null, transferDate: payment.transferDate, version: 5 },
  });
});

it('changes the parts of a plan, ends it, and puts it back', async () => {
  await show({ plan: plan.map((part) => ({ ...part, open: part.amount, state: 'due' })) });
  expect(amounts().map(({ value }) => value)).toEqual(['250.00', '750.00']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove Part 1' }).disabled).toBe(true);
  await press('Add Part');
  expect(amounts()).toHaveLength(3);
  await press('Remove Part 2');
  expect(amounts().map(({ value }) => value)).toEqual(['250.00', '']);
  await press('Pay at Once');
  expect(setPlan).toHaveBeenCalledWith({ id: 'p', body: { plan: null, version: 4 } });
  await act(() => offers[0]!.undo());
  expect(setPlan).toHaveBeenLastCalledWith({ id: 'p', body: { plan, version: 5 } });
});

it('keeps the parts as they were typed where a colleague changed the plan meanwhile, and says so', async () => {
  await show({ plan });
  type(days()[1], '2030-05-05');
  setPlan.mockRejectedValueOnce(new HttpError('Changed by someone else', 409));
  await press('Save');
  fireEvent.click(screen.getByText('Change'));
  // The hint below the parts is that of the colleague's plan.
  await screen.findByText(/Apr 6, 2030/);
  expect(screen.getByText('Changed by someone else')).toBeDefined();
  expect(amounts().map(({ value }) => value)).toEqual(['250.00', '750.00']);
  expect(days().map(({ value }) => value)).toEqual(['2030-01-05', '2030-05-05']);
});
