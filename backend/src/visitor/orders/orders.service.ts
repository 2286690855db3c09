import { isAbroad } from '#domain/places/shown-total';
import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { Types } from 'mongoose';
import { isTestPayment } from '#domain/cards/cards';
import { cameOf, moneyDays, moneyOf, plannedOf } from '#domain/ledger/payment-money';
import { documentMessages } from '#domain/documents/documents';
import type { Language } from '#domain/platform/languages';
import { visitorPlan } from '#domain/payments/plan';
import { messages } from '#domain/platform/messages';
import { sum, toAmount } from '#domain/platform/money';
import { maskEmail, orderStatus, type Order, type OrderStatus } from '#domain/visitor/orders';
import { order as orderTexts } from '#domain/texts/en/order';
import { moneyCame, moneyReturned } from '#domain/documents/money-lines';
import { agreedQuote, referenceKey } from '#domain/payments/payments';
import type { MailConfig } from '../../mail/mail-settings.js';
import type { PaymentConfig } from '../../payments/options/payment-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { DocumentsService } from '../../documents/documents.service.js';
import { DocumentPdf } from '../../documents/pdf/document-pdf.js';
import { clientNetwork } from '../../platform/http/client-network.js';
import { RateLimitService } from '../../platform/rate-limit/rate-limit.service.js';
import { optionsIn } from '../../payments/options/payment-options.js';
import {
  areInEnglish,
  countryOf,
  instructionsFor,
  type ShownPayment,
  shownPart,
  shownSums,
  shownPrice,
  storedDay,
} from '../../payments/shown-payment.js';
import { OrderLinks } from '../../payments/order-links.js';
import { PaymentReader } from '../../payments/payment-reader.js';
import { ReconciliationView } from '../../bank/reconciliation-view.js';
import { PaymentsService } from '../../payments/payments.service.js';

const minute = 60;
const hour = 60 * minute;

/** Limits per network address: views of orders and of pages per minute, and wrong links per hour. */
const pageViewsPerMinute = 30;
const wrongLinksPerHour = 20;
/** Announcements of one payment's transfer per day. */
const announcementsPerDay = 10;

/** The money of a payment that its page tells; nothing where there is none. */
function moneyPart(payment: ShownPayment): Pick<Order, 'money'> {
  const [payments, returned, agreed] = [moneyCame(payment), moneyReturned(payment), agreedQuote(payment)];
  if (!payments.length && !returned.length) return {};
  return { money: { currency: payment.currency, payments, returned, ...(agreed && { agreed }) } };
}

/** The money that came, in the currency of the total that the page shows; where all of it is kept, it makes up `received`. */
function receiptsOf(payment: ShownPayment, came: number, received: number): NonNullable<Order['receipts']> {
  const money = moneyCame(payment);
  const receipts = money.map(({ day, amount }) => ({ day, amount: shownPart(payment, amount) }));
  const last = receipts.at(-1);
  // Each is rounded by itself: the last one takes what that leaves.
  if (last && sum(money.map(({ amount }) => amount)) === came)
    last.amount = sum([received, ...receipts.slice(0, -1).map(({ amount }) => -amount)]);
  return receipts;
}

/** Replaces a payment that does not exist, so that unknown and wrong links take the same time. */
const unknownPayment = { _id: new Types.ObjectId('000000000000000000000000') };

/** The visitors' view of their payments, by the links to them. */
@Injectable()
export class OrdersService {
  constructor(
    @Inject(CONFIG) private readonly config: MailConfig & PaymentConfig,
    private readonly limits: RateLimitService,
    private readonly links: OrderLinks,
    private readonly reader: PaymentReader,
    private readonly reconciliation: ReconciliationView,
    private readonly payments: PaymentsService,
    private readonly documents: DocumentsService,
    private readonly pdf: DocumentPdf,
  ) {}

  /** Returns the content of a payment's page, with its instructions in a language. Throws 404 for an invalid link, and 429. */
  async view(
    reference: string,
    token: string,
    language: Language,
    { ip }: Pick<Caller, 'ip'>,
  ): Promise<Order> {
    await this.limits.consume(`order:look:${clientNetwork(ip)}`, pageViewsPerMinute, minute);
    return this.describe(await this.open(reference, token, ip), language);
  }

  /** Returns the content of a payment's page, for an admin. Throws 404. */
  async page(paymentId: Types.ObjectId): Promise<Order> {
    const payment = await this.reader.find(paymentId);
    if (!payment) throw new NotFoundException(messages.paymentNotFound);
    return this.describe(payment, payment.language);
  }

  /** Returns status and language of a link's payment. Throws as `view` does; pages have a limit of their own. */
  async pageOf(
    reference: string,
    token: string,
    ip: string,
  ): Promise<{ status: OrderStatus; language: Language }> {
    await this.limits.consume(`order:page:${clientNetwork(ip)}`, pageViewsPerMinute, minute);
    const payment = await this.open(reference, token, ip);
    const figures = moneyOf(payment);
    const status = orderStatus(payment, toAmount(cameOf(figures)), figures.due > 0);
    return { status, language: payment.language };
  }

  /** Returns a document of a link's payment as a PDF; `file` is its number and .pdf. Throws as `view` does. */
  async document(
    reference: string,
    token: string,
    file: string,
    { ip }: Pick<Caller, 'ip'>,
  ): Promise<{ number: string; pdf: Buffer }> {
    await this.limits.consume(`order:look:${clientNetwork(ip)}`, pageViewsPerMinute, minute);
    const payment = await this.open(reference, token, ip);
    const document = (await this.documents.ofPayer(payment)).find(({ number }) => file === `${number}.pdf`);
    if (!document) throw new NotFoundException(documentMessages.notFound);
    return { number: document.number, pdf: await this.pdf.render(document) };
  }

  /** Records that the visitor has sent or will send the transfer. Throws as `view` does. */
  async recordSentDate(reference: string, token: string, date: string, caller: Caller): Promise<void> {
    const { _id } = await this.open(reference, token, caller.ip);
    await this.limits.consume(`order:said-sent:${_id.toHexString()}`, announcementsPerDay, 24 * hour);
    await this.payments.setSaidSent(_id, date, caller);
  }

  /** Returns the address of a payment's page; `renew` replaces it and invalidates the previous one. Throws 404. */
  async getLink(paymentId: Types.ObjectId, renew: boolean, caller: Caller): Promise<{ url: string }> {
    if (renew) await this.payments.renewLink(paymentId, caller);
    const payment = await this.reader.find(paymentId);
    if (!payment) throw new NotFoundException(messages.paymentNotFound);
    return { url: this.links.url(payment) };
  }

  /** Returns the payment of a link. A wrong link counts; a network of too many is refused even with a right one. */
  private async open(reference: string, token: string, ip: string): Promise<ShownPayment> {
    const key = `order:wrong:${clientNetwork(ip)}`;
    await this.limits.check(key, wrongLinksPerHour, hour);
    const payment = await this.reader.findByReferenceKey(referenceKey(reference));
    const isRight = this.links.isToken(payment ?? unknownPayment, token);
    if (payment && isRight && !payment.erasedAt) return payment;
    await this.limits.consume(key, wrongLinksPerHour, hour);
    throw new NotFoundException(orderTexts.notFound);
  }

  /**
   * Returns the receipt of a settled payment: the money that came, as it came, and the day of its last receipt; where a
   * person says that the payment is paid, the price as the visitor was shown it.
   */
  private receiptOf(payment: ShownPayment, language: Language): Order['receipt'] {
    const { currency } = payment;
    const { paidOn } = moneyDays(payment);
    if (!paidOn) return undefined;
    const figures = moneyOf(payment);
    const [came, gone] = [toAmount(cameOf(figures)), toAmount(figures.back)];
    const { companyName: company } = optionsIn(this.config.paymentOptions, language);
    return came > 0
      ? { company, paidOn, amount: came, currency, ...(gone > 0 && { refunded: gone }) }
      : { company, paidOn, ...shownPrice(payment), ...(gone > 0 && { refunded: shownPart(payment, gone) }) };
  }

  private async describe(payment: ShownPayment, language: Language): Promise<Order> {
    const { paymentOptions, mail } = this.config;
    const { referenceNumber, status, saidSent, paymentMethod } = payment;
    const figures = moneyOf(payment);
    const received = toAmount(cameOf(figures));
    const [payer, bankSeenUntil, documents] = await Promise.all([
      this.reader.payerOf(payment),
      this.reconciliation.bankSeenUntil(payment),
      this.documents.ofPayer(payment),
    ]);
    const receipt = this.receiptOf(payment, language);
    const { name = '', email = '' } = payer ?? {};
    const { amount: value, currency } = shownPrice(payment);
    const planned = plannedOf(payment);
    const plan = visitorPlan(planned, this.config.calendar.dayOf(new Date()));
    const expectedOn = plan.askedNow?.due ?? storedDay(payment.transferDate);
    const { companyName: company } = optionsIn(paymentOptions, language);
    const contact = (mail.replyTo ?? mail.from)?.address;
    const shown = shownSums(payment, planned, cameOf(figures));
    const due = status === 'pending' ? shown.due : undefined;
    return {
      reference: referenceNumber,
      status: orderStatus(payment, received, figures.due > 0),
      name,
      email: maskEmail(email),
      amount: { value, currency },
      ...(received > 0 && { received: shown.received }),
      ...(due !== undefined && { due }),
      ...(figures.fee > 0 && { fee: shownPart(payment, toAmount(figures.sale)) }),
      ...plan,
      ...(plan.plan && status === 'pending' && { receipts: receiptsOf(payment, received, shown.received) }),
      // After a part has arrived, the instructions ask for the rest only.
      instructions: instructionsFor(
        ...([payment, paymentOptions, name, language] as const),
        plan.askedNow?.amount ?? due,
      ),
      method: paymentMethod,
      ...(areInEnglish(payment, paymentOptions, language) && { instructionsInEnglish: true }),
      ...(paymentOptions.sample && { sample: true }),
      ...(expectedOn && { expectedOn }),
      ...(saidSent && { saidSent: { date: saidSent.date, at: new Date(saidSent.at).toISOString() } }),
      ...(bankSeenUntil && { bankSeenUntil }),
      ...(receipt && { receipt }),
      ...moneyPart(payment),
      ...(payment.source === 'checkout' && isAbroad(countryOf(payment)) && { abroad: true }),
      company,
      ...(isTestPayment(payment) && { test: true }),
      ...(mail.smtp && contact && { contact }),
      ...(paymentOptions.company && {
        documents: documents.map(({ number, kind, day, total, currency }) => ({
          number,
          kind,
          day,
          total,
          currency,
        })),
      }),
    };
  }
}
