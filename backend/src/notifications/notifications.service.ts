import { Inject, Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { type MoneyLine, type MovedMoney, sumOfMoney, worded } from '#domain/documents/money-lines';
import { moneyOf } from '#domain/ledger/payment-money';
import { asCents, type Cents, sumOfCents, toAmount, toCents } from '#domain/platform/money';
import { type MailKind } from '#domain/mail/mail';
import { isSettled } from '#domain/payments/payments';
import { type Change, type Deletion, isDeletion } from '../platform/changes/change.js';
import { InChange } from '../platform/changes/subscribers.js';
import type { BusinessConfig } from '../platform/config/business-settings.js';
import type { MailConfig } from '../mail/mail-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { AllowedMails } from '../mail/mail-limits.js';
import { lastArrival, laterReceived, laterTold, outdatedReason } from './payment-mail-review.js';
import { type Mail } from '../mail/mail.schema.js';
import { shownPart, type ShownPayment } from '../payments/shown-payment.js';
import { type Payer, typedPayer } from '../payments/payer.js';
import type { Arrival } from '../payments/payment.schema.js';
import { type NewMail, Outbox } from '../mail/outbox.js';
import { PaymentReader } from '../payments/payment-reader.js';
import type { RefundFacts } from '../mail/templates/visitor-mails.js';
import type { MailEvent } from '../mail/templates/render-mail.js';

type Id = Types.ObjectId;
type PaymentKind = Exclude<MailKind, 'link' | 'alert' | 'account' | 'mention'>;
/** The event that a mail tells the payer. */
type PayerEvent = Extract<MailEvent, { kind: PaymentKind }>;

declare module '../payments/payment.schema.js' {
  interface PaymentFacts {
    /** The mails that the limits allow, where a stranger has made the payment. */
    mails?: AllowedMails;
  }
}

/** The sum of the refunds that stand: lost disputes are the bank's, which has told the payer. */
const refundedByUs = ({ ledger = [] }: Pick<ShownPayment, 'ledger'>): Cents =>
  sumOfCents(
    ledger.flatMap(({ kind, amount = 0, voided }) => (kind === 'refund' && !voided ? [toCents(amount)] : [])),
  );

/**
 * Returns the refund that a change makes: a part of what was paid, or the rest, or what a person says; else undefined. Of
 * what a person has said before nothing is told again.
 */
function refundOf(before: ShownPayment | undefined, after: ShownPayment): RefundFacts | undefined {
  const given = asCents(refundedByUs(after) - (before ? refundedByUs(before) : 0));
  const isWhole = after.status === 'refunded' && before?.status !== 'refunded';
  if (given <= 0 && !isWhole) return undefined;
  const factsOf = ({ amount, original }: MovedMoney, way: MoneyLine['way']): RefundFacts => ({
    refund: original?.amount ?? amount,
    currency: original?.currency ?? after.currency,
    ...(original && { settled: amount }),
    way,
    entries: after.ledger?.length ?? 0,
  });
  const figures = moneyOf(after);
  const { paymentMethod, amount: whole } = after;
  const known = new Set(before?.ledger?.map(({ _id }) => _id));
  const entries = (after.ledger ?? []).filter(
    ({ _id, kind, voided }) => kind === 'refund' && !voided && !known.has(_id),
  );
  const told = sumOfMoney(
    entries.map(({ amount = 0, original }) => ({ amount, ...(original && { original }) })),
  );
  // The difference alone goes back where others were voided in the same change.
  const moved = toCents(told.amount) === given ? told : { amount: toAmount(given) };
  const way = entries.at(-1)?.way ?? paymentMethod;
  const refund = { ...factsOf(moved, way), refundedInAll: toAmount(figures.refunded) };
  if (isWhole && given > 0) return { ...refund, isWhole };
  const { kind } = (after.ledger ?? []).at(-1) ?? {};
  const named = figures.claim || figures.received;
  if (isWhole && kind === 'said') return factsOf(worded(after, named || toCents(whole)), paymentMethod);
  if (given <= 0 || (before && moneyOf(before).claim >= given)) return undefined;
  return refund;
}

/** The payment that a mail is about. */
export const aboutOf = ({ _id: paymentId, customerId, referenceNumber: about }: ShownPayment) => ({
  paymentId,
  customerId,
  about,
});

/** Decides which mail about a payment goes when: at a checkout, and after changes. */
@Injectable()
export class NotificationsService {
  constructor(
    @Inject(CONFIG) private readonly config: BusinessConfig & MailConfig,
    private readonly outbox: Outbox,
    private readonly payments: PaymentReader,
  ) {}

  @InChange('payments', 'mail')
  async paymentsChanged(changes: readonly Change<'payments'>[], unit: UnitOfWork): Promise<void> {
    for (const { before, after, facts } of changes)
      if (before && after) {
        await this.queueStatusChange(unit, before, after);
        await this.queueCancellation(unit, before, after, facts?.isTold ?? false);
        if (facts?.arrival) await this.queuePartly(unit, after, facts.arrival);
      } else if (after) {
        // A card payment begins with the status that the visitor has made it before it was recorded.
        if (after.card) await this.queueStatusChange(unit, undefined, after);
        if (facts?.mails) await this.queueNew(unit, after, facts.mails);
      }
  }

  /**
   * Queues the mails of a stranger's payment in its transaction: the checkout's instructions to the payer, and an alert to
   * the operator. Those above a limit are recorded as cancelled: an admin can send them.
   */
  private async queueNew(
    unit: UnitOfWork,
    payment: ShownPayment,
    { refusal, isAlerted }: AllowedMails,
  ): Promise<void> {
    const payer = typedPayer(payment);
    if (!payer) return;
    const mails: Mail[] = [];
    if (payment.source === 'checkout') {
      const instructions = this.instructionsOf(payment, payer);
      mails.push(refusal ? this.outbox.cancelled(instructions, refusal) : instructions);
    }
    if (isAlerted) mails.push(this.alertOf(payment));
    await this.outbox.add(mails, unit);
  }

  private instructionsOf(payment: ShownPayment, { email: to }: Payer): Mail {
    const key = `instructions:${payment._id.toHexString()}`;
    return this.outbox.create({ kind: 'instructions', key, to, facts: {}, ...aboutOf(payment) });
  }

  private alertOf(payment: ShownPayment): Mail {
    const key = `alert:checkout:${payment._id.toHexString()}`;
    const to = this.config.mail.alerts.join(', ');
    return this.outbox.create({ kind: 'alert', key, to, facts: { event: 'checkout' }, ...aboutOf(payment) });
  }

  /**
   * Queues the mails of a change of status in its transaction: thanks once the payment is settled, and each refund. None
   * for a lost dispute, whose payer has the money from the bank, for an unchanged status, from paid to confirmed, after a
   * thank-you was sent, and for a refund that an undo brings back, unless its mail was cancelled. Cancels the unsent mails
   * of what the change takes back; a new payment, without `before`, has none.
   */
  private async queueStatusChange(
    unit: UnitOfWork,
    before: ShownPayment | undefined,
    after: ShownPayment,
  ): Promise<void> {
    if (before) await this.cancelOutdated(unit, before, after);
    const entry = after.statusHistory.length - 1;
    if (isSettled(after.status) && !isSettled(before?.status ?? 'pending')) {
      if (before && (await this.isThanked(unit, after._id))) return;
      await this.queue(unit, after, { kind: 'paid', facts: {} }, `paid:${after._id.toHexString()}:${entry}`);
    }
    const refund = refundOf(before, after);
    // Without a new entry, an undo brings back the refund that stood before.
    const isBack = before?.ledger?.length === after.ledger?.length;
    const facts = refund && isBack ? await this.untoldRefund(unit, after._id) : refund;
    const key = `refunded:${after._id.toHexString()}:${entry}`;
    if (facts) await this.queue(unit, after, { kind: 'refunded', facts }, key);
  }

  /**
   * Queues the mail of a cancellation in its transaction, where the act says so, of a payment that a visitor has made and
   * was asked for. It takes the place of one that still waits; another fee, and a payment that is cancelled no more, end
   * that one, too.
   */
  private async queueCancellation(
    unit: UnitOfWork,
    before: ShownPayment,
    after: ShownPayment,
    isTold: boolean,
  ): Promise<void> {
    const isOther = before.status !== after.status || moneyOf(before).fee !== moneyOf(after).fee;
    const isWritten = isTold && after.status === 'cancelled' && (await this.isAsked(unit, after));
    if (before.status === 'cancelled' && (isOther || isWritten)) {
      const reason = after.status === 'cancelled' ? laterTold : outdatedReason(after);
      await this.outbox.cancelOf(after._id, ['cancelled'], reason, unit.session);
    }
    if (!isWritten) return;
    const key = `cancelled:${after._id.toHexString()}:${after.statusHistory.length - 1}`;
    await this.queue(unit, after, { kind: 'cancelled', facts: {} }, key);
  }

  /** Returns whether a visitor has made the payment and was asked for it, or has paid: others have nothing to hear of. */
  private async isAsked({ session }: UnitOfWork, payment: ShownPayment): Promise<boolean> {
    if (payment.source === 'admin' && !payment.card) return false;
    if (moneyOf(payment).received > 0) return true;
    const conditions = { paymentId: payment._id, kind: 'instructions', state: { $ne: 'cancelled' } } as const;
    return !!(await this.outbox.mails.findOne(conditions, { session, projection: { _id: 1 } }));
  }

  /**
   * Queues the mail of a partial payment in the transaction of the match. `after` is the payment with its new balance.
   * A match that is undone and made again is one event.
   */
  private async queuePartly(
    unit: UnitOfWork,
    after: ShownPayment,
    { transactionId, amount: arrived }: Arrival,
  ): Promise<void> {
    if (after.status !== 'pending' || moneyOf(after).due <= 0) return;
    const facts = { arrived: shownPart(after, arrived) };
    const key = `partly:${transactionId.toHexString()}:${after._id.toHexString()}`;
    const { session } = unit;
    const earlier = await this.outbox.mails.findOne({ key }, { session, projection: { state: 1 } });
    if (earlier && ['sent', 'sending'].includes(earlier.state)) return;
    const { delaySeconds } = this.config.mail;
    const mail = await this.compose(after, { kind: 'partly', facts }, { key, delaySeconds }, unit);
    if (!mail) return;
    // One that waits would tell the same rest.
    await this.outbox.cancelOf(after._id, ['partly'], laterReceived, session);
    await this.outbox.replace(earlier?._id, mail, unit);
  }

  /** Deletes the mails of deleted customers. */
  @InChange('customers', 'belongings', isDeletion<'customers'>)
  async forgetCustomers(changes: readonly Deletion<'customers'>[], unit: UnitOfWork): Promise<void> {
    for (const { before } of changes) await this.outbox.deleteOfCustomer(before._id, unit);
  }

  /** Cancels the unsent mails of what a change takes back; of the parts that came, one tells of the last that stands. */
  private async cancelOutdated(unit: UnitOfWork, before: ShownPayment, after: ShownPayment): Promise<void> {
    const cancel = (kind: PaymentKind, only?: object) =>
      this.outbox.cancelOf(after._id, [kind], outdatedReason(after), unit.session, only);
    if (isSettled(before.status) && !isSettled(after.status)) await cancel('paid');
    // One about money is told while that stands, as its review decides, and so is a word that money has shown since.
    const isShown = refundedByUs(before) > 0 && moneyOf(before).claim === 0;
    if (before.status === 'refunded' && after.status !== 'refunded' && !isShown)
      await cancel('refunded', { 'facts.refundedInAll': { $exists: false } });
    if (moneyOf(after).kept >= moneyOf(before).kept || !(await cancel('partly'))) return;
    const arrival = lastArrival(after);
    if (arrival) await this.queuePartly(unit, after, arrival);
  }

  private async isThanked({ session }: UnitOfWork, paymentId: Id): Promise<boolean> {
    const conditions = { paymentId, kind: 'paid', state: 'sent' } as const;
    return !!(await this.outbox.mails.findOne(conditions, { session, projection: { _id: 1 } }));
  }

  /** Returns what the last mail of a refund, which was said alone, was about to tell when it was cancelled; else undefined. */
  private async untoldRefund({ session }: UnitOfWork, paymentId: Id): Promise<RefundFacts | undefined> {
    const conditions = { paymentId, kind: 'refunded', resendOf: { $exists: false } } as const;
    const last = await this.outbox.mails.findOne(conditions, { session, sort: { _id: -1 } });
    const facts = last?.state === 'cancelled' ? (last.facts as RefundFacts) : undefined;
    return facts?.refundedInAll === undefined ? facts : undefined;
  }

  private async queue(
    unit: UnitOfWork,
    payment: ShownPayment,
    event: PayerEvent,
    key: string,
  ): Promise<void> {
    const mail = await this.compose(
      payment,
      event,
      { key, delaySeconds: this.config.mail.delaySeconds },
      unit,
    );
    if (mail) await this.outbox.add([mail], unit);
  }

  /** Composes a mail about a payment to its payer; returns undefined where the payer has no email address. */
  private async compose(
    payment: ShownPayment,
    event: PayerEvent,
    mail: Pick<NewMail, 'key' | 'delaySeconds'>,
    unit: UnitOfWork,
  ): Promise<Mail | undefined> {
    const payer = await this.payments.payerOf(payment, unit);
    return payer && this.outbox.create({ ...mail, ...event, to: payer.email, ...aboutOf(payment) });
  }
}
