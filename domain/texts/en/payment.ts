/** A payment, on visitors' pages and in mails and papers. */
export const payment = {
  methods: {
    creditCard: 'Credit Card',
    bankTransfer: 'Bank Transfer',
    interac: 'Interac e-Transfer (Canada)',
    wireTransfer: 'International Wire Transfer',
  },
  documentKinds: { invoice: 'Invoice', creditNote: 'Credit Note' },
  /** Of a payment of the card provider's test mode. */
  test: 'This is a test: no money has moved.',
  /** The instructions of a payment by card. */
  cardInstructions: 'Pay by card: {link}\nReference: {reference}',
  /** Take the place of what is not known yet in the operator's instructions. */
  yourReference: 'your reference number',
  yourName: 'your name',
  /** Above instructions that do not name the reference. */
  writeReference: 'Write {reference} into the message of your transfer',
};
