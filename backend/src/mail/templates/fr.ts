import type { en } from './en.js';

export const fr: typeof en = {
  greeting: 'Bonjour,',
  asTyped: '«\u00a0{name}\u00a0» (tel que saisi)',
  test: 'Essai\u00a0: {subject}',
  amountWithApproximate: '{total} ({approximate})',
  rows: {
    reference: 'Référence',
    amount: 'Montant',
    total: 'Total',
    asked: 'À payer maintenant',
    receivedSoFar: 'Reçu à ce jour',
    missing: 'Solde',
    expected: 'Date prévue du virement',
    method: 'Mode de paiement',
    status: 'État',
    note: 'Remarque',
    refund: 'Remboursement',
    kept: 'Frais retenus',
    back: 'Vous est remboursé',
    agreed: 'Convenu',
  },
  openPage: 'Ouvrir la page de votre paiement',
  parts: {
    heading: 'Les versements de votre paiement',
    part: 'Versement {number}',
    byDay: '{amount} au plus tard le {day}',
    received: '{part} (reçu)',
    ask: 'Veuillez envoyer {asked} au plus tard le {day}.',
    askLate: 'Veuillez envoyer {asked} maintenant\u00a0: ce montant était attendu au plus tard le {day}.',
  },
  instructions: {
    subject: '{reference}\u00a0: comment payer votre voyage',
    title: 'Votre référence\u00a0: {reference}',
    askedForRest:
      'Merci, une partie de votre paiement est arrivée. Veuillez envoyer le solde de {due}. Veuillez inscrire la référence dans le message de votre virement, afin que nous sachions qu’il vient de vous.',
    askedFor:
      'Merci de votre commande. Elle sera complète dès l’arrivée de votre paiement. Veuillez inscrire la référence dans le message de votre virement, afin que nous sachions qu’il vient de vous.',
    askedForParts:
      'Merci de votre commande. Vous la payez en {count} versements. {ask} Veuillez inscrire la référence dans le message de votre virement, afin que nous sachions qu’il vient de vous.',
    askedForNextPart:
      'Merci, une partie de votre paiement est arrivée. {ask} Veuillez inscrire la référence dans le message de votre virement, afin que nous sachions qu’il vient de vous.',
    heading: 'Comment payer',
    termsHeading: 'Les conditions que vous avez acceptées',
    readTerms: 'Lire les conditions',
    about:
      'Vous pourrez y copier ces renseignements, nous dire quand vous avez envoyé le virement et, plus tard, imprimer votre reçu. Toute personne qui possède ce lien peut ouvrir la page.',
  },
  partly: {
    title: 'Une partie de votre paiement est arrivée',
    ofRest: {
      subject: '{reference}\u00a0: nous avons reçu {arrived}, il manque {due}',
      text: 'Nous avons reçu {arrived}. Pour compléter votre paiement, veuillez envoyer le solde de {due} avec la même référence.',
    },
    ofPlan: {
      subject: '{reference}\u00a0: merci, nous avons reçu {arrived}',
      text: 'Merci, nous avons reçu {arrived}. Il reste le prochain versement. {ask} Veuillez utiliser la même référence.',
    },
    fee: 'Si votre banque a prélevé des frais sur le virement, veuillez répondre à ce courriel.',
  },
  paid: {
    subject: '{reference}\u00a0: merci, votre paiement est arrivé',
    title: 'Merci, votre paiement est arrivé',
    text: 'Votre paiement est arrivé et votre commande est complète. Vous n’avez plus rien à faire.',
    link: 'Voir et imprimer votre reçu',
  },
  refunded: {
    subject: '{reference}\u00a0: votre remboursement de {refund}',
    title: 'Votre paiement est remboursé',
    titleOfPart: 'Une partie de votre paiement est remboursée',
    textByHand: 'Nous vous remboursons {refund}.',
    text: 'Nous vous remboursons {refund} par le même mode de paiement. Les banques prennent quelques jours ouvrables pour le verser.',
  },
  cancelled: {
    subject: '{reference}\u00a0: votre commande est annulée',
    title: 'Votre commande est annulée',
    text: 'Nous avons annulé votre commande {reference}. Vous n’avez plus rien à payer.',
    kept: 'Nous retenons {kept} de frais d’annulation.',
    back: 'Nous vous remboursons {back}.',
    sent: 'Si vous avez déjà envoyé un virement, veuillez répondre à ce courriel.',
  },
  part: {
    subject: '{reference}\u00a0: {asked} à payer au plus tard le {day}',
    title: 'Le prochain versement est attendu au plus tard le {day}',
    text: '{ask} Veuillez inscrire la référence dans le message de votre virement. Si vous l’avez envoyé ces derniers jours, vous n’avez rien à faire.',
  },
  reminder: {
    ofAll: {
      subject: '{reference}\u00a0: nous n’avons pas encore reçu votre virement',
      title: 'Nous n’avons pas encore reçu votre virement',
      text: 'Nous n’avons pas encore reçu votre virement. Si vous l’avez envoyé ces derniers jours, vous n’avez rien à faire.',
    },
    ofRest: {
      subject: '{reference}\u00a0: nous n’avons pas encore reçu le solde de votre paiement',
      title: 'Nous n’avons pas encore reçu le solde de votre paiement',
      text: 'Nous n’avons pas encore reçu le solde de votre paiement. Si vous l’avez envoyé ces derniers jours, vous n’avez rien à faire.',
    },
    ofPart: {
      subject: '{reference}\u00a0: nous n’avons pas encore reçu votre virement de {asked}',
      title: 'Nous n’avons pas encore reçu votre virement de {asked}',
      text: 'Nous n’avons pas encore reçu votre virement de {asked}. Si vous l’avez envoyé ces derniers jours, vous n’avez rien à faire.',
    },
    link: 'Voir comment payer',
    answer: 'Si quelque chose vous empêche de payer, veuillez répondre à ce courriel.',
  },
  links: {
    subject: 'Les liens vers vos paiements',
    title: 'Les liens vers vos paiements',
    text: 'Vous avez demandé les liens vers vos paiements. Toute personne qui possède un lien peut ouvrir la page correspondante.',
    link: 'Ouvrir la page de {reference}',
    notYou: 'Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire.',
    statuses: {
      waiting: 'En attente de votre virement',
      partly: 'Reçu en partie',
      processing: 'En cours de traitement',
      received: 'Reçu',
      refunded: 'Remboursé',
      cancelled: 'Annulé',
      failed: 'Échoué',
    },
  },
  trial: {
    subject: 'Essai du serveur de courriel',
    text: 'Ceci est un essai du serveur de courriel. Vous n’avez rien d’autre à faire.',
  },
};
