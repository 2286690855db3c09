import type { plan as english } from '../en/plan.js';

export const plan: typeof english = {
  plan: 'Versements',
  planDay: 'D’ici le {day}',
  planReceived: 'Sommes reçues',
  planStates: {
    paid: 'Payé',
    overdue: 'En retard',
    partly: 'Il reste {open}',
    due: 'À payer',
  },
  planArrived: 'Nous avons reçu {received} sur {total}.',
  planNext:
    'Le prochain versement est de {amount}, d’ici le {day}. Veuillez l’envoyer avec la même référence.',
  planLate: 'Un montant de {amount} était attendu le {day}. Veuillez l’envoyer avec la même référence.',
  planWhole: 'Il reste {due} à payer en tout. Vous pouvez aussi tout payer maintenant.',
};

export { plan as texts };
