import { emailRules } from '#domain/texts/fr/details';
import { offer } from '#domain/texts/fr/offer';
import { order as messages } from '#domain/texts/fr/order';
import type { order as english } from '../en/order.js';
import { parts } from './parts.js';
import { purchase } from './purchase.js';

export const order: typeof english = {
  site: offer.site,
  product: offer.product,
  approximately: offer.approximately,
  network: offer.network,
  ...parts,
  ...purchase,
  messages,
  emailRules,
  cannotProcess: purchase.pageFailed,
  cannotLoad: 'Votre paiement n’a pas pu être chargé',
  cannotSave: 'L’enregistrement a échoué. Veuillez réessayer.',
  cannotRequest: 'Votre demande n’a pas pu être envoyée. Veuillez réessayer.',
  page: 'Votre paiement',
  yourPayment: 'Votre paiement',
  titles: {
    waiting: 'En attente de votre virement',
    partly: 'Une partie de votre paiement est arrivée',
    processing: 'Votre paiement est en cours de traitement',
    received: 'Votre paiement est arrivé',
    refunded: 'Votre paiement a été remboursé',
    cancelled: 'Ce paiement a été annulé',
    failed: 'Ce paiement a échoué',
  },
  statuses: {
    waiting:
      'Nous n’avons pas encore reçu votre virement. Veuillez payer de la façon décrite ci-dessous. Si vous l’avez déjà envoyé, vous n’avez rien à faire\u00a0: une banque peut prendre quelques jours.',
    partly:
      'Veuillez envoyer le solde avec la même référence. Si votre banque a prélevé des frais sur votre virement, veuillez nous écrire.',
    processing:
      'Vous avez payé sur la page de notre fournisseur de paiement et votre banque traite encore l’opération, ce qui peut prendre quelques jours. Vous n’avez rien à faire\u00a0: cette page indiquera l’arrivée du paiement.',
    received: 'Merci! Vous n’avez plus rien à faire. Vous pouvez imprimer le reçu ci-dessous.',
    refunded:
      'La somme vous est retournée par le même mode de paiement. Une banque peut prendre quelques jours. Veuillez ne plus payer sous cette référence.',
    cancelled:
      'Veuillez ne pas envoyer d’argent sous cette référence. Si vous l’avez déjà fait ou si cela vous surprend, veuillez nous écrire.',
    failed:
      'Veuillez ne pas envoyer d’argent sous cette référence. Écrivez-nous ou commencez une nouvelle commande.',
  },
  sentOn:
    'Vous nous avez indiqué l’avoir envoyé le {day}. Nous vérifions notre compte bancaire chaque jour ouvrable.',
  willBeSentOn:
    'Vous nous avez indiqué que vous l’enverrez le {day}. Nous vérifions notre compte bancaire chaque jour ouvrable.',
  refundedByHand: 'La somme vous est retournée. Veuillez ne plus payer sous cette référence.',
  feeKept: '{fee} sont retenus comme frais d’annulation; {back} vous sont remboursés.',
  feeKeptAlone: '{fee} sont retenus comme frais d’annulation.',
  partRefunded: 'De {total}, {refunded} vous ont été remboursés.',
  partArrived: 'Nous avons reçu {received} sur {total}; il manque {due}.',
  questions: 'Des questions? Écrivez à {contact}.',
  amountMissing: 'Montant manquant',
  transferMessage: 'Message de votre virement',
  messageHint:
    'Inscrivez uniquement le numéro de référence dans le message de votre virement, afin que nous sachions qu’il vient de vous.',
  seenUntil: 'Nous avons vérifié les virements reçus par notre banque jusqu’au {day}.',
  haveYouSent: 'L’avez-vous envoyé?',
  saidDay:
    'Vous nous avez indiqué que la date de votre virement est le {day}. Merci! Vous pouvez la modifier ici.',
  tellUs: 'Indiquez-nous la date, afin que nous sachions quand chercher votre virement.',
  dayOfTransfer: 'Date du virement',
  changeDay: 'Modifier la date',
  haveSent: 'Je l’ai envoyé',
  receipt: 'Reçu',
  receivedBy: 'Reçu par',
  paidBy: 'Payé par',
  for: 'Objet',
  agreed: 'Convenu',
  paidOn: 'Payé le',
  refunded: 'Remboursé',
  paymentMethod: 'Mode de paiement',
  reference: 'Référence',
  note: 'Remarque',
  printReceipt: 'Imprimer le reçu',
  documents: 'Documents',
  download: 'Télécharger le PDF',
  ofDocument: ' de {number}',
  yourOrder: 'Votre commande',
  expectedOn: 'Prévu le',
  incomplete: 'Il est peut-être incomplet, ou un lien plus récent l’a remplacé.',
  sendLinks: 'M’envoyer mes liens par courriel',
  stale: 'Le contenu affiché ici n’a pas pu être actualisé.',
  findPayment: 'Retrouver votre paiement',
  typeAddress:
    'Saisissez le courriel que vous avez donné lors de la commande. Nous vous enverrons les liens vers vos paiements.',
  againInMinutes: {
    one: 'Vous pourrez réessayer dans {count} minute.',
    other: 'Vous pourrez réessayer dans {count} minutes.',
  },
  goToCheckout: 'Aller à la commande',
  sendMyLinks: 'M’envoyer mes liens',
  mailLater: 'Nous ne pouvons pas envoyer de courriel pour le moment. Vos liens suivront dès que possible.',
};

export { order as texts };
