import { emailRules } from '#domain/texts/en/details';
import { offer } from '#domain/texts/en/offer';
import { order as messages } from '#domain/texts/en/order';
import { parts } from './parts.js';
import { purchase } from './purchase.js';

/** The texts of the page of a payment, and of the form that asks for links. */
export const order = {
  site: offer.site,
  product: offer.product,
  approximately: offer.approximately,
  network: offer.network,
  ...parts,
  ...purchase,
  messages,
  emailRules,
  cannotProcess: purchase.pageFailed,
  cannotLoad: 'Your payment could not be loaded',
  cannotSave: 'This could not be saved. Please try again.',
  cannotRequest: 'Your request could not be sent. Please try again.',
  // Status.
  page: 'Your Payment',
  yourPayment: 'Your payment',
  titles: {
    waiting: 'Waiting for your transfer',
    partly: 'A part of your payment has arrived',
    processing: 'Your payment is being processed',
    received: 'Your payment has arrived',
    refunded: 'Your payment was refunded',
    cancelled: 'This payment was cancelled',
    failed: 'This payment did not go through',
  },
  statuses: {
    waiting:
      'We have not seen your transfer yet. Please pay as described below. If you have sent it already, there is nothing to do: a bank may take a few days.',
    partly:
      'Please send the rest with the same reference. If your bank took a fee from your transfer, please write to us.',
    processing:
      'You have paid on our payment provider’s page, and your bank is still processing it, which can take a few days. There is nothing to do: this page shows when it has arrived.',
    received: 'Thank you! There is nothing left to do. You can print the receipt below.',
    refunded:
      'The money goes back the way it came. A bank may take a few days. Please do not pay under this reference again.',
    cancelled:
      'Please do not send any money under this reference. If you have sent it already, or did not expect this, please write to us.',
    failed: 'Please do not send any money under this reference. Write to us, or start a new checkout.',
  },
  sentOn: 'You told us that you sent it on {day}. We look at the bank each working day.',
  willBeSentOn: 'You told us that you will send it on {day}. We look at the bank each working day.',
  refundedByHand: 'The money goes back to you. Please do not pay under this reference again.',
  feeKept: '{fee} is kept as a cancellation fee; {back} goes back to you.',
  feeKeptAlone: '{fee} is kept as a cancellation fee.',
  partRefunded: '{refunded} of {total} was refunded.',
  partArrived: '{received} of {total} has arrived; {due} is missing.',
  questions: 'Questions? Write to {contact}.',
  // Ways to pay.
  amountMissing: 'Amount that is missing',
  transferMessage: 'Message of your transfer',
  messageHint:
    'Write the reference number, and nothing else, into the message of your transfer, so that we know it is yours.',
  seenUntil: 'We have looked at the transfers that reached our bank up to {day}.',
  haveYouSent: 'Have you sent it?',
  saidDay: 'You told us that the day of your transfer is {day}. Thank you! You can change it here.',
  tellUs: 'Tell us the day, so that we know when to look for your transfer.',
  dayOfTransfer: 'Day of the transfer',
  changeDay: 'Change the Day',
  haveSent: 'I Have Sent It',
  // Receipt, documents and details.
  receipt: 'Receipt',
  receivedBy: 'Received by',
  paidBy: 'Paid by',
  for: 'For',
  agreed: 'Agreed as',
  paidOn: 'Paid on',
  refunded: 'Refunded',
  paymentMethod: 'Payment method',
  reference: 'Reference',
  note: 'Note',
  printReceipt: 'Print the Receipt',
  documents: 'Documents',
  download: 'Download PDF',
  ofDocument: ' of {number}',
  yourOrder: 'Your order',
  expectedOn: 'Expected on',
  // Failures.
  incomplete: 'It may be incomplete, or a newer one has replaced it.',
  sendLinks: 'Send me my links by email',
  stale: 'What is shown here could not be refreshed.',
  // The form that asks for links.
  findPayment: 'Find your payment',
  typeAddress:
    'Type the email address that you gave at the checkout. We send you the links to your payments.',
  againInMinutes: {
    one: 'You can try again in {count} minute.',
    other: 'You can try again in {count} minutes.',
  },
  goToCheckout: 'Go to Checkout',
  sendMyLinks: 'Send Me My Links',
  mailLater: 'We cannot send mail at the moment. Your links follow as soon as we can.',
};

export { order as texts };
