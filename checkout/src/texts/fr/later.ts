import { details } from '#domain/texts/fr/details';
import type { later as english } from '../en/later.js';
import { purchase } from './purchase.js';

export const later: typeof english = {
  ...purchase,
  rules: details,
  cannotProcess: 'La commande n’a pas pu être traitée',
  cardFailed: 'Votre paiement par carte n’a pas été accepté.',
  cardFailedReference:
    'Sa référence était {reference}. Payez de nouveau par carte ou choisissez un autre mode de paiement.',
  cardArrivedBefore: 'Vous avez déjà payé par carte. Votre référence\u00a0: {reference}',
  showAgain: 'L’afficher de nouveau',
  cardTroubles: {
    unreachable: 'Nous ne pouvons pas vérifier pour le moment si votre paiement par carte est arrivé.',
    late: 'Aucun paiement par carte n’est arrivé depuis une heure. Si vous avez payé, veuillez ne pas payer de nouveau.',
  },
  checkAgain: 'Vérifier de nouveau',
  cardAwaited: 'Dès que votre paiement par carte sera arrivé, votre référence s’affichera ici.',
  cannotCheckCard: 'Votre paiement par carte n’a pas pu être vérifié',
  cardText:
    'Payez par carte dès maintenant sur la page sécurisée de notre fournisseur de paiement. Elle s’ouvre dans un nouvel onglet.',
  payByCard: 'Payer par carte de crédit',
  opensNewTab: ' (s’ouvre dans un nouvel onglet)',
  noNewTab:
    'Pas de nouvel onglet? Votre navigateur l’a peut-être bloqué. Ouvrez ici la page de paiement par carte\u00a0:',
  cardArrived: 'Votre paiement par carte est arrivé.',
  nothingLeft: 'Vous n’avez plus rien à faire.',
  cardProcessing:
    'Votre paiement est toujours en cours de traitement, ce qui peut prendre quelques jours. Vous n’avez plus rien à faire.',
  cardPageText: 'Suivez en tout temps l’état de votre paiement et imprimez votre reçu dès son arrivée.',
  whenToPay: 'Quand payer',
  payAtOnce: 'Payer en une fois',
  payInParts: 'Payer en {count} versements',
  partNow: '{amount} maintenant',
  partBy: '{amount} d’ici le {day}',
  firstPart: 'Premier versement',
  cardWhole: 'Par carte, le total est payé en une fois.',
  productTaxIncluded: '{product}, taxes comprises',
  preferred: 'Recommandé',
  transferTexts: {
    bankTransfer:
      'Envoyez la somme depuis votre compte bancaire. Les coordonnées du compte figurent à la page suivante.',
    wireTransfer:
      'Envoyez la somme depuis votre banque par virement international. Les coordonnées du compte figurent à la page suivante.',
    interac: 'Envoyez la somme par courriel depuis le site de votre institution financière canadienne.',
  },
  continueWith: {
    bankTransfer: 'Continuer par virement bancaire',
    wireTransfer: 'Continuer par virement international',
    interac: 'Continuer par virement Interac',
  },
  back: 'Retour',
  terms: 'Conditions',
  acceptTerms: 'J’ai lu et j’accepte les conditions',
  readTerms: 'Lire les conditions',
  beforeCard: 'Avant de payer par carte',
  notComplete: 'Votre achat n’est pas encore terminé.',
  notReserved:
    'Rien n’est réservé tant que vous n’avez pas rempli vos coordonnées ci-dessous et appuyé sur «\u00a0Finaliser l’achat\u00a0».',
  paidByCard: 'Vous avez déjà payé par carte.',
  transferIsSecond:
    'Votre paiement par carte est enregistré sous la référence {reference}. Un virement constitue un second paiement.',
  completedAlready: 'Vous avez déjà effectué un achat.',
  sameDetails:
    'Il est enregistré sous {references} et reste en attente. Les mêmes coordonnées redonnent la même référence; des coordonnées modifiées créent un second paiement.',
  transferInstructions: 'Instructions pour le virement Interac',
  referenceLater:
    'Vous obtiendrez votre numéro de référence en appuyant sur «\u00a0Finaliser l’achat\u00a0». La page suivante répétera ces instructions avec ce numéro.',
  paymentTotal: 'Total à payer',
  yourDetails: 'Vos coordonnées',
  groups: { contact: 'Coordonnées', address: 'Adresse', transfer: 'Virement' },
  fields: {
    fullName: 'Nom complet',
    email: 'Courriel',
    phone: 'Numéro de téléphone',
    address: 'Adresse',
    city: 'Ville',
    postalCode: 'Code postal ou code ZIP',
    interacPostalCode: 'Code postal',
    transferDate: 'Date prévue du virement',
    transferReference: 'Référence ou remarques sur le virement',
  },
  formatPostalCode: 'Format\u00a0: A1A 1A1',
  formatZipCode: 'Format\u00a0: 12345 ou 12345-6789',
  formatDate: 'Format\u00a0: AAAA-MM-JJ',
  website: 'Site Web',
  backToOptions: 'Retour aux modes de paiement',
  complete: 'Finaliser l’achat',
  sending: 'Envoi de vos coordonnées…',
  stillHere: 'Tout ce que vous avez saisi est encore là.',
  againIsOther:
    'Si vous appuyez de nouveau sur «\u00a0Finaliser l’achat\u00a0», un paiement distinct sera enregistré.',
  againIsSafe: 'Vous pouvez réessayer sans crainte\u00a0: votre achat ne sera pas enregistré deux fois.',
  secondPayment: 'Effectuer un second paiement?',
  secondAfterCard:
    'Vous avez déjà payé par carte, sous la référence {reference}. Si vous continuez, un second paiement sera enregistré, à envoyer par virement.',
  secondAfterChange:
    'Vos coordonnées ont changé depuis votre achat. Le paiement portant la référence {references} reste en attente. Si vous continuez, un second paiement s’y ajoutera.',
  cancel: 'Annuler',
  makeSecond: 'Effectuer le second paiement',
  recorded: 'Votre achat a été enregistré.',
  pendingUntil: 'Il restera en attente jusqu’à l’arrivée de votre virement.',
  referenceNumber: 'Numéro de référence',
  saveReference: 'Veuillez conserver ce numéro de référence dans vos dossiers.',
  alsoPending: 'Également en attente\u00a0: {references}',
  paidBefore: 'Déjà payé par carte\u00a0: {references}',
  paymentPage: 'La page de votre paiement',
  openPage: 'Ouvrir la page de votre paiement',
  transferPageText:
    'Suivez en tout temps l’état de votre paiement, dites-nous quand vous l’avez envoyé et imprimez votre reçu.',
  instructionsSent: 'Nous avons envoyé ces instructions à {email}.',
  phone: 'Téléphone',
  print: 'Imprimer',
  startNew: 'Nouvelle commande',
  backToPayment: 'Retour au paiement',
};

export { later as texts };
