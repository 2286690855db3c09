import { payment } from '#domain/texts/fr/payment';
import type { purchase as english } from '../en/purchase.js';

export const purchase: typeof english = {
  ...payment,
  pageFailed: 'Un problème est survenu sur cette page.',
  recordedUnder: 'Votre commande est enregistrée. Veuillez conserver son numéro de référence\u00a0:',
  copy: 'Copier',
  copied: 'Copié',
  cannotCopy: 'Veuillez sélectionner et copier',
  copyNames: {
    reference: 'le numéro de référence',
    amount: 'le montant',
    instructions: 'les instructions',
    account: 'les coordonnées du compte',
    link: 'le lien vers la page de votre paiement',
  },
  sample: 'Instructions données en exemple.',
  doNotSend: 'Cette boutique n’est pas encore configurée\u00a0: veuillez ne pas envoyer d’argent.',
  howToPay: 'Comment payer',
  amount: 'Montant',
  name: 'Nom',
  email: 'Courriel',
  accountDetails: 'Coordonnées du compte',
  againInSeconds: {
    one: 'Vous pourrez réessayer dans {count} seconde.',
    other: 'Vous pourrez réessayer dans {count} secondes.',
  },
};
