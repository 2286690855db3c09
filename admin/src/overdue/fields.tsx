import { useRecordContext, useTranslate } from 'react-admin';
import { formatDate } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import { type ListedOverduePayment, overdueDays } from '#domain/overdue';
import { useCalendar } from '../data/useCalendar.js';
import { pages } from '#domain/pages';
import { formatCount } from '#domain/numbers';
import { SaidSent } from '../fields/payments/fields.js';
import { TextLink } from '../ui/common/TextLink.js';
import type { ListedPaymentRecord } from '../data/dataProvider.js';

/** A payment of the overdue list. */
export type OverdueRecord = ListedPaymentRecord &
  Pick<ListedOverduePayment, 'lastReminderAt' | 'isReminderHeld' | 'mayHaveArrived'>;

const usePayment = () => useRecordContext<OverdueRecord>();

/** The amount still due, in the recorded currency. */
export function DueAmount() {
  const payment = usePayment();
  return payment && formatNamedMoney(payment.due, payment.currency);
}

/** "12 days". */
export function DaysOverdue() {
  const translate = useTranslate();
  const payment = usePayment();
  const calendar = useCalendar();
  if (!payment) return null;
  // oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn.
  const days = overdueDays(payment, new Date(), calendar);
  return translate('resources.overdue.daysLate', { smart_count: days, days: formatCount(days) });
}

/** "Reminded Nov 22, 2026", "Held since Nov 22, 2026", or "Not reminded". */
export function LastReminder() {
  const translate = useTranslate();
  const payment = usePayment();
  if (!payment?.lastReminderAt) return translate('resources.overdue.never');
  return translate(`resources.overdue.${payment.isReminderHeld ? 'reminderHeld' : 'reminded'}`, {
    date: formatDate(payment.lastReminderAt),
  });
}

/** Reason not to send a reminder: money that waits in Reconcile, or the visitor's notice that they paid. */
export function OverdueHint() {
  const translate = useTranslate();
  const payment = usePayment();
  if (payment?.mayHaveArrived)
    return <TextLink to={pages.reconcile}>{translate('resources.overdue.mayHaveArrived')}</TextLink>;
  return <SaidSent />;
}
