import type { offer as english } from '../en/offer.js';

export const offer: typeof english = {
  site: 'Voyage immobilier en Thaïlande',
  product: 'Voyage de vérification diligente immobilière en Thaïlande',
  approximately: 'environ {amount}',
  methodCards: {
    creditCard: 'Carte de crédit',
    bankTransfer: 'Virement bancaire',
    interac: 'Virement Interac',
    wireTransfer: 'Virement international',
  },
  countries: { canada: 'Canada', usa: 'États-Unis', other: 'Autre pays' },
  chooseCountry: 'Veuillez choisir votre pays',
  chooseProvince: 'Veuillez choisir votre province',
  chooseState: 'Veuillez choisir votre État',
  network: 'Erreur de réseau. Veuillez réessayer.',
};
