/** The messages of a visitor's page of a payment. */
export const order = {
  dateRequired: 'Date is required',
  dateInvalid: 'Date must be a date (YYYY-MM-DD)',
  dateTooEarly: 'Date must be at most {days} days ago',
  dateTooLate: 'Date must be at most {days} days ahead',
  notFound: 'We do not know this link',
  linksSent:
    'If there are payments under this address, a mail with links to them is on its way. It can take a few minutes.',
  linksHeld:
    'We cannot send mail at the moment. If there are payments under this address, a mail with links to them follows as soon as we can.',
};
