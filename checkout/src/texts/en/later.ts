import { details } from '#domain/texts/en/details';
import { purchase } from './purchase.js';

/** The texts of the steps behind the first one. */
export const later = {
  ...purchase,
  rules: details,
  cannotProcess: 'Failed to process checkout',
  // Card payments.
  cardFailed: 'Your card payment did not go through.',
  cardFailedReference: 'Its reference was {reference}. Pay by card again, or choose another way to pay.',
  cardArrivedBefore: 'You have paid by card already. Your reference: {reference}',
  showAgain: 'Show It Again',
  cardTroubles: {
    unreachable: 'We cannot check at the moment whether your card payment has arrived.',
    late: 'No card payment has arrived within an hour. If you have paid, please do not pay again.',
  },
  checkAgain: 'Check Again',
  cardAwaited: 'As soon as your card payment has arrived, your reference appears here.',
  cannotCheckCard: 'Your card payment could not be checked',
  cardText: 'Pay by card now, on our payment provider’s secure page. It opens in a new tab.',
  payByCard: 'Pay by Credit Card',
  opensNewTab: ' (opens in a new tab)',
  noNewTab: 'No new tab? Your browser may have blocked it. Open the card payment page here:',
  cardArrived: 'Your card payment has arrived.',
  nothingLeft: 'There is nothing left to do.',
  cardProcessing:
    'Your payment is still being processed, which can take a few days. There is nothing left to do.',
  cardPageText: 'See at any time how your payment stands, and print your receipt once it has arrived.',
  // Ways to pay.
  whenToPay: 'When to pay',
  payAtOnce: 'Pay at once',
  payInParts: 'Pay in {count} parts',
  partNow: '{amount} now',
  partBy: '{amount} by {day}',
  firstPart: 'First part',
  cardWhole: 'By card the whole is paid at once.',
  productTaxIncluded: '{product}, tax included',
  preferred: 'Preferred',
  transferTexts: {
    bankTransfer: 'Send the amount from your bank account. You see the account details on the next page.',
    wireTransfer:
      'Send the amount from your bank as an international wire. You see the account details on the next page.',
    interac: 'Send the amount by email from your Canadian online banking.',
  },
  continueWith: {
    bankTransfer: 'Continue with Bank Transfer',
    wireTransfer: 'Continue with Wire Transfer',
    interac: 'Continue with Interac E-Transfer',
  },
  back: 'Back',
  // Terms.
  terms: 'Terms',
  acceptTerms: 'I have read and accept the terms',
  readTerms: 'Read the terms',
  beforeCard: 'Before you pay by card',
  // Details.
  notComplete: 'Your purchase is not complete yet.',
  notReserved: 'Nothing is reserved until you fill in your details below and press “Complete Purchase”.',
  paidByCard: 'You have paid by card already.',
  transferIsSecond: 'Your card payment is recorded as {reference}. A transfer is a second payment.',
  completedAlready: 'You have already completed a purchase.',
  sameDetails:
    'It is recorded as {references} and stays pending. The same details give the same reference again; changed details make a second payment.',
  transferInstructions: 'E-Transfer instructions',
  referenceLater:
    'You get your reference number when you press “Complete Purchase”. The next page repeats these instructions with it.',
  paymentTotal: 'Payment total',
  yourDetails: 'Your details',
  groups: { contact: 'Contact', address: 'Address', transfer: 'Transfer' },
  fields: {
    fullName: 'Full Name',
    email: 'Email',
    phone: 'Phone Number',
    address: 'Address',
    city: 'City',
    postalCode: 'Postal/ZIP Code',
    interacPostalCode: 'Postal Code',
    transferDate: 'Expected Transfer Date',
    transferReference: 'Transfer Reference/Notes',
  },
  formatPostalCode: 'Format: A1A 1A1',
  formatZipCode: 'Format: 12345 or 12345-6789',
  formatDate: 'Format: YYYY-MM-DD',
  website: 'Website',
  backToOptions: 'Back to Payment Options',
  complete: 'Complete Purchase',
  sending: 'Sending your details…',
  stillHere: 'Everything you typed is still here.',
  againIsOther: 'Pressing “Complete Purchase” again records it as a payment of its own.',
  againIsSafe: 'Trying again is safe: your purchase is not recorded twice.',
  secondPayment: 'Make a second payment?',
  secondAfterCard:
    'You have paid by card already, with reference {reference}. Continuing records a second payment, to be sent as a transfer.',
  secondAfterChange:
    'Your details have changed since you completed your purchase. The payment with reference {references} stays pending. Continuing records a second payment beside it.',
  cancel: 'Cancel',
  makeSecond: 'Make Second Payment',
  // Thank You.
  recorded: 'Your purchase has been recorded.',
  pendingUntil: 'It is pending until your transfer arrives.',
  referenceNumber: 'Reference number',
  saveReference: 'Please save this reference number for your records.',
  alsoPending: 'Also pending from before: {references}',
  paidBefore: 'Paid by card before: {references}',
  paymentPage: 'Your payment page',
  openPage: 'Open Your Payment Page',
  transferPageText:
    'See at any time how your payment stands, tell us when you have sent it, and print your receipt.',
  instructionsSent: 'We have sent these instructions to {email}.',
  phone: 'Phone',
  print: 'Print',
  startNew: 'Start New Checkout',
  backToPayment: 'Back to Payment',
};

export { later as texts };
