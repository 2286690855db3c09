import fc from 'fast-check';
import { asCents, sum, toCents } from '../platform/money.js';
import {
  namedParts,
  partsFilled,
  partSums,
  planErrors,
  planInText,
  resizedPlan,
  shownPlan,
  splitByShares,
} from './plan.js';
import type { PlannedPart } from './plan-parts.js';

const today = '2026-11-28';
const plan: PlannedPart[] = [
  { amount: 564.15, due: '2026-11-28' },
  { amount: 1692.46, due: '2027-01-27' },
];
const payment = { status: 'pending' as const, amount: 2256.61, due: 2256.61, plan };

/** Two to twelve parts of a random amount, with their total. */
const plans = fc
  .array(fc.integer({ min: 1, max: 500_000 }), { minLength: 2, maxLength: 12 })
  .map((cents) => cents.map((amount, index) => ({ amount: amount / 100, due: `2027-01-${10 + index}` })));

it('splits a total by shares, half up, and leaves the rest to the last part', () => {
  expect(splitByShares(2256.61, [0.25, 0.75])).toEqual([564.15, 1692.46]);
  expect(splitByShares(100, [0.3333, 0.3333, 0.3334])).toEqual([33.33, 33.33, 33.34]);
  expect(splitByShares(0.1, [0.25, 0.75])).toEqual([0.03, 0.07]);
});

it('shows the parts, their states, and what is asked now', () => {
  expect(shownPlan(payment, today)).toEqual({
    plan: [
      { ...plan[0], open: 564.15, state: 'due' },
      { ...plan[1], open: 1692.46, state: 'due' },
    ],
    askedNow: { amount: 564.15, due: '2026-11-28' },
  });
  expect(shownPlan({ ...payment, due: 2156.61 }, '2026-11-29')).toEqual({
    plan: [
      { ...plan[0], open: 464.15, state: 'overdue' },
      { ...plan[1], open: 1692.46, state: 'due' },
    ],
    askedNow: { amount: 464.15, due: '2026-11-28' },
  });
  expect(shownPlan({ ...payment, due: 1000 }, today)).toMatchObject({
    plan: [{ state: 'paid' }, { state: 'partly', open: 1000 }],
    askedNow: { amount: 1000, due: '2027-01-27' },
  });
  expect(shownPlan(payment, '2027-01-27').askedNow).toEqual({ amount: 2256.61, due: '2026-11-28' });
});

it('has no states where nothing is expected, and asks for nothing of what is not pending', () => {
  expect(shownPlan({ ...payment, status: 'cancelled' }, today)).toEqual({
    plan: [
      { ...plan[0], open: 564.15 },
      { ...plan[1], open: 1692.46 },
    ],
  });
  const settled = shownPlan({ ...payment, status: 'paid', due: 0 }, '2028-01-01');
  expect(settled.plan?.map(({ state }) => state)).toEqual(['paid', 'paid']);
  expect(settled).not.toHaveProperty('askedNow');
  expect(shownPlan({ ...payment, plan: undefined }, today)).toEqual({});
});

it('quotes parts and what is asked in the currency shown to the visitor', () => {
  const quoted = {
    ...payment,
    amount: 1997,
    due: 1997,
    quoted: { amount: 1997.01, currency: 'CAD' as const },
  };
  const two = [
    { amount: 499.25, due: '2026-11-28' },
    { amount: 1497.75, due: '2027-01-27' },
  ];
  const shown = shownPlan({ ...quoted, plan: two }, today);
  expect(shown.plan?.map((part) => part.quoted)).toEqual([499.25, 1497.76]);
  expect(shown.askedNow).toEqual({ amount: 499.25, due: '2026-11-28', quoted: 499.25 });
  expect(shownPlan({ ...quoted, plan: two, due: 1597.75 }, today).askedNow?.quoted).toBe(100);
});

it('has open parts that add up to what is due, and sums that finish parts', () => {
  fc.assert(
    fc.property(plans, fc.double({ min: 0, max: 1, noNaN: true }), (parts, share) => {
      const amount = sum(parts.map((part) => part.amount));
      const due = Math.round(amount * 100 * share) / 100;
      const planned = { status: 'pending' as const, amount, due, plan: parts };
      expect(sum(shownPlan(planned, today).plan!.map(({ open }) => open))).toBe(due);
      expect(partSums(planned).at(-1)?.cents ?? 0).toBe(toCents(due));
    }),
  );
});

it('names the parts that money fills', () => {
  const filled = (before: number, after: number) => partsFilled(plan, toCents(before), toCents(after));
  expect(filled(0, 564.15)).toEqual([1]);
  expect(filled(0, 600)).toEqual([1, 2]);
  expect(filled(564.15, 2256.61)).toEqual([2]);
  expect(partsFilled(plan, asCents(10), asCents(10))).toEqual([]);
  expect(partSums({ ...payment, due: 2000 }).map(({ parts }) => parts)).toEqual([[1], [1, 2]]);
  expect(namedParts([1], 2)).toBe('part 1 of 2');
  expect(namedParts([1, 2, 3], 4)).toBe('parts 1, 2 and 3 of 4');
});

it('refuses a plan that does not add up, whose days do not rise, or of one part', () => {
  const errors = (parts: unknown) => planErrors(parts, { amount: 2256.61, currency: 'CAD' }, today);
  expect(errors(plan)).toEqual({});
  expect(errors(plan.slice(1))).toEqual({ plan: 'A plan has 2 to 12 parts' });
  expect(errors('x')).toEqual({ plan: 'A plan has 2 to 12 parts' });
  expect(errors([null, 1])).toEqual({ plan: 'A part has an amount and a day' });
  expect(errors([plan[0], { ...plan[1], amount: 1692 }])).toEqual({
    plan: 'The parts are CA$0.46 less than the payment',
  });
  expect(errors([plan[0], { amount: 0.001, due: '2026-11-28' }])).toEqual({
    'plan.1.amount': 'Amount can have at most two decimals',
    'plan.1.due': 'Day must be after that of the part before',
  });
  expect(
    errors([
      { amount: -1, due: '1026-11-28' },
      { amount: '5', due: '2099-01-01' },
    ]),
  ).toEqual({
    'plan.0.amount': 'Amount must be a positive number',
    'plan.0.due': 'Day must not be before Jan 1, 2000',
    'plan.1.amount': 'Amount must be a positive number',
    'plan.1.due': 'Day must be within ten years',
  });
});

it('gives the difference of a changed amount to the last part', () => {
  expect(resizedPlan(plan, 2000)).toEqual([plan[0], { ...plan[1], amount: 1435.85 }]);
  expect(resizedPlan(plan, 564.15)).toBeUndefined();
});

it('writes a plan in a line of text', () => {
  expect(planInText(plan)).toBe('564.15 by 2026-11-28; 1,692.46 by 2027-01-27');
});
