import type { parts as english } from '../en/parts.js';

export const parts: typeof english = {
  switched: 'Cette page est maintenant en français.',
  optional: ' (facultatif)',
  tryAgain: 'Réessayer',
  loading: 'Chargement…',
  cannotLoadOptions: 'Les modes de paiement n’ont pas pu être chargés',
  didYouMean: 'Vouliez-vous dire {email}?',
};
