/** The texts of mails to visitors. */
export const en = {
  /** The greeting has no name: a stranger typed it, and a greeting does not need it. */
  greeting: 'Hello,',
  /** A name as a stranger typed it. */
  asTyped: '“{name}” (as typed)',
  /** Before the subject of a mail about a payment of the card provider's test mode. */
  test: 'Test: {subject}',
  amountWithApproximate: '{total} ({approximate})',
  rows: {
    reference: 'Reference',
    amount: 'Amount',
    total: 'Total',
    asked: 'To pay now',
    receivedSoFar: 'Received so far',
    missing: 'Missing',
    expected: 'Expected transfer date',
    method: 'Payment method',
    status: 'Status',
    note: 'Note',
    refund: 'Refund',
    kept: 'Kept as a fee',
    back: 'Goes back to you',
    agreed: 'Agreed as',
  },
  openPage: 'Open your payment page',
  /** A payment in parts. */
  parts: {
    heading: 'The parts of your payment',
    part: 'Part {number}',
    byDay: '{amount} by {day}',
    received: '{part} (received)',
    ask: 'Please send {asked} by {day}.',
    askLate: 'Please send {asked} now: it was due by {day}.',
  },
  instructions: {
    subject: '{reference}: how to pay for your trip',
    title: 'Your reference: {reference}',
    askedForRest:
      'Thank you, a part of your payment has arrived. Please send the missing {due}. Please write the reference into the message of your transfer, so that we know it is yours.',
    askedFor:
      'Thank you for your order. It is complete once your payment has arrived. Please write the reference into the message of your transfer, so that we know it is yours.',
    askedForParts:
      'Thank you for your order. You pay it in {count} parts. {ask} Please write the reference into the message of your transfer, so that we know it is yours.',
    askedForNextPart:
      'Thank you, a part of your payment has arrived. {ask} Please write the reference into the message of your transfer, so that we know it is yours.',
    heading: 'How to pay',
    termsHeading: 'The terms that you have accepted',
    readTerms: 'Read the terms',
    about:
      'There you can copy these details, tell us when you have sent the transfer, and print your receipt later. Everyone who has this link can open the page.',
  },
  partly: {
    title: 'A part of your payment has arrived',
    ofRest: {
      subject: '{reference}: we received {arrived}, {due} is missing',
      text: 'We received {arrived}. To complete your payment, please send the missing {due} with the same reference.',
    },
    ofPlan: {
      subject: '{reference}: thank you, we received {arrived}',
      text: 'Thank you, we received {arrived}. The next part is still to come. {ask} Please use the same reference.',
    },
    fee: 'If your bank took a fee from the transfer, please answer this mail.',
  },
  paid: {
    subject: '{reference}: thank you, your payment has arrived',
    title: 'Thank you, your payment has arrived',
    text: 'Your payment has arrived and your order is complete. There is nothing more to do.',
    link: 'See and print your receipt',
  },
  refunded: {
    subject: '{reference}: your refund of {refund}',
    title: 'Your payment is refunded',
    titleOfPart: 'A part of your payment is refunded',
    text: 'We refund {refund} to you, the way it came. Banks take a few business days until it arrives.',
    /** In cash, by cheque and the like. */
    textByHand: 'We refund {refund} to you.',
  },
  cancelled: {
    subject: '{reference}: your order is cancelled',
    title: 'Your order is cancelled',
    text: 'We have cancelled your order {reference}. There is nothing more to pay.',
    kept: 'We keep {kept} as a cancellation fee.',
    back: '{back} goes back to you.',
    /** Of a payment without money. */
    sent: 'If you have sent a transfer already, please answer this mail.',
  },
  part: {
    subject: '{reference}: {asked} is due by {day}',
    title: 'The next part of your payment is due by {day}',
    text: '{ask} Please write the reference into the message of your transfer. If you sent it in the last days, there is nothing to do.',
  },
  reminder: {
    ofAll: {
      subject: '{reference}: we have not seen your transfer yet',
      title: 'We have not seen your transfer yet',
      text: 'We have not seen your transfer yet. If you sent it in the last days, there is nothing to do.',
    },
    ofRest: {
      subject: '{reference}: we have not seen the rest of your payment yet',
      title: 'We have not seen the rest of your payment yet',
      text: 'We have not seen the rest of your payment yet. If you sent it in the last days, there is nothing to do.',
    },
    ofPart: {
      subject: '{reference}: we have not seen your transfer of {asked} yet',
      title: 'We have not seen your transfer of {asked} yet',
      text: 'We have not seen your transfer of {asked} yet. If you sent it in the last days, there is nothing to do.',
    },
    link: 'See how to pay',
    answer: 'If anything keeps you from paying, please answer this mail.',
  },
  links: {
    subject: 'Links to your payments',
    title: 'Links to your payments',
    text: 'You asked for the links to your payments. Everyone who has a link can open its page.',
    link: 'Open the page of {reference}',
    notYou: 'If you did not ask for this, there is nothing to do.',
    statuses: {
      waiting: 'Waiting for your transfer',
      partly: 'Partly received',
      processing: 'Being processed',
      received: 'Received',
      refunded: 'Refunded',
      cancelled: 'Cancelled',
      failed: 'Failed',
    },
  },
  /** The mail of `npm run mail-test`. */
  trial: {
    subject: 'Test of the mail server',
    text: 'This is a test of the mail server. Nothing else is to be done.',
  },
};
