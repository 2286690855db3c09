import type { parts as english } from '../en/parts.js';

export const parts: typeof english = {
  otherLanguage: 'English',
  switched: 'Cette page est maintenant en français.',
  optional: ' (facultatif)',
  tryAgain: 'Réessayer',
  pageFailed: 'Un problème est survenu sur cette page.',
  recordedUnder: 'Votre commande est enregistrée. Veuillez conserver son numéro de référence\u00a0:',
  loading: 'Chargement…',
  cannotLoadOptions: 'Les modes de paiement n’ont pas pu être chargés',
};
