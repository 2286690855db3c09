import { type CreditReason, documentKindNames, type DocumentKind } from '#domain/documents/documents';
import { type MoneyLine, type MovedMoney, settlingText } from '#domain/documents/money-lines';
import type { Language } from '#domain/platform/languages';
import { formatDay } from '#domain/platform/dates';
import { type Currency, formatNamedMoney } from '#domain/platform/money';
import { texts } from '#domain/texts/both';
import { untaxedLabel } from '#domain/places/taxes';

/** The texts of documents in one language. */
export interface Words {
  /** As PDF names it (RFC 5646). */
  language: string;
  kinds: Record<DocumentKind, string>;
  reasons: Record<CreditReason, string>;
  ways: Record<MoneyLine['way'], string>;
  taxes: Record<string, string>;
  /** "INV-000017 of Nov 25, 2026". */
  numberOfDay: (number: string, day: string) => string;
  /** "HST 13% on CA$998.50": the tax of a part of the price. */
  taxOn: (tax: string, base: string) => string;
  /** "Page 2 of 3". */
  page: (number: number, count: number) => string;
  /** "13%" of 0.13. */
  rate: (fraction: number) => string;
  day: (day: string) => string;
  money: (amount: number, currency: Currency) => string;
  /** "CA$1,997.00 (settles US$1,997.00)", of money that moved in another currency. */
  moved: (money: MovedMoney, currency: Currency) => string;
  labels: Record<
    | 'issuedOn'
    | 'saleBooked'
    | 'returnBooked'
    | 'reference'
    | 'credits'
    | 'reason'
    | 'buyer'
    | 'description'
    | 'amount'
    | 'net'
    | 'total'
    | 'paid'
    | 'returned'
    | 'date'
    | 'method'
    | 'shortfall'
    | 'agreed'
    | 'sample',
    string
  >;
}

/** A rate in per cent, of at most three decimals. */
const percent = (fraction: number): string => String(Number((fraction * 100).toFixed(3)));

const en: Words = {
  language: 'en',
  kinds: documentKindNames,
  reasons: { Refund: 'Refund', Cancelled: 'Cancelled', Corrected: 'Corrected' },
  ways: texts.en.payment.ways,
  taxes: {},
  numberOfDay: (number, day) => `${number} of ${day}`,
  taxOn: (tax, base) => `${tax} on ${base}`,
  page: (number, count) => `Page ${number} of ${count}`,
  rate: (fraction) => `${percent(fraction)}%`,
  day: (day) => formatDay(day),
  money: (amount, currency) => formatNamedMoney(amount, currency),
  moved: (money, currency) => settlingText(money, currency, 'en', texts.en.payment.settling),
  labels: {
    issuedOn: 'Date of issue',
    saleBooked: 'Sale booked on',
    returnBooked: 'Return booked on',
    reference: 'Reference number',
    credits: 'Credits invoice',
    reason: 'Reason',
    buyer: 'Billed to',
    description: 'Description',
    amount: 'Amount',
    net: 'Subtotal before tax',
    total: 'Total',
    paid: 'Paid',
    returned: 'Money returned',
    date: 'Date',
    method: 'Method',
    shortfall: 'Written off as bank fees',
    agreed: 'Agreed as',
    sample: 'Sample',
  },
};

/** Canadian French, by the terms of the Office québécois de la langue française. */
const fr: Words = {
  language: 'fr-CA',
  kinds: texts.fr.payment.documentKinds,
  reasons: { Refund: 'Remboursement', Cancelled: 'Annulation', Corrected: 'Correction' },
  ways: texts.fr.payment.ways,
  taxes: { GST: 'TPS', HST: 'TVH', [untaxedLabel]: 'Aucune TPS/TVH facturée' },
  numberOfDay: (number, day) => `${number} du ${day}`,
  taxOn: (tax, base) => `${tax} sur ${base}`,
  page: (number, count) => `Page ${number} sur ${count}`,
  rate: (fraction) => `${percent(fraction).replace('.', ',')}\u00a0%`,
  day: (day) => formatDay(day, 'fr'),
  money: (amount, currency) => formatNamedMoney(amount, currency, 'fr'),
  moved: (money, currency) => settlingText(money, currency, 'fr', texts.fr.payment.settling),
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

export const words: Record<Language, Words> = { en, fr };
