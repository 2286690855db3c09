import type { order as english } from '../en/order.js';

export const order: typeof english = {
  dateRequired: 'La date est obligatoire',
  dateInvalid: 'La date doit être au format AAAA-MM-JJ',
  dateTooEarly: 'La date doit remonter à {days} jours au plus',
  dateTooLate: 'La date doit être dans {days} jours au plus',
  notFound: 'Nous ne connaissons pas ce lien',
  linksSent:
    'S’il existe des paiements associés à cette adresse, un courriel contenant les liens est en route. Il peut prendre quelques minutes.',
  linksHeld:
    'Nous ne pouvons pas envoyer de courriel pour le moment. S’il existe des paiements associés à cette adresse, un courriel contenant les liens suivra dès que possible.',
};
