import { cardModeName, cardProviderNames } from '#domain/cards/cards';
import { languageNames } from '#domain/platform/languages';
import { type MailKind, mailKindNames, mailStateNames, officeMailKinds } from '#domain/mail/mail';
import { formatNamedMoney } from '#domain/platform/money';
import type { Order } from '#domain/visitor/orders';
import type { PaymentCard } from '#domain/payments/payment-card';
import { humanize } from '#domain/platform/humanize';
import { paymentMethodName, statusNames } from '#domain/payments/payments';
import { type TermsTexts, termsIn } from '#domain/payments/terms';
import type { Mail } from '../../mail/mail.schema.js';
import type { Payment } from '../../payments/payment.schema.js';

/** A payment with a dispute. */
export type DisputedPayment = Payment & { card: PaymentCard & { dispute: object } };

type Row = readonly [label: string, value: string | undefined];

/** "2026-11-26 15:40:12 UTC". */
const timeText = (at: Date | string): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const rowLines = (rows: readonly Row[]): string =>
  rows.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join('\n');

const fileText = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

/** Cuts the token out of each link to a visitor's page: the file goes to the card provider, and the token opens the page. */
const withoutLinks = (text: string): string => text.replace(/(\/order\/[^/\s]+\/)[^\s]+/g, '$1…');

/** The terms as the visitor has accepted them. */
export function termsText({ acceptedTerms }: Pick<Payment, 'acceptedTerms'>, texts?: TermsTexts): string {
  if (!acceptedTerms) return fileText(['Terms: not asked']);
  const { version, at, language } = acceptedTerms;
  return fileText([
    rowLines([
      ['Terms accepted at', timeText(at)],
      ['Version', version],
      ['Language', languageNames[language]],
    ]),
    texts ? termsIn(texts, language) : 'The text of this version is not known.',
  ]);
}

/** The payment, its dispute, and the history of its status. */
export function paymentText(payment: DisputedPayment): string {
  const { referenceNumber, amount, currency, status, card, createdAt, statusHistory } = payment;
  const { fullName, email, phone, address, city, postalCode, country } = payment.paymentDetails ?? {};
  const { dispute } = card;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const history = statusHistory.map(({ date, status: then, note, by }) =>
    [`${timeText(date)}  ${statusNames[then]}  by ${by}`, ...(note ? [`    ${note}`] : [])].join('\n'),
  );
  return fileText([
    rowLines([
      ['Reference', referenceNumber],
      ['Recorded at', timeText(createdAt)],
      ['Amount', formatNamedMoney(amount, currency)],
      ['Payment method', paymentMethodName(payment.paymentMethod)],
      ['Status', statusNames[status]],
    ]),
    rowLines([
      ['Name', text(fullName)],
      ['Email', text(email)],
      ['Phone', text(phone)],
      ['Address', [address, city, postalCode, country].map(text).filter(Boolean).join(', ')],
    ]),
    rowLines([
      ['Card provider', `${cardProviderNames[card.provider]}, ${cardModeName(card)}`],
      ['Payment at the provider', card.paymentIntentId ?? card.sessionId],
      ['Dispute', dispute.id],
      ['Disputed amount', formatNamedMoney(dispute.amount, dispute.currency)],
      ['Reason', humanize(dispute.reason)],
      ['State of the dispute', humanize(dispute.status)],
      ['Respond by', dispute.dueBy ? timeText(dispute.dueBy) : undefined],
    ]),
    `History of the status\n\n${history.join('\n')}`,
  ]);
}

/** The kinds of mails that go to the office, or are no evidence of this payment. */
const others: readonly MailKind[] = [...officeMailKinds, 'link'];

/** The mails to the payer, oldest first, with their times and the answer of the mail server. */
export function mailsText(mails: readonly Mail[]): string {
  const sent = mails.filter(({ kind }) => !others.includes(kind));
  if (!sent.length) return fileText(['No mail about this payment is kept.']);
  return fileText(
    sent.map((mail, index) =>
      [
        `Mail ${index + 1} of ${sent.length}`,
        rowLines([
          ['Kind', mailKindNames[mail.kind]],
          ['To', mail.to],
          ['Subject', mail.subject],
          ['Written at', timeText(mail.createdAt)],
          ['State', mailStateNames[mail.state]],
          ['Sent at', mail.sentAt && timeText(mail.sentAt)],
          ['Message-ID', mail.messageId],
          ['Mail server', mail.smtpResponse],
        ]),
        withoutLinks(mail.text).trimEnd(),
      ].join('\n\n'),
    ),
  );
}

/** Lines "Label: value" of any fields, those of an object or a list further in. */
function fieldLines(fields: object, indent = ''): string[] {
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    const label = Array.isArray(fields) ? `${Number(name) + 1}` : humanize(name);
    if (typeof value === 'object' && value !== null)
      return [`${indent}${label}:`, ...fieldLines(value, `${indent}  `)];
    return [`${indent}${label}: ${String(value).replaceAll('\n', `\n${indent}  `)}`];
  });
}

/** The content of the visitor's page, as it is shown now. */
export const pageText = (page: Order, now: Date): string =>
  fileText([`The visitor’s page at ${timeText(now)}`, fieldLines(page).join('\n')]);
