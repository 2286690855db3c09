import { offer } from '#domain/texts/fr/offer';
import type { first as english } from '../en/first.js';
import { parts } from './parts.js';

export const first: typeof english = {
  ...offer,
  ...parts,
  steps: 'Étapes de la commande',
  stepOf: 'Étape {step} sur {count}\u00a0: {label}',
  completed: ' (terminée)',
  stepLabels: {
    location: 'Lieu',
    payment: 'Paiement',
    details: 'Détails',
    thankYou: 'Confirmation',
  },
  headings: {
    location: 'Où vous trouvez-vous?',
    payment: 'Modes de paiement',
    interac: 'Virement Interac',
    wireTransfer: 'Virement international',
    bankTransfer: 'Renseignements sur le virement bancaire',
    thankYou: 'Merci!',
  },
  orderSummary: 'Sommaire de la commande',
  taxIncluded: 'Taxes comprises',
  location: 'Lieu',
  paymentMethod: 'Mode de paiement',
  total: 'Total',
  notChosen: 'À choisir',
  dependsOnLocation: 'Selon l’endroit où vous êtes',
  locationLead: 'Le prix et les modes de paiement dépendent de l’endroit où vous vous trouvez.',
  country: 'Pays',
  selectCountry: 'Choisissez votre pays',
  province: 'Province',
  selectProvince: 'Choisissez votre province',
  state: 'État',
  selectState: 'Choisissez votre État',
  continueToPayment: 'Passer au paiement',
  boughtAlready: 'Vous avez déjà acheté?',
  findPayment: 'Retrouver votre paiement',
};

export { first as texts };
