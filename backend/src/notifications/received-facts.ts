import { mailMessages } from '#domain/mail/mail';
import { orderStatus } from '#domain/visitor/orders';
import { moneyOf } from '#domain/ledger/payment-money';
import { asCents, toAmount } from '#domain/platform/money';
import type { CancelledFacts } from '../mail/templates/cancelled.js';
import type { ReceivedFacts } from '../mail/templates/render-mail.js';
import { shownPart, type ShownPayment } from '../payments/shown-payment.js';

/** The amount received when a mail is rendered; the mail is outdated once more has arrived. */
export function receivedFacts(payment: ShownPayment): ReceivedFacts {
  const { kept } = moneyOf(payment);
  return kept > 0 ? { received: shownPart(payment, toAmount(kept)) } : {};
}

/** Returns what is kept of a cancelled payment, and what goes back. */
export function cancelledFacts(payment: ShownPayment): CancelledFacts {
  const { sale, net, fee } = moneyOf(payment);
  return {
    kept: shownPart(payment, toAmount(sale)),
    back: shownPart(payment, toAmount(asCents(Math.max(0, net - fee)))),
  };
}

/** Returns the reason for which instructions and reminders ask for nothing; undefined where they do. */
export function unaskedReason(payment: ShownPayment): string | undefined {
  if (payment.status !== 'pending') return mailMessages.notPending;
  if (orderStatus(payment) === 'processing') return mailMessages.cardProcessing;
  return moneyOf(payment).due > 0 ? undefined : mailMessages.nothingDue;
}
