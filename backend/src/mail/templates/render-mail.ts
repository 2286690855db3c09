import type { MailKind } from '#domain/mail/mail';
import { defaultLanguage, type Language } from '#domain/platform/languages';
import { texts } from '#domain/texts/texts';
import { fill } from '#domain/texts/catalogue';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import type { SiteUrl } from '../site-url.js';
import { type AccountFacts, accountMail } from './account.js';
import { type AlertFacts, alertMail } from './alert.js';
import { type MailContent, renderDocument, type RenderedMail } from './layout.js';
import { mailTexts, type OrderFacts } from './order-facts.js';
import { type MentionFacts, mentionMail } from './mention.js';
import {
  type AskedPart,
  cancelledMail,
  instructionsMail,
  linkMail,
  paidMail,
  partMail,
  type PartlyFacts,
  partlyMail,
  type RefundFacts,
  refundedMail,
  reminderMail,
} from './visitor-mails.js';

/** Data of each kind of mail besides its payment. */
interface MailFactsByKind {
  instructions: Record<string, never>;
  partly: PartlyFacts;
  paid: Record<string, never>;
  refunded: RefundFacts;
  cancelled: Record<string, never>;
  part: AskedPart;
  /** Of an automatic one of a plan: the day of the part. */
  reminder: Partial<AskedPart>;
  link: Record<string, never>;
  alert: AlertFacts;
  account: AccountFacts;
  mention: MentionFacts;
}
export type MailFacts = MailFactsByKind[MailKind];

/** The event that a mail tells: its kind, and the data that is not in the records of its payments. */
export type MailEvent = { [Kind in MailKind]: { kind: Kind; facts: MailFactsByKind[Kind] } }[MailKind];

/** The input of a mail. */
export type MailSubject = MailEvent & { orders: readonly OrderFacts[] };

/** The language of a mail: its payments are given in it. */
const languageOf = ({ orders }: MailSubject): Language => orders[0]?.language ?? defaultLanguage;

function documentOf(subject: MailSubject, { paymentOptions, calendar, site }: Sender): MailContent {
  if (subject.kind === 'link') return linkMail(subject.orders, languageOf(subject));
  if (subject.kind === 'account') return accountMail(subject.facts, paymentOptions.companyName, calendar);
  if (subject.kind === 'mention') return mentionMail(subject.facts, site.url);
  const [order] = subject.orders;
  if (subject.kind === 'alert') return alertMail(order, subject.facts, site.url, calendar);
  if (!order) throw new Error(`A mail of the kind ${subject.kind} needs its payment`);
  switch (subject.kind) {
    case 'instructions':
      return instructionsMail(order);
    case 'partly':
      return partlyMail(order, subject.facts);
    case 'paid':
      return paidMail(order);
    case 'refunded':
      return refundedMail(order, subject.facts);
    case 'cancelled':
      return cancelledMail(order);
    case 'part':
      return partMail(order, subject.facts);
    case 'reminder':
      return reminderMail(order);
  }
}

/** Marks a mail about a payment of the card provider's test mode; one with links to several marks each of them. */
function marked(document: MailContent, mail: MailSubject): MailContent {
  const { kind, orders } = mail;
  if (kind === 'link' || !orders[0]?.isTest) return document;
  const { subject, blocks } = document;
  const language = languageOf(mail);
  return {
    ...document,
    subject: fill(mailTexts[language].test, { subject }),
    blocks: [{ paragraph: texts[language].payment.test }, ...blocks],
  };
}

/** The company that mails are from, the days and hours of its office, and the site that its pages are on. */
type Sender = Pick<BusinessConfig, 'paymentOptions' | 'calendar'> & { site: Pick<SiteUrl, 'url'> };

/** Renders subject, text and html of a mail. */
export const renderMail = (subject: MailSubject, sender: Sender): RenderedMail =>
  renderDocument({
    ...marked(documentOf(subject, sender), subject),
    company: sender.paymentOptions.companyName,
    language: languageOf(subject),
  });
