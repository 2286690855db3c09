import type { payment as english } from '../en/payment.js';

export const payment: typeof english = {
  methods: {
    creditCard: 'Carte de crédit',
    bankTransfer: 'Virement bancaire',
    interac: 'Virement Interac (Canada)',
    wireTransfer: 'Virement international',
  },
  ways: {
    creditCard: 'Carte de crédit',
    bankTransfer: 'Virement bancaire',
    interac: 'Virement Interac',
    wireTransfer: 'Virement international',
    bank: 'Virement bancaire',
    card: 'Carte',
    cash: 'Argent comptant',
    cheque: 'Chèque',
    other: 'Autre',
  },
  settling: '{amount} (règle\u00a0{settled})',
  cancellationFee: 'Frais d’annulation',
  documentKinds: { invoice: 'Facture', creditNote: 'Note de crédit' },
  test: 'Ceci est un test\u00a0: aucune somme n’a été transférée.',
  cardInstructions: 'Payer par carte\u00a0: {link}\nRéférence\u00a0: {reference}',
  yourReference: 'votre numéro de référence',
  yourName: 'votre nom',
  writeReference: 'Inscrivez {reference} dans le message de votre virement',
};
