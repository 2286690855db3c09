import { untaxedLabel } from '#domain/places/taxes';
import type { en } from './en.js';

/** Canadian French, by the terms of the Office québécois de la langue française. */
export const fr: typeof en = {
  reasons: { Refund: 'Remboursement', Cancelled: 'Annulation', Corrected: 'Correction' },
  taxes: { GST: 'TPS', HST: 'TVH', [untaxedLabel]: 'Aucune TPS/TVH facturée' },
  numberOfDay: '{number} du {day}',
  taxOn: '{tax} sur {base}',
  page: 'Page {number} sur {count}',
  rate: '{percent}\u00a0%',
  labels: {
    issuedOn: 'Date d’émission',
    saleBooked: 'Vente comptabilisée le',
    returnBooked: 'Retour comptabilisé le',
    reference: 'Numéro de référence',
    credits: 'Facture créditée',
    reason: 'Motif',
    buyer: 'Facturé à',
    description: 'Description',
    amount: 'Montant',
    net: 'Sous-total avant taxe',
    total: 'Total',
    paid: 'Payé',
    returned: 'Montant remboursé',
    date: 'Date',
    method: 'Mode de paiement',
    shortfall: 'Frais bancaires pris en charge',
    agreed: 'Convenu',
    sample: 'Exemple',
  },
};
