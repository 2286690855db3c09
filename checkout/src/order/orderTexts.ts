import { calendarDay, formatDay } from '#domain/platform/dates';
import type { Language } from '#domain/platform/languages';
import type { OrderStatus } from '#domain/visitor/orders';
import { fill } from '#domain/texts/catalogue';
import type { Texts } from '../texts/language.js';

/** Replaces the request for money once the visitor has announced the transfer. */
export const saidSentText = (day: string, now: Date, t: Texts, language: Language): string =>
  fill(day > calendarDay(now) ? t.willBeSentOn : t.sentOn, { day: formatDay(day, language) });

/** The tone of the notice of a status. */
export const statusTones: Record<OrderStatus, 'success' | 'info' | 'warning' | 'error'> = {
  waiting: 'info',
  partly: 'warning',
  processing: 'info',
  received: 'success',
  refunded: 'info',
  cancelled: 'warning',
  failed: 'error',
};
