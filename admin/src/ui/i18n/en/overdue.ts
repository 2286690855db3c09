/** Labels of the page of overdue payments. */
export const overdueEnglish = {
  reference: 'Reference',
  customer: 'Customer',
  amount: 'Due',
  date: 'Expected',
  days: 'Overdue',
  daysLate: '%{days} day |||| %{days} days',
  reminder: 'Last Reminder',
  reminded: 'Reminded %{date}',
  reminderHeld: 'Held since %{date}',
  never: 'Not reminded',
  mayHaveArrived: 'May have arrived',
  saidSent: '%{smart_count} customer says it was sent |||| %{smart_count} customers say it was sent',
  empty: 'No payment is overdue',
  invite: 'Pending payments appear here on the day after the day on which money was expected.',
  allPayments: 'All Payments',
};
