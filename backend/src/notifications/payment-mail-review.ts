import { Inject, Injectable, Logger } from '@nestjs/common';
import { Types } from 'mongoose';
import { standingOf } from '#domain/ledger/ledger';
import { moneyOf, plannedOf, shownFigures } from '#domain/ledger/payment-money';
import { type MailKind, mailKindNames, mailMessages } from '#domain/mail/mail';
import { sumOfCents, toAmount, toCents } from '#domain/platform/money';
import { overdueDays } from '#domain/payments/overdue';
import { isSettled, statusNames } from '#domain/payments/payments';
import { shownPlan } from '#domain/payments/plan';
import { orderStatus } from '#domain/visitor/orders';
import { CONFIG } from '../platform/config/config.module.js';
import { DocumentsService } from '../documents/documents.service.js';
import { DocumentPdf } from '../documents/pdf/document-pdf.js';
import { MailLimits } from '../mail/mail-limits.js';
import { MailRenderer } from './mail-renderer.js';
import { OperatorAlerts } from '../mail/operator-alerts.js';
import { type Attachment, MailReview, type Verdict } from '../mail/mail-review.js';
import type { Mail } from '../mail/mail.schema.js';
import type { MailConfig } from '../mail/mail-settings.js';
import type { BusinessConfig } from '../platform/config/business-settings.js';
import type { PaymentConfig } from '../payments/options/payment-settings.js';
import type { Arrival } from '../payments/payment.schema.js';
import type { ShownPayment } from '../payments/shown-payment.js';
import { isWritten, Outbox, type WrittenMail } from '../mail/outbox.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { type OrderRecord, PaymentReader } from '../payments/payment-reader.js';
import type { AskedPart, RefundFacts } from '../mail/templates/visitor-mails.js';
import type { MailEvent } from '../mail/templates/render-mail.js';

/** Pause of a mail while another one of its payment is being sent, and while its document is being issued, in milliseconds. */
const siblingWaitMs = 1000;
const documentWaitMs = 250;
/** Time beyond its delay after which a mail goes without its document, in milliseconds. */
const longestWaitMs = 600_000;

const send: Verdict = { verdict: 'send' };
const cancel = (reason: string): Verdict => ({ verdict: 'cancel', reason });

/** The reason to cancel a mail that the payment's status contradicts. */
export const outdatedReason = ({ status }: Pick<ShownPayment, 'status'>): string =>
  `The payment is ${statusNames[status].toLowerCase()} now`;

/** Returns the reason for which instructions and reminders ask for nothing; undefined where they do. */
export function unaskedReason(payment: ShownPayment): string | undefined {
  if (payment.status !== 'pending') return mailMessages.notPending;
  if (orderStatus(payment) === 'processing') return mailMessages.cardProcessing;
  return moneyOf(payment).due > 0 ? undefined : mailMessages.nothingDue;
}

/** Returns the reason against a reminder of a payment that is not overdue; undefined for one that is. */
export const notOverdueReason = (
  payment: ShownPayment,
  { calendar }: Pick<BusinessConfig, 'calendar'>,
): string | undefined =>
  overdueDays({ ...payment, ...shownFigures(payment) }, new Date(), calendar)
    ? undefined
    : mailMessages.notOverdue;

/**
 * Returns the reason for which a notice or a reminder about a part asks for nothing; undefined where it does. A reminder by
 * hand, and one without a plan, names no part: the payment has to be overdue.
 */
function unaskedPartReason(
  payment: ShownPayment,
  kind: 'part' | 'reminder',
  facts: Mail['facts'],
  config: Pick<BusinessConfig, 'calendar'>,
): string | undefined {
  const today = config.calendar.dayOf(new Date());
  const { due } = (facts ?? {}) as Partial<AskedPart>;
  const { plan = [] } = shownPlan(plannedOf(payment), today);
  if (!due) return notOverdueReason(payment, config);
  const part = plan.find((one) => one.due === due);
  if (!part) return mailMessages.partGone;
  if (!part.open) return mailMessages.partPaid;
  return kind === 'part' && due < today ? mailMessages.partPast : undefined;
}

/** Returns what stands of the last money that a bank transaction has brought; undefined where none has. */
export function lastArrival({ ledger = [] }: Pick<ShownPayment, 'ledger'>): Arrival | undefined {
  const last = ledger.findLast(
    (one) =>
      one.kind === 'receipt' && one.evidence?.transactionId && !one.voided && standingOf(one, ledger) > 0,
  );
  const transactionId = last?.evidence?.transactionId;
  if (!transactionId) return undefined;
  return {
    transactionId: new Types.ObjectId(transactionId),
    amount: toAmount(standingOf(last, ledger)),
  };
}

/** The reasons to cancel a mail whose place another one takes. */
export const laterTold = 'A later change of the status is told instead';
export const laterReceived = 'Another amount has been received meanwhile';

const becameOther = (payment: ShownPayment): Verdict => cancel(outdatedReason(payment));

/** True for a mail that asks for money. */
const isAsking = (kind: MailKind): kind is 'instructions' | 'part' | 'reminder' =>
  kind === 'instructions' || kind === 'part' || kind === 'reminder';

/** Returns the reason for which a mail asks for nothing now, or tells what is not so any more; undefined where it holds. */
export function unfoundedReason(
  payment: ShownPayment,
  { kind, facts }: Pick<Mail, 'kind' | 'facts'>,
  config: Pick<BusinessConfig, 'calendar'>,
): string | undefined {
  const { status } = payment;
  if (isAsking(kind))
    return (
      unaskedReason(payment) ??
      (kind === 'instructions' ? undefined : unaskedPartReason(payment, kind, facts, config))
    );
  if (kind === 'paid' && !isSettled(status)) return outdatedReason(payment);
  if (kind === 'cancelled' && status !== 'cancelled') return outdatedReason(payment);
  if (kind !== 'partly') return undefined;
  if (status !== 'pending') return outdatedReason(payment);
  return moneyOf(payment).due > 0 ? undefined : mailMessages.nothingDue;
}

const isOfCheckout = (facts: object): boolean => 'event' in facts && facts.event === 'checkout';

/** Reviews and writes mails by the payments as they are when the mails are due. */
@Injectable()
export class PaymentMailReview extends MailReview {
  private readonly logger = new Logger('Mail');

  constructor(
    @Inject(CONFIG) private readonly config: MailConfig & PaymentConfig,
    private readonly documents: DocumentsService,
    private readonly pdf: DocumentPdf,
    private readonly outbox: Outbox,
    private readonly payments: PaymentReader,
    private readonly renderer: MailRenderer,
    private readonly alerts: OperatorAlerts,
    private readonly limits: MailLimits,
  ) {
    super();
  }

  async decide(mail: Mail): Promise<Verdict> {
    const { kind, paymentId, resendOf, facts } = mail;
    if (kind === 'account') {
      const { expiresAt } = facts as { expiresAt?: Date };
      return expiresAt && expiresAt < new Date() ? cancel('The link has expired') : send;
    }
    if (kind === 'link' || kind === 'alert' || (kind === 'mention' && !paymentId)) return send;
    // A mail that an admin sends again is not reviewed, except for a reminder or a notice.
    if (resendOf && kind !== 'reminder' && kind !== 'part') return send;
    const payment = paymentId && (await this.payments.find(paymentId));
    if (!payment) return cancel('The payment was deleted');
    if (kind === 'mention') return send;
    if (isAsking(kind) && payment.status !== 'pending') return becameOther(payment);
    const unfounded = unfoundedReason(payment, mail, this.config);
    if (unfounded) return cancel(unfounded);
    switch (kind) {
      case 'paid':
        return this.withDocument(await this.decideThanks(mail), mail, payment);
      case 'refunded':
        return this.withDocument(
          this.decideRefund(payment, (facts ?? {}) as Partial<RefundFacts>),
          mail,
          payment,
        );
      default:
        return send;
    }
  }

  /** Lets a mail wait for the document that is due with it, for at most ten minutes. */
  private withDocument(
    decision: Verdict,
    { createdAt }: Mail,
    { documentsDueAt }: Pick<ShownPayment, 'documentsDueAt'>,
  ): Verdict {
    const { mail, paymentOptions } = this.config;
    const isAwaited = !!paymentOptions.company && !!documentsDueAt;
    const latest = createdAt.getTime() + mail.delaySeconds * 1000 + longestWaitMs;
    return decision.verdict === 'send' && isAwaited && Date.now() < latest
      ? { verdict: 'wait', waitMs: documentWaitMs }
      : decision;
  }

  async attachmentsOf({ _id, kind, paymentId, customerId, facts }: Mail): Promise<Attachment[]> {
    const documentKind = ({ paid: 'invoice', refunded: 'creditNote' } as const)[kind as 'paid' | 'refunded'];
    const payment = documentKind && paymentId && (await this.payments.find(paymentId));
    if (!payment) return [];
    const { entries } = (facts ?? {}) as Partial<RefundFacts>;
    const document = await this.documents.ofMail(payment, customerId, { kind: documentKind, entries });
    if (!document) return [];
    const filename = `${document.number}.pdf`;
    try {
      const content = await this.pdf.render(document);
      return [{ filename, contentType: 'application/pdf', content }];
    } catch (error) {
      // The mail says the same without it, and links to the page that has it.
      const mail = _id.toHexString();
      this.logger.error({ message: 'A mail goes without its document', mail, error: (error as Error).stack });
      return [];
    }
  }

  /**
   * Sends the mail about money while its refund stands, or what took its place, any other one while the payment is
   * refunded, or where refunds have shown all of it since.
   */
  private decideRefund(payment: ShownPayment, facts: Partial<RefundFacts>): Verdict {
    const { refundedInAll, entries, refund = 0, settled = refund } = facts;
    const { ledger = [] } = payment;
    if (refundedInAll === undefined) {
      const since = ledger.slice(entries ?? ledger.length);
      const refunds = since.filter(({ kind, voided }) => kind === 'refund' && !voided);
      const shown = sumOfCents(refunds.map((one) => standingOf(one, ledger)));
      const isShown = shown > 0 && shown >= toCents(settled);
      return payment.status === 'refunded' || isShown ? send : becameOther(payment);
    }
    const told = ledger.slice(0, entries).findLast(({ kind }) => kind === 'refund');
    // An entry that takes the place of another one is recorded in the moment in which that is voided.
    const isStanding = ledger.some(
      (one) =>
        (one === told || (one.kind === 'refund' && one.at === told?.voided?.at)) &&
        !one.voided &&
        standingOf(one, ledger) > 0,
    );
    return isStanding ? send : cancel('The refund was taken back');
  }

  /** Sends one thank-you per payment: of several that wait after repeated changes of the status, the last one. */
  private async decideThanks({ _id, paymentId }: Mail): Promise<Verdict> {
    const others = await this.outbox.mails
      .find({ paymentId: paymentId!, kind: 'paid', _id: { $ne: _id } })
      .project<Pick<Mail, '_id' | 'state' | 'resendOf'>>({ state: 1, resendOf: 1 })
      .toArray();
    const events = others.filter(({ resendOf }) => !resendOf);
    if (events.some(({ state }) => state === 'sent'))
      return cancel(`"${mailKindNames.paid}" was sent already`);
    const isLater = ({ _id: other }: Pick<Mail, '_id'>) => other.toHexString() > _id.toHexString();
    if (events.some((other) => isLater(other) && ['held', 'queued', 'retrying'].includes(other.state)))
      return cancel(laterTold);
    return events.some((other) => !isLater(other) && other.state === 'sending')
      ? { verdict: 'wait', waitMs: siblingWaitMs }
      : send;
  }

  /** The operator hears of every failed mail but alerts, within the limit. */
  async alertOf(mail: Mail): Promise<Mail | undefined> {
    const { _id, kind, paymentId, customerId } = mail;
    if (kind === 'alert' || !(await this.limits.mayAlert())) return undefined;
    const reference = paymentId && (await this.payments.find(paymentId))?.referenceNumber;
    const facts = { event: 'failed', kind, ...(reference && { reference }) } as const;
    const about = { ...(paymentId && { paymentId }), ...(customerId && { customerId }) };
    return this.alerts.compose(`alert:failed:${_id.toHexString()}`, facts, about);
  }

  async write(mail: Mail, unit?: UnitOfWork): Promise<WrittenMail | undefined> {
    const { kind, facts = {}, resendOf } = mail;
    // A mail that is sent again as it was, and one whose link works once.
    if ((resendOf || kind === 'account') && isWritten(mail)) return mail;
    const isOfFacts = kind === 'account' || kind === 'mention' || (kind === 'alert' && !isOfCheckout(facts));
    const orders = isOfFacts ? [] : await this.ordersOf(mail, unit);
    if (!isOfFacts && !orders.length) return undefined;
    return { ...mail, ...this.renderer.render({ kind, facts } as MailEvent, orders) };
  }

  private async ordersOf({ kind, to, paymentId }: Mail, unit?: UnitOfWork): Promise<OrderRecord[]> {
    if (kind === 'link') {
      // Another spelling of the address may belong to another person.
      const orders = await this.payments.findUnderEmail(to);
      return orders.filter(({ payer }) => payer.email === to);
    }
    const payment = paymentId && (await this.payments.find(paymentId, unit));
    const payer = payment && (await this.payments.payerOf(payment, unit));
    return payment && payer ? [await this.payments.orderOf(payment, payer)] : [];
  }
}
