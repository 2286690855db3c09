import { cardModeName, cardProviderNames } from '#domain/cards/cards';
import { documentKindNames } from '#domain/documents/documents';
import { type MoneyLine, moneyCame, moneyReturned, settlingText } from '#domain/documents/money-lines';
import { type MailKind, mailKindNames, mailStateNames, officeMailKinds } from '#domain/mail/mail';
import type { PaymentCard } from '#domain/payments/payment-card';
import { paymentMethodName, statusNames } from '#domain/payments/payments';
import { type TermsTexts, termsIn } from '#domain/payments/terms';
import type { Country } from '#domain/places/countries';
import { countryNames } from '#domain/places/locations';
import type { Calendar } from '#domain/platform/calendar';
import { formatDay } from '#domain/platform/dates';
import { humanize } from '#domain/platform/humanize';
import { languageFacts, languageNames } from '#domain/platform/languages';
import { type Currency, formatNamedMoney } from '#domain/platform/money';
import { texts } from '#domain/texts/texts';
import type { Order } from '#domain/visitor/orders';
import type { ReportSection } from '../../documents/pdf/draw-report.js';
import type { WrittenMail } from '../../mail/outbox.js';
import type { Payment } from '../../payments/payment.schema.js';

export type DisputedPayment = Payment & { card: PaymentCard & { dispute: object } };

/** The records of a report. */
export interface DisputeSources {
  payment: DisputedPayment;
  /** The texts of the accepted version. */
  terms: TermsTexts | undefined;
  mails: readonly WrittenMail[];
  /** The visitor's page as it is now. */
  page: Order;
}

/** Facts that have a value. */
const facts = (...rows: [label: string, value: string | null | undefined][]) =>
  rows.filter((row): row is [string, string] => !!row[1]);

/** Cuts the token out of each link to a visitor's page: the file goes to the card provider, and the token opens the page. */
const withoutLinks = (text: string): string => text.replace(/(\/order\/[^/\s]+\/)[^\s]+/g, '$1…');

const moneyFacts = (lines: readonly MoneyLine[], currency: Currency): [string, string][] =>
  lines.map((line) => [
    formatDay(line.day),
    `${settlingText(line, currency, 'en', texts.en.payment.settling)} · ${texts.en.payment.ways[line.way]}`,
  ]);

/** The kinds of mails that go to the office, or are no evidence of this payment. */
const others: readonly MailKind[] = [...officeMailKinds, 'link'];

/** Returns what speaks for a disputed payment: who bought what, accepted, paid, read and was sent, in the office's time. */
export function disputeReport(
  { payment, terms, mails, page }: DisputeSources,
  calendar: Calendar,
): ReportSection[] {
  const { currency, card, acceptedTerms, language } = payment;
  const { dispute } = card;
  const at = (moment: Date | string) => {
    const time = calendar.clockTime(new Date(moment));
    return `${formatDay(time.slice(0, 10))}, ${time.slice(11, 16)}`;
  };
  const details = payment.paymentDetails ?? {};
  const detail = (name: string) => (typeof details[name] === 'string' ? details[name] : undefined);
  const country = countryNames[detail('country') as Country] ?? detail('country');
  const money = (amount: number | undefined, of: Currency) =>
    amount === undefined ? undefined : formatNamedMoney(amount, of);
  const sent = mails.filter(({ kind }) => !others.includes(kind));
  const came = moneyFacts(moneyCame(payment), currency);
  const returned = moneyFacts(moneyReturned(payment, 0), currency);
  return [
    {
      title: 'Dispute',
      facts: facts(
        ['Card provider', `${cardProviderNames[card.provider]}, ${cardModeName(card)}`],
        ['Payment there', card.paymentIntentId ?? card.sessionId],
        ['Dispute', dispute.id],
        ['Disputed amount', formatNamedMoney(dispute.amount, dispute.currency)],
        ['Reason', humanize(dispute.reason)],
        ['State', humanize(dispute.status)],
        ['Respond by', dispute.dueBy && at(dispute.dueBy)],
        ['Times here', calendar.timeZone],
      ),
    },
    {
      title: 'Payment',
      facts: facts(
        ['Reference', payment.referenceNumber],
        ['Bought', `${texts.en.offer.product}, ${formatNamedMoney(payment.amount, currency)}`],
        ['Recorded', at(payment.createdAt)],
        ['Way of paying', paymentMethodName(payment.paymentMethod)],
        ['Status', statusNames[payment.status]],
        ['Name', detail('fullName')],
        ['Email', detail('email')],
        ['Phone', detail('phone')],
        ['Address', [...['address', 'city', 'postalCode'].map(detail), country].filter(Boolean).join(', ')],
      ),
    },
    {
      title: 'Accepted terms',
      ...(acceptedTerms
        ? {
            facts: facts(
              ['Accepted', at(acceptedTerms.at)],
              ['Version', acceptedTerms.version],
              ['Language', languageNames[acceptedTerms.language]],
            ),
            text: terms ? termsIn(terms, acceptedTerms.language) : 'The text of this version is not known.',
            language: languageFacts[acceptedTerms.language].tag,
          }
        : { text: 'Terms were not asked for.' }),
    },
    came.length ? { title: 'Paid', facts: came } : { title: 'Paid', text: 'No money has come.' },
    ...(returned.length ? [{ title: 'Given back', facts: returned }] : []),
    {
      title: 'What happened',
      facts: payment.statusHistory.map(({ date, status, note, by }): [string, string] => [
        at(date),
        [`${statusNames[status]} · by ${by}`, ...(note ? [note] : [])].join('\n'),
      ]),
    },
    {
      title: 'The buyer’s page, as it is now',
      facts: facts(
        ['Language', languageNames[language]],
        ['Says', humanize(page.status)],
        ['Total', formatNamedMoney(page.amount.value, page.amount.currency)],
        ['Received', money(page.received, page.amount.currency)],
        ['Still due', money(page.due, page.amount.currency)],
        ['Kept as a fee', money(page.fee, page.amount.currency)],
        [
          'Receipt',
          page.receipt &&
            `${formatNamedMoney(page.receipt.amount, page.receipt.currency)} · ${formatDay(page.receipt.paidOn)}`,
        ],
        ['Given back', money(page.receipt?.refunded, page.receipt?.currency ?? currency)],
        [
          'Said to be sent',
          page.saidSent && `for ${formatDay(page.saidSent.date)}, said ${at(page.saidSent.at)}`,
        ],
        [
          'Papers',
          page.documents
            ?.map(
              (one) =>
                `${documentKindNames[one.kind]} ${one.number} · ${formatDay(one.day)} · ${formatNamedMoney(one.total, one.currency)}`,
            )
            .join('\n'),
        ],
      ),
    },
    ...(sent.length ? sent : [undefined]).map((mail, index): ReportSection =>
      mail
        ? {
            title: `Mail ${index + 1} of ${sent.length}: ${mailKindNames[mail.kind]}`,
            facts: facts(
              ['To', mail.to],
              ['Subject', mail.subject],
              ['Written', at(mail.createdAt)],
              ['State', mailStateNames[mail.state]],
              ['Sent', mail.sentAt && at(mail.sentAt)],
              ['Message-ID', mail.messageId],
              ['Mail server', mail.smtpResponse],
            ),
            text: withoutLinks(mail.text).trimEnd(),
            language: languageFacts[language].tag,
          }
        : { title: 'Mails', text: 'No mail about this payment is kept.' },
    ),
  ];
}
