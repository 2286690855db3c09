import { plannedOf } from '#domain/ledger/payment-money';
import type { Calendar } from '#domain/platform/calendar';
import { dayMs, daysAfter } from '#domain/platform/dates';
import { shownPlan } from '#domain/payments/plan';
import type { PlanPart } from '#domain/payments/plan-parts';
import { type ShownPayment, storedDay } from '../payments/shown-payment.js';

/**
 * Days by which a reminder may be late, as a statement may be imported late. Older ones are left to the admins: after
 * reminders are switched on, payments that were overdue long before get none.
 */
export const graceDays = 14;

/** The settings by which mails ask for money by themselves. */
export interface AskingRules {
  /** REMINDER_DAYS, ascending. */
  reminderDays: readonly number[];
  /** PART_NOTICE_DAYS; 0 for no notices. */
  partNoticeDays: number;
  /** SHORTFALL_LIMIT. */
  shortfallLimit: number;
  calendar: Calendar;
}

/** A reminder or notice that may be due of a payment; of one without a plan it has no `due`. */
export interface AskingMail {
  kind: 'reminder' | 'part';
  /** Names it among the mails of its payment. */
  name: string;
  /** The expected day that has passed, or the day of the next part, YYYY-MM-DD. */
  day: string;
  /** The day of the part in a plan. */
  due?: string;
  /** The number of a reminder among REMINDER_DAYS, from 1. */
  number?: number;
}

/** Returns the reminder that counts from a day; none before the first, long after one, and where it was written. */
function reminderAfter(
  { reminders = [] }: ShownPayment,
  day: string,
  due: string | undefined,
  { reminderDays }: AskingRules,
  today: string,
): AskingMail[] {
  const lateDays = (Date.parse(today) - Date.parse(day)) / dayMs;
  const number = reminderDays.filter((days) => days <= lateDays).length;
  if (!number || lateDays - reminderDays[number - 1]! > graceDays) return [];
  if (reminders.some((one) => !one.isNotice && one.number === number && one.due === due)) return [];
  const name = due ? `${due}:${number}` : String(number);
  return [{ kind: 'reminder', name, day, number, ...(due && { due }) }];
}

/** True for a part of which as little is open as may be let go, while a later one is still to come: it is asked with that. */
const isTrifle = (part: PlanPart, plan: readonly PlanPart[], limit: number, today: string): boolean =>
  part.open <= limit && plan.some(({ open, due }) => open > 0 && due >= today);

/** Returns the notice of the next later part whose time has begun since the plan was made. */
function noticeOf(
  { reminders = [], plannedOn, createdAt }: ShownPayment,
  plan: readonly PlanPart[],
  { partNoticeDays, calendar }: AskingRules,
  today: string,
): AskingMail[] {
  if (!partNoticeDays) return [];
  const madeOn = plannedOn ?? calendar.dayOf(createdAt);
  const part = plan.slice(1).find(({ open, due }) => {
    const from = daysAfter(due, -partNoticeDays);
    const isTime = madeOn < from && from <= today && today <= due;
    return isTime && open > 0 && !reminders.some((one) => one.isNotice && one.due === due);
  });
  return part ? [{ kind: 'part', name: part.due, day: part.due, due: part.due }] : [];
}

/**
 * Returns the reminders of a pending payment that are due at a time, the oldest day first, then the notice of a later
 * part. None of a plan on a day on which one was written.
 */
export function askingMails(payment: ShownPayment, rules: AskingRules, now: Date): AskingMail[] {
  const { calendar, shortfallLimit } = rules;
  const today = calendar.dayOf(now);
  const { plan } = shownPlan(plannedOf(payment), today);
  if (!plan) {
    const day = storedDay(payment.transferDate);
    return day ? reminderAfter(payment, day, undefined, rules, today) : [];
  }
  if (payment.reminders?.some(({ at }) => calendar.dayOf(at) === today)) return [];
  return [
    ...plan
      .filter((part) => part.state === 'overdue' && !isTrifle(part, plan, shortfallLimit, today))
      .flatMap(({ due }) => reminderAfter(payment, due, due, rules, today)),
    ...noticeOf(payment, plan, rules, today),
  ];
}
