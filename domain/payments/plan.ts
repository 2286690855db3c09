import {
  calendarDay,
  farthestExpected,
  firstTypedDay,
  formatDay,
  isCalendarDay,
  yearsAfter,
} from '../platform/dates.js';
import {
  asCents,
  type Cents,
  type Currency,
  formatAmount,
  formatCents,
  formatNamedMoney,
  fractionHalfUp,
  isWholeCents,
  sumOfCents,
  toAmount,
  toCents,
} from '../platform/money.js';
import type { Price } from '../places/prices.js';
import { isSettled, type PaymentStatus } from './payments.js';
import type { AskedNow, PartState, PlannedPart, PlanPart } from './plan-parts.js';

/** Fewest and most parts of a plan. */
export const planLength = { least: 2, most: 12 } as const;

/** The body of PUT /payments/{id}/plan; null ends the plan. */
export interface PlanInput {
  plan: PlannedPart[] | null;
  /** Beside null: the transfer date then; left out, it is the last day of the parts. */
  transferDate?: string | null;
  version: number;
}

export const planMessages = {
  required: 'Plan is required',
  notPending: 'Only a pending payment can be paid in parts',
  amountTooSmall: 'The parts before the last one are as much as this amount, or more: change the plan first',
} as const;

/** A payment as its plan is read: `due` is the amount that is missing of the whole. */
export interface PlannedPayment {
  status: PaymentStatus;
  amount: number;
  due: number;
  plan?: readonly PlannedPart[] | undefined;
  quoted?: Price | undefined;
}

/** `part` × `total` ÷ `whole`, half up. */
const proportion = (part: Cents, total: Cents, whole: Cents): Cents =>
  fractionHalfUp(BigInt(part) * BigInt(total), BigInt(whole));

/** The parts of a total by shares of at most four decimals, each half up; the last is the rest. */
export function splitByShares(total: number, shares: readonly number[]): number[] {
  const cents = toCents(total);
  const tenThousandths = shares.map((share) => asCents(Math.round(share * 10_000)));
  const first = tenThousandths.slice(0, -1).map((share) => proportion(share, cents, asCents(10_000)));
  return [...first, asCents(cents - sumOfCents(first))].map(toAmount);
}

/** The parts of the total shown to the visitor; the last is the rest. */
function quotedParts(plan: readonly PlannedPart[], amount: number, quoted: Price): Cents[] {
  const first = plan
    .slice(0, -1)
    .map((part) => proportion(toCents(part.amount), toCents(quoted.amount), toCents(amount)));
  return [...first, asCents(toCents(quoted.amount) - sumOfCents(first))];
}

/** The cents of each part that `covered` fills, in the parts' order. */
function filledBy(plan: readonly PlannedPart[], covered: Cents): Cents[] {
  let rest = Math.max(0, covered);
  return plan.map(({ amount }) => {
    const filled = Math.min(rest, toCents(amount));
    rest -= filled;
    return asCents(filled);
  });
}

/** The cents of a payment that are there, or are let go. */
const coveredOf = ({ amount, due }: PlannedPayment): Cents => asCents(toCents(amount) - toCents(due));

/** The open cents of each part. */
function openOf(payment: PlannedPayment & { plan: readonly PlannedPart[] }): Cents[] {
  const filled = filledBy(payment.plan, coveredOf(payment));
  return payment.plan.map(({ amount }, index) => asCents(toCents(amount) - filled[index]!));
}

function stateOf(part: PlannedPart, open: Cents, isPending: boolean, today: string): PartState {
  if (open === 0) return 'paid';
  if (isPending && part.due < today) return 'overdue';
  return open < toCents(part.amount) ? 'partly' : 'due';
}

/** The parts of a payment with what is open of each. `today` is the day in TIME_ZONE. */
function partsOf(payment: PlannedPayment & { plan: readonly PlannedPart[] }, today: string): PlanPart[] {
  const { plan, status, amount, quoted } = payment;
  const left = openOf(payment);
  const shown = quoted && quotedParts(plan, amount, quoted);
  const isPending = status === 'pending';
  return plan.map((part, index) => {
    const open = left[index]!;
    return {
      amount: part.amount,
      due: part.due,
      open: toAmount(open),
      ...((isPending || isSettled(status)) && { state: stateOf(part, open, isPending, today) }),
      ...(shown && { quoted: toAmount(shown[index]!) }),
    };
  });
}

/** The open amount of a part in the currency of the total shown to the visitor: of a whole one its `quoted`. */
function quotedOpen({ amount, open, quoted = 0 }: PlanPart, payment: PlannedPayment): Cents {
  if (open === amount) return toCents(quoted);
  return proportion(toCents(open), toCents(payment.quoted?.amount ?? 0), toCents(payment.amount));
}

/** The open parts that are asked for today: those whose day has come, else the next one. */
function askedParts(parts: readonly PlanPart[], today: string): PlanPart[] {
  const open = parts.filter((part) => part.open > 0);
  const due = open.filter((part) => part.due <= today);
  return due.length ? due : open.slice(0, 1);
}

/**
 * Returns the fields of an answer that follow from the plan of a payment: its parts, and of a pending one what is asked
 * now. Nothing without a plan. `today` is the day in TIME_ZONE, YYYY-MM-DD.
 */
export function shownPlan(
  payment: PlannedPayment,
  today: string,
): { plan?: PlanPart[]; askedNow?: AskedNow } {
  if (!payment.plan?.length) return {};
  const plan = partsOf({ ...payment, plan: payment.plan }, today);
  const asked = payment.status === 'pending' ? askedParts(plan, today) : [];
  if (!asked.length) return { plan };
  const quoted = sumOfCents(asked.map((part) => quotedOpen(part, payment)));
  const askedNow = {
    amount: toAmount(sumOfCents(asked.map(({ open }) => toCents(open)))),
    due: asked[0]!.due,
    ...(payment.quoted && { quoted: toAmount(quoted) }),
  };
  return { plan, askedNow };
}

/** A part on the visitor's page, in the currency of the total that is shown there. */
export type VisitorPart = Omit<PlanPart, 'quoted'>;

/** Returns the fields of a visitor's page that follow from the plan of a payment, as `shownPlan` does. */
export function visitorPlan(
  payment: PlannedPayment,
  today: string,
): { plan?: VisitorPart[]; askedNow?: Omit<AskedNow, 'quoted'> } {
  const { plan, askedNow } = shownPlan(payment, today);
  const parts = plan?.map((part): VisitorPart => {
    const { quoted, ...own } = part;
    return quoted === undefined ? own : { ...own, amount: quoted, open: toAmount(quotedOpen(part, payment)) };
  });
  return {
    ...(parts && { plan: parts }),
    ...(askedNow && { askedNow: { amount: askedNow.quoted ?? askedNow.amount, due: askedNow.due } }),
  };
}

/** Money that is to come: an open part of a payment, or all that is due of one without a plan. */
export interface ExpectedPart {
  open: number;
  /** YYYY-MM-DD; undefined for a payment without a plan and a transfer date. */
  day?: string | undefined;
  /** The number of the part, from 1; of a plan. */
  part?: number;
}

/** A payment as its expected money is read. */
export type ExpectedPayment = PlannedPayment & { transferDate?: Date | string | null | undefined };

/** Returns the money that is to come for a payment: none where it is not pending, or nothing is due. */
export function expectedParts(payment: ExpectedPayment): ExpectedPart[] {
  const { status, due, plan, transferDate } = payment;
  if (status !== 'pending' || due <= 0) return [];
  if (!plan?.length)
    return [{ open: due, day: transferDate ? calendarDay(new Date(transferDate), 0) : undefined }];
  const open = openOf({ ...payment, plan });
  return plan.flatMap((part, index) => {
    const left = open[index]!;
    return left ? [{ open: toAmount(left), day: part.due, part: index + 1 }] : [];
  });
}

/** Returns the day on which money of a payment is expected next, YYYY-MM-DD; undefined without any, or without a day. */
export const expectedDay = (payment: ExpectedPayment): string | undefined => expectedParts(payment)[0]?.day;

/** The numbers, from 1, of the parts that money fills further: from `before` to `after`, both covered amounts. */
export function partsFilled(plan: readonly PlannedPart[], before: Cents, after: Cents): number[] {
  const [from, to] = [filledBy(plan, before), filledBy(plan, after)];
  return plan.flatMap((_, index) => (to[index]! > from[index]! ? [index + 1] : []));
}

/** The open amount of the next parts: their numbers, from 1, and the amount in the currency shown to the visitor, too. */
export interface PartSum {
  cents: Cents;
  parts: number[];
  quoted?: Cents;
}

/**
 * The sums that finish parts: what is open of the next part, of the next two, … and of all. Empty where nothing is open or
 * there is no plan.
 */
export function partSums(payment: PlannedPayment): PartSum[] {
  const parts = partsOf({ ...payment, plan: payment.plan ?? [] }, '');
  let sum: PartSum = { cents: asCents(0), parts: [], ...(payment.quoted && { quoted: asCents(0) }) };
  return parts.flatMap((part, index) => {
    if (part.open === 0) return [];
    const { cents, quoted, parts: before } = sum;
    sum = {
      cents: asCents(cents + toCents(part.open)),
      parts: [...before, index + 1],
      ...(quoted !== undefined && { quoted: asCents(quoted + quotedOpen(part, payment)) }),
    };
    return [sum];
  });
}

/** Returns the numbers of the next parts, from 1, that exactly this amount finishes; undefined where it finishes none. */
export const finishedParts = (payment: PlannedPayment, cents: Cents): number[] | undefined =>
  partSums(payment).find((sum) => sum.cents === cents)?.parts;

/** True for exactly what is due of a payment, or finishes the next parts of its plan. */
export const isDueAmount = (payment: PlannedPayment, cents: Cents): boolean =>
  toCents(payment.due) === cents || finishedParts(payment, cents) !== undefined;

/** "part 1 of 2", "parts 1 and 2 of 3", "parts 1, 2 and 3 of 4". */
export function namedParts(parts: readonly number[], of: number): string {
  const last = parts.at(-1);
  const named = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : String(last);
  return `${parts.length > 1 ? 'parts' : 'part'} ${named} of ${of}`;
}

/** "564.15 by 2026-11-28; 1,692.46 by 2027-01-27": the plan in a line of text, for exports. */
export const planInText = (plan: readonly PlannedPart[]): string =>
  plan.map(({ amount, due }) => `${formatAmount(amount)} by ${due}`).join('; ');

/** Returns the line of the history of a plan that is made or changed; without parts, of one that ends. */
export function planNote(plan: readonly PlannedPart[] | undefined, currency: Currency): string {
  if (!plan?.length) return 'Paid at once';
  const parts = plan.map(({ amount, due }) => `${formatNamedMoney(amount, currency)} by ${formatDay(due)}`);
  return `Paid in ${plan.length} parts: ${parts.join('; ')}`;
}

/** Returns the parts as they are stored, without any other field. */
export const storedPlan = (plan: readonly PlannedPart[]): PlannedPart[] =>
  plan.map(({ amount, due }) => ({ amount, due }));

/** Returns the plan of a payment whose amount changes: its last part takes the difference; undefined where none is left of it. */
export function resizedPlan(plan: readonly PlannedPart[], amount: number): PlannedPart[] | undefined {
  const first = plan.slice(0, -1);
  const rest = toCents(amount) - sumOfCents(first.map((part) => toCents(part.amount)));
  return rest > 0 ? [...first, { ...plan.at(-1)!, amount: toAmount(asCents(rest)) }] : undefined;
}

const partAmountError = (amount: unknown): string | undefined => {
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount <= 0)
    return 'Amount must be a positive number';
  return isWholeCents(amount) ? undefined : 'Amount can have at most two decimals';
};

function partDayError(due: unknown, before: unknown, today: string): string | undefined {
  if (typeof due !== 'string' || !isCalendarDay(due)) return 'Day must be a date (YYYY-MM-DD)';
  if (due < firstTypedDay) return `Day must not be before ${formatDay(firstTypedDay)}`;
  if (due > yearsAfter(today, farthestExpected)) return 'Day must be within ten years';
  return typeof before === 'string' && due <= before
    ? 'Day must be after that of the part before'
    : undefined;
}

/**
 * Returns the messages of a plan that does not fit a payment, by path: `plan` for the whole, `plan.1.amount` and
 * `plan.1.due` for a part, from 0. Empty where it fits.
 */
export function planErrors(
  plan: unknown,
  { amount, currency }: { amount: number; currency: Currency },
  today: string,
): Record<string, string> {
  const { least, most } = planLength;
  if (!Array.isArray(plan) || plan.length < least || plan.length > most)
    return { plan: `A plan has ${least} to ${most} parts` };
  const parts = plan as Partial<Record<keyof PlannedPart, unknown>>[];
  if (parts.some((part) => typeof part !== 'object' || part === null))
    return { plan: 'A part has an amount and a day' };
  const errors = parts.flatMap((part, index) => [
    [`plan.${index}.amount`, partAmountError(part.amount)],
    [`plan.${index}.due`, partDayError(part.due, parts[index - 1]?.due, today)],
  ]);
  const found = errors.filter(([, message]) => message);
  if (found.length) return Object.fromEntries(found) as Record<string, string>;
  const missing = asCents(toCents(amount) - sumOfCents(parts.map((part) => toCents(part.amount as number))));
  if (missing === 0) return {};
  const difference = formatCents(asCents(Math.abs(missing)), currency);
  return {
    plan:
      missing > 0
        ? `The parts are ${difference} less than the payment`
        : `The parts are ${difference} more than the payment`,
  };
}
