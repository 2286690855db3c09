import { standingReceived } from '#domain/balance';
import type { ReceivedFacts } from '../mail/templates/render-mail.js';
import { shownPart, type ShownPayment } from '../payments/shown-payment.js';

/** The amount received when a mail is rendered; the mail is outdated once more has arrived. */
export const receivedFacts = (payment: ShownPayment): ReceivedFacts =>
  standingReceived(payment) ? { received: shownPart(payment, standingReceived(payment)) } : {};
