import type { Language } from '../platform/languages.js';
import { details } from './en/details.js';
import { offer } from './en/offer.js';
import { order } from './en/order.js';
import { payment } from './en/payment.js';
import { refusals } from './en/refusals.js';
import { regions } from './en/regions.js';
import { details as frenchDetails } from './fr/details.js';
import { offer as frenchOffer } from './fr/offer.js';
import { order as frenchOrder } from './fr/order.js';
import { payment as frenchPayment } from './fr/payment.js';
import { refusals as frenchRefusals } from './fr/refusals.js';
import { regions as frenchRegions } from './fr/regions.js';

const english = { offer, regions, details, payment, order, refusals };

/** The texts of the business in both languages, for the server; a program in a browser loads those of one. */
export const texts: Record<Language, typeof english> = {
  en: english,
  fr: {
    offer: frenchOffer,
    regions: frenchRegions,
    details: frenchDetails,
    payment: frenchPayment,
    order: frenchOrder,
    refusals: frenchRefusals,
  },
};
