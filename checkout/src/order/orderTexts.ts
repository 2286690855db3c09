import { calendarDay, formatDay } from '#domain/dates';
import type { OrderStatus } from '#domain/orders';

interface StatusText {
  tone: 'success' | 'info' | 'warning' | 'error';
  title: string;
  text: string;
}

/** Replaces the request for money once the visitor has announced the transfer. */
export function saidSentText(day: string, now: Date): string {
  const act = day > calendarDay(now) ? 'will send' : 'sent';
  return `You told us that you ${act} it on ${formatDay(day)}. We look at the bank each working day.`;
}

/** Texts for visitors by status: the payment's state, and what to do. */
export const statusTexts: Record<OrderStatus, StatusText> = {
  waiting: {
    tone: 'info',
    title: 'Waiting for your transfer',
    text: 'We have not seen your transfer yet. Please pay as described below. If you have sent it already, there is nothing to do: a bank may take a few days.',
  },
  partly: {
    tone: 'warning',
    title: 'A part of your payment has arrived',
    text: 'Please send the rest with the same reference. If your bank took a fee from your transfer, please write to us.',
  },
  processing: {
    tone: 'info',
    title: 'Your payment is being processed',
    text: 'You have paid on our payment provider’s page, and your bank is still processing it, which can take a few days. There is nothing to do: this page shows when it has arrived.',
  },
  received: {
    tone: 'success',
    title: 'Your payment has arrived',
    text: 'Thank you! There is nothing left to do. You can print the receipt below.',
  },
  refunded: {
    tone: 'info',
    title: 'Your payment was refunded',
    text: 'The money goes back the way it came. A bank may take a few days. Please do not pay under this reference again.',
  },
  cancelled: {
    tone: 'warning',
    title: 'This payment was cancelled',
    text: 'Please do not send any money under this reference. If you have sent it already, or did not expect this, please write to us.',
  },
  failed: {
    tone: 'error',
    title: 'This payment did not go through',
    text: 'Please do not send any money under this reference. Write to us, or start a new checkout.',
  },
};
