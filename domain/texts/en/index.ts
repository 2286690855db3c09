import { details } from './details.js';
import { offer } from './offer.js';
import { order } from './order.js';
import { payment } from './payment.js';
import { refusals } from './refusals.js';
import { regions } from './regions.js';

export const texts = { offer, regions, details, payment, order, refusals };
