import { BadRequestException, Inject, Injectable } from '@nestjs/common';
import type { CheckoutOptions, CheckoutResponse } from '#domain/visitor/checkout';
import { byLanguage, type Language } from '#domain/platform/languages';
import { countries } from '#domain/places/countries';
import { plannedOf } from '#domain/ledger/payment-money';
import { shownPlan } from '#domain/payments/plan';
import { quoteFor } from '#domain/places/prices';
import { refusals } from '#domain/texts/en/refusals';
import type { CardConfig } from '../../payments/options/card-settings.js';
import type { MailConfig } from '../../mail/mail-settings.js';
import type { PaymentConfig } from '../../payments/options/payment-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { type AllowedMails, MailLimits } from '../../mail/mail-limits.js';
import { OrderLinks } from '../../payments/order-links.js';
import { PaymentReader } from '../../payments/payment-reader.js';
import type { ShownPayment } from '../../payments/shown-payment.js';
import { PaymentsService } from '../../payments/payments.service.js';
import { SubmissionsService } from '../../platform/submissions/submissions.service.js';
import {
  isHoneypotFilled,
  readCheckoutRequest,
  type WholeRequest,
  withoutLanguage,
} from './checkout-request.js';
import { checkoutOptions, offeredParts, optionsIn } from '../../payments/options/payment-options.js';
import { VisitorCustomers } from '../../customers/visitor-customers.service.js';

/** The public checkout: one submission, one customer, one payment. */
@Injectable()
export class CheckoutService {
  /** The response of GET /checkout/options by language, without the parts, which follow from the day. */
  private readonly lasting: Record<Language, CheckoutOptions>;

  constructor(
    @Inject(CONFIG) private readonly config: CardConfig & MailConfig & PaymentConfig,
    private readonly customers: VisitorCustomers,
    private readonly payments: PaymentsService,
    private readonly submissions: SubmissionsService,
    private readonly unitOfWork: TransactionsService,
    private readonly mailLimits: MailLimits,
    private readonly links: OrderLinks,
    private readonly reader: PaymentReader,
  ) {
    this.lasting = byLanguage((language) =>
      checkoutOptions(optionsIn(config.paymentOptions, language), {
        mail: !!config.mail.smtp,
        cardEvents: config.cards.secrets.length > 0,
      }),
    );
  }

  /** The response of GET /checkout/options: with the parts that are offered today. */
  options(language: Language): CheckoutOptions {
    const { calendar, paymentOptions } = this.config;
    const lasting = this.lasting[language];
    if (!paymentOptions.parts) return lasting;
    const today = calendar.dayOf(new Date());
    const locations = countries.map((country) => {
      const parts = offeredParts(paymentOptions, country, today);
      return [country, { ...lasting.locations[country], ...(parts && { parts }) }];
    });
    return { ...lasting, locations: Object.fromEntries(locations) as CheckoutOptions['locations'] };
  }

  /**
   * Stores a submission and returns its reference; `accepted` is the browser's language. The same key with the same body
   * returns the same response again; with another body it throws 409, whose `errors` have its referenceNumber. A price that
   * is not today's throws 400, other terms than today's 409, and nothing is stored.
   */
  async submit(
    body: unknown,
    key: string | undefined,
    accepted: Language | undefined,
    caller: Caller,
  ): Promise<CheckoutResponse> {
    if (isHoneypotFilled(body)) throw new BadRequestException(refusals.checkout);
    // A stored submission is replayed before this one is validated: its date may have passed, or the price changed.
    return this.submissions.once('checkout', key, withoutLanguage(body), {
      make: async (remember) => {
        const { paymentOptions, calendar } = this.config;
        const request = readCheckoutRequest(body, accepted, paymentOptions, calendar.dayOf(new Date()));
        const [mails, isKnown] = await Promise.all([
          this.mailLimits.ofCheckout(request.customer.email, caller.ip),
          this.customers.isKnown(request.customer),
        ]);
        const store = async (unit: UnitOfWork) => {
          const payment = await this.store(request, mails, caller, unit);
          remember({ paymentId: payment._id, referenceNumber: payment.referenceNumber }, unit);
          return { ...this.responseOf(payment), ...(mails.refusal && { mail: false as const }) };
        };
        // The payment of a new customer only inserts records.
        return isKnown ? this.unitOfWork.run(store) : this.unitOfWork.runShared(store);
      },
      replay: async ({ referenceNumber, paymentId }) => {
        // The link may have been renewed since; a deleted payment has no working link.
        const payment = await this.reader.find(paymentId);
        return payment ? this.responseOf(payment) : this.linkOf({ _id: paymentId, referenceNumber });
      },
      // The key is the submitter's own: a copy of its tab has to name the payment that was made.
      refusal: ({ referenceNumber }) => ({ message: refusals.keyReused, errors: { referenceNumber } }),
    });
  }

  private linkOf(payment: Parameters<OrderLinks['path']>[0]): CheckoutResponse {
    const { _id, referenceNumber } = payment;
    return { referenceNumber, paymentId: String(_id), orderPath: this.links.path(payment) };
  }

  private responseOf(payment: ShownPayment): CheckoutResponse {
    const { plan } = shownPlan(plannedOf(payment), this.config.calendar.dayOf(new Date()));
    return { ...this.linkOf(payment), ...(plan && { plan }) };
  }

  private async store(
    { customer, payment, language, plan, acceptedTerms: version }: WholeRequest,
    mails: AllowedMails,
    caller: Caller,
    unit: UnitOfWork,
  ) {
    const owner = await this.customers.forPayment(customer, caller, unit);
    const acceptedTerms = version && { version, at: new Date().toISOString(), language };
    return this.payments.insert(
      // The payment keeps the typed details, as they may differ from the customer's record, which a visitor must not
      // change.
      { ...payment, language, customerId: String(owner._id), paymentDetails: { ...customer } },
      owner,
      {
        source: 'checkout',
        quoted: quoteFor(customer.country, customer.province),
        ...(plan && { plan }),
        ...(acceptedTerms && { acceptedTerms }),
        facts: { mails },
      },
      caller,
      unit,
    );
  }
}
