/** The texts of the page of a payment with a plan. */
export const plan = {
  plan: 'Parts',
  planDay: 'By {day}',
  planReceived: 'Received',
  planStates: {
    paid: 'Paid',
    overdue: 'Overdue',
    partly: '{open} is open',
    due: 'To pay',
  },
  planArrived: '{received} of {total} has arrived.',
  planNext: 'The next part is {amount}, by {day}. Please send it with the same reference.',
  planLate: '{amount} was due on {day}. Please send it with the same reference.',
  planWhole: '{due} is still to pay in all. You may also pay all of it now.',
};

export { plan as texts };
