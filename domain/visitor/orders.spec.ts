import { calendarDay, dayMs } from '../platform/dates.js';
import { order } from '../texts/en/order.js';
import { saidSentRule } from './orders.js';

describe('the day on which a transfer was sent', () => {
  it.each([
    ['in Honolulu, late in the evening', '2026-12-01T09:30:00Z', -10],
    ['in Greenwich', '2026-12-01T12:00:00Z', 0],
    ['on Kiritimati, early in the morning', '2026-11-30T10:30:00Z', 14],
  ])('is from 60 days before the day of a visitor %s to 30 days after it', (_where, time, offsetHours) => {
    const now = new Date(time);
    const rule = saidSentRule(now, order);
    const messageOf = (days: number) =>
      rule(calendarDay(new Date(now.getTime() + days * dayMs), offsetHours), {});
    expect([-60, 0, 30].map(messageOf)).toEqual([undefined, undefined, undefined]);
    expect(messageOf(-63)).toBe('Date must be at most 60 days ago');
    expect(messageOf(33)).toBe('Date must be at most 30 days ahead');
  });
});
