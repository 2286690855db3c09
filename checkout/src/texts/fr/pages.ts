import { offer } from '#domain/texts/fr/offer';
import type { pages as english } from '../en/pages.js';
import { parts } from './parts.js';

export const pages: typeof english = {
  site: offer.site,
  network: offer.network,
  tryAgain: parts.tryAgain,
  checkout: 'Commande',
  description:
    'Réservez votre voyage immobilier en Thaïlande\u00a0: choisissez votre mode de paiement et obtenez votre référence.',
  checkoutNeedsJavaScript:
    'Cette page de commande requiert JavaScript. Veuillez l’activer dans votre navigateur et recharger la page.',
  order: 'Votre paiement',
  orderNeedsJavaScript:
    'Cette page requiert JavaScript. Veuillez l’activer dans votre navigateur et la recharger.',
  notFound: 'Page introuvable',
  nothingHere: 'Il n’y a rien à cette adresse. La page a peut-être été déplacée, ou le lien est incomplet.',
  goToCheckout: 'Aller à la commande',
  goToAdmin: 'Aller à l’administration',
  lookingForPayment: 'Vous cherchez votre paiement?',
  sendMyLink: 'M’envoyer mon lien',
};
