import { filling } from './filling.js';

/** A payment, on visitors' pages and in mails and papers. */
export const payment = {
  methods: {
    creditCard: 'Credit Card',
    bankTransfer: 'Bank Transfer',
    interac: 'Interac e-Transfer (Canada)',
    wireTransfer: 'International Wire Transfer',
  },
  /** The ways of money, as papers and the visitor's page name them. */
  ways: {
    creditCard: 'Credit Card',
    bankTransfer: 'Bank Transfer',
    interac: 'Interac e-Transfer (Canada)',
    wireTransfer: 'International Wire Transfer',
    bank: 'Bank transfer',
    card: 'Card',
    cash: 'Cash',
    cheque: 'Cheque',
    other: 'Other',
  },
  /** Of money that moved in another currency than the sale's. */
  settling: '{amount} (settles\u00a0{settled})',
  /** The description on an invoice of what is kept of a cancelled payment. */
  cancellationFee: 'Cancellation fee',
  documentKinds: { invoice: 'Invoice', creditNote: 'Credit Note' },
  /** Of a payment of the card provider's test mode. */
  test: 'This is a test: no money has moved.',
  /** The instructions of a payment by card. */
  cardInstructions: 'Pay by card: {link}\nReference: {reference}',
  ...filling,
};
