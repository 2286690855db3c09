import { describe, expect, it } from 'vitest';
import { type CheckoutAction, checkoutReducer, stateAt } from './checkoutState.js';
import { emptyProgress, reachableStep } from './progress.js';
import { aPurchase, aRequest } from '../fixtures.js';

const run = (...actions: CheckoutAction[]) =>
  actions.reduce(checkoutReducer, stateAt(emptyProgress, 'location'));

const toOntario: CheckoutAction[] = [
  { type: 'locationChanged', change: { country: 'canada' } },
  { type: 'locationChanged', change: { province: 'ontario' } },
  { type: 'wentTo', step: 'payment' },
];
const failure = { message: 'No', fields: { email: 'Invalid email format', city: 'City is required' } };

describe('the location', () => {
  it('clears a province or state that no longer applies', () => {
    const { location } = run(...toOntario, { type: 'locationChanged', change: { country: 'usa' } });
    expect(location).toEqual({ country: 'usa', province: '', state: '' });
  });

  it('has to be complete before the payment options', () => {
    expect(run({ type: 'wentTo', step: 'payment' }).step.name).toBe('location');
    expect(run(...toOntario).step.name).toBe('payment');
  });
});

describe('parts', () => {
  const parts = [{ share: 0.5 }, { share: 0.5, days: 30 }];
  const chosen: CheckoutAction[] = [...toOntario, { type: 'partsChosen', parts }];

  it('stay chosen in the country that offers them', () => {
    expect(run(...chosen, { type: 'locationChanged', change: { province: 'quebec' } }).parts).toBe(parts);
    expect(run(...chosen, { type: 'locationChanged', change: { country: 'usa' } }).parts).toBeUndefined();
    expect(run(...chosen, { type: 'partsChosen', parts: undefined }).parts).toBeUndefined();
  });

  it('that are withdrawn lead back to the payment options, which say so until the next choice', () => {
    const withdrawn = run(
      ...chosen,
      { type: 'methodChosen', method: 'interac' },
      { type: 'partsWithdrawn', failure },
    );
    expect(withdrawn).toMatchObject({
      step: { name: 'payment' },
      parts: undefined,
      method: 'interac',
      submission: { status: 'failed', failure },
    });
    const again = checkoutReducer(withdrawn, { type: 'partsChosen', parts });
    expect(again).toMatchObject({ parts, submission: { status: 'idle' } });
  });
});

describe('the method', () => {
  it('leads to the details, except for a credit card, which is only recorded', () => {
    expect(run(...toOntario, { type: 'methodChosen', method: 'interac' }).step.name).toBe('details');
    const card = run(...toOntario, { type: 'methodChosen', method: 'creditCard' });
    expect(card).toMatchObject({ method: 'creditCard', step: { name: 'payment' } });
  });

  it('is cleared by a country that does not offer it, and kept by one that does', () => {
    const american = run(
      { type: 'locationChanged', change: { country: 'usa', state: 'new_york' } },
      { type: 'wentTo', step: 'payment' },
      { type: 'methodChosen', method: 'bankTransfer' },
    );
    const moveTo = (country: 'canada' | 'other') =>
      checkoutReducer(american, { type: 'locationChanged', change: { country } });
    expect(moveTo('other').method).toBe('');
    expect(moveTo('canada').method).toBe('bankTransfer');
  });

  it('does not lead to the details of a location that does not offer it', () => {
    const state = run(
      ...toOntario,
      { type: 'methodChosen', method: 'interac' },
      { type: 'locationChanged', change: { country: 'other' } },
      { type: 'wentTo', step: 'details' },
    );
    expect(state.step.name).toBe('payment');
  });
});

describe('the thank-you page', () => {
  const completed: CheckoutAction = { type: 'completed', purchase: aPurchase() };

  it('is out of reach without a purchase', () => {
    expect(run(...toOntario, { type: 'wentTo', step: 'thankYou' }).step.name).toBe('payment');
  });

  it('shows itself when the answer comes, wherever the visitor has gone meanwhile', () => {
    const state = run(...toOntario, { type: 'sent' }, { type: 'wentTo', step: 'location' }, completed);
    expect(state.step).toEqual({ name: 'thankYou', purchase: aPurchase() });
  });

  it('leads back to the details of a transfer, else to the methods', () => {
    const transfer = run(...toOntario, { type: 'methodChosen', method: 'bankTransfer' }, completed);
    expect(reachableStep(transfer, 'details').name).toBe('details');
    const card = run(...toOntario, completed, { type: 'methodChosen', method: 'creditCard' });
    expect(reachableStep(card, 'details').name).toBe('payment');
  });

  it('keeps the earlier references beside a second one, and no reference twice', () => {
    const second = aPurchase({ key: 'ffffffff-ffff-4fff-8fff-ffffffffffff', referenceNumber: 'SECOND' });
    const { purchases } = run(completed, { type: 'completed', purchase: second }, completed);
    expect(purchases.map(({ referenceNumber }) => referenceNumber)).toEqual([
      'SECOND',
      aPurchase().referenceNumber,
    ]);
  });

  it('forgets everything on a new checkout, so that nothing of the last purchase is in reach', () => {
    const restarted = run(...toOntario, completed, { type: 'restarted' });
    expect(restarted).toEqual(stateAt(emptyProgress, 'location'));
    const back = checkoutReducer(restarted, { type: 'wentTo', step: 'thankYou' });
    expect(back.step).toEqual({ name: 'location' });
  });
});

describe('a failed submission', () => {
  const failed: CheckoutAction[] = [
    ...toOntario,
    { type: 'methodChosen', method: 'interac' },
    { type: 'sent', attempt: { key: aPurchase().key, sent: [aRequest()] } },
    { type: 'failed', failure },
  ];

  it('stays on the details and keeps the attempt, so that the next try has the same key', () => {
    expect(run(...failed)).toMatchObject({ step: { name: 'details' }, attempt: { key: aPurchase().key } });
  });

  it('takes a field’s message away once that field is edited', () => {
    const { submission } = run(...failed, { type: 'detailsChanged', change: { email: 'a@b.ca' } });
    expect(submission).toEqual({
      status: 'failed',
      failure: { ...failure, fields: { city: 'City is required' } },
    });
  });

  it('is forgotten when the visitor leaves the step', () => {
    expect(run(...failed, { type: 'wentTo', step: 'payment' }).submission.status).toBe('idle');
  });

  it('asks for a confirmation when it turns out to have become a payment after all', () => {
    const state = run(...failed, { type: 'recovered', purchase: aPurchase() });
    expect(state).toMatchObject({ submission: { status: 'confirming' }, purchases: [aPurchase()] });
    expect(state.attempt).toBeUndefined();
  });
});
