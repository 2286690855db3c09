import { isAbroad } from '#domain/places/shown-total';
import { Inject, Injectable } from '@nestjs/common';
import { isTestPayment } from '#domain/cards/cards';
import { officeMailKinds } from '#domain/mail/mail';
import { moneyCame, moneyReturned, sumOfMoney } from '#domain/documents/money-lines';
import { agreedQuote } from '#domain/payments/payments';
import { cameOf, moneyOf, plannedOf } from '#domain/ledger/payment-money';
import { partSums, type PlannedPayment, shownPlan } from '#domain/payments/plan';
import { roundToCents, toAmount } from '#domain/platform/money';
import { orderStatus } from '#domain/visitor/orders';
import { defaultLanguage, type Language } from '#domain/platform/languages';
import { pages } from '#domain/platform/pages';
import { termsIn } from '#domain/payments/terms';
import type { PaymentConfig } from '../payments/options/payment-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import {
  areInEnglish,
  countryOf,
  instructionsFor,
  shownPart,
  type ShownPayment,
  shownPrice,
  shownSums,
  storedDay,
} from '../payments/shown-payment.js';
import type { OrderRecord } from '../payments/payment-reader.js';
import { optionsIn } from '../payments/options/payment-options.js';
import { OrderLinks } from '../payments/order-links.js';
import { SiteUrl } from '../mail/site-url.js';
import type { RenderedMail } from '../mail/templates/layout.js';
import { quotedName } from '../mail/templates/quoted-name.js';
import type { OrderFacts, PlanFacts } from '../mail/templates/order-facts.js';
import { type MailEvent, renderMail } from '../mail/templates/render-mail.js';

/** Renders mails from records and settings. */
@Injectable()
export class MailRenderer {
  constructor(
    @Inject(CONFIG) private readonly config: PaymentConfig,
    private readonly links: OrderLinks,
    private readonly site: SiteUrl,
  ) {}

  /** Renders subject, text and html of a mail about these payments. */
  render(subject: MailEvent, orders: readonly OrderRecord[]): RenderedMail {
    // The office reads English; a mail about several payments is in the language of the newest.
    const isOurs = officeMailKinds.includes(subject.kind);
    const language = isOurs ? defaultLanguage : (orders[0]?.payment.language ?? defaultLanguage);
    const facts = orders.map((order) => this.factsOf(order, language));
    const paymentOptions = optionsIn(this.config.paymentOptions, language);
    return renderMail({ ...subject, orders: facts }, { ...this.config, paymentOptions, site: this.site });
  }

  private factsOf({ payment, payer: { name }, terms }: OrderRecord, language: Language): OrderFacts {
    const { kept, due } = moneyOf(payment);
    const agreed = agreedQuote(payment);
    const received = toAmount(kept);
    const planned = plannedOf(payment);
    const partly =
      payment.status === 'pending' && received > 0 && due > 0 ? shownSums(payment, planned, kept) : undefined;
    const plan = planFacts(planned, this.config.calendar.dayOf(new Date()));
    const expectedOn = plan ? undefined : storedDay(payment.transferDate);
    return {
      language,
      reference: payment.referenceNumber,
      name,
      price: shownPrice(payment),
      currency: payment.currency,
      came: sumOfMoney(moneyCame(payment)),
      returned: sumOfMoney(moneyReturned(payment)),
      ...(agreed && { agreed }),
      isAbroad: payment.source === 'checkout' && isAbroad(countryOf(payment)),
      method: payment.paymentMethod,
      status: orderStatus(payment, received, due > 0),
      ...(expectedOn && { expectedOn }),
      ...(partly && { partly }),
      ...(payment.status === 'cancelled' && { cancelled: cancelledSums(payment) }),
      ...(plan && { plan }),
      // The instructions ask for what is asked now of a plan, and for the rest once a part has arrived.
      instructions: instructionsFor(
        payment,
        this.config.paymentOptions,
        quotedName(name, areInEnglish(payment, this.config.paymentOptions, language) ? 'en' : language),
        language,
        plan?.asked.amount ?? partly?.due,
      ),
      ...(terms && payment.acceptedTerms && { terms: termsIn(terms, payment.acceptedTerms.language) }),
      url: this.links.url(payment),
      adminUrl: `${this.site.url}${pages.payments}/${payment._id.toHexString()}`,
      isTest: isTestPayment(payment),
    };
  }
}

/** Returns what is kept of a cancelled payment, and what goes back, as its page has them. */
function cancelledSums(payment: ShownPayment): OrderFacts['cancelled'] {
  const figures = moneyOf(payment);
  const kept = shownPart(payment, toAmount(figures.sale));
  const { received } = shownSums(payment, plannedOf(payment), cameOf(figures));
  return { kept, back: roundToCents(received - kept) };
}

/** Returns the parts of a pending payment, in the currency that the visitor was shown; undefined without a plan. */
function planFacts(planned: PlannedPayment, today: string): PlanFacts | undefined {
  const { plan, askedNow } = shownPlan(planned, today);
  if (!plan || !askedNow) return undefined;
  const sums = partSums(planned);
  const openUpTo = (number: number): number => {
    const sum = sums.find(({ parts }) => parts.at(-1) === number);
    return sum ? toAmount(sum.quoted ?? sum.cents) : 0;
  };
  const { amount, quoted = amount, due } = askedNow;
  return {
    asked: { amount: quoted, due, isLate: due < today },
    parts: plan.map((part, index) => ({
      amount: part.quoted ?? part.amount,
      due: part.due,
      isPaid: part.open === 0,
      openUpTo: openUpTo(index + 1),
    })),
  };
}
