import type { Language } from '../platform/languages.js';
import type { Pagination } from '../platform/lists.js';
import type { RecordVersion } from '../platform/rules.js';

/** The kinds of mails: see docs/operating/mail.md. */
export const mailKinds = [
  'instructions',
  'partly',
  'paid',
  'refunded',
  'cancelled',
  'part',
  'reminder',
  'link',
  'alert',
  'account',
  'mention',
] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailKindNames: Record<MailKind, string> = {
  instructions: 'Payment instructions',
  partly: 'Partly received',
  paid: 'Thank you',
  refunded: 'Refund',
  cancelled: 'Cancellation',
  part: 'Part due',
  reminder: 'Reminder',
  link: 'Links to payments',
  alert: 'Alert',
  account: 'Account',
  mention: 'Mention',
};

/** The kinds that an admin can send from a payment's page. */
export const manualMailKinds = ['instructions', 'reminder'] as const satisfies readonly MailKind[];
export type ManualMailKind = (typeof manualMailKinds)[number];

/** The states of a mail, in the order that a mail passes through them. Held: no mail server is configured. */
export const mailStates = ['held', 'queued', 'sending', 'sent', 'retrying', 'failed', 'cancelled'] as const;
export type MailState = (typeof mailStates)[number];

export const mailStateNames: Record<MailState, string> = {
  held: 'Held',
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  retrying: 'Retrying',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** The states in which a mail waits for the mail server or is being sent. */
export const unsentMailStates = ['queued', 'retrying', 'sending'] as const satisfies readonly MailState[];
/** The states in which a mail can be cancelled. */
export const cancellableMailStates = ['held', 'queued', 'retrying'] as const satisfies readonly MailState[];
/** The states in which a mail can be sent again. */
export const resendableMailStates = ['sent', 'failed'] as const satisfies readonly MailState[];

/** The kinds of mails to the office itself, in English. */
export const officeMailKinds: readonly MailKind[] = ['alert', 'account', 'mention'];

/** True for a mail that can be sent to another address: one about a single payment, to its payer. */
export const isReaddressable = ({ kind, paymentId }: { kind: MailKind; paymentId?: unknown }): boolean =>
  kind !== 'link' && !officeMailKinds.includes(kind) && paymentId !== undefined;

/** The end of the address of an account's link, in a stored or shown mail: in place of the token. */
export const hiddenToken = '#…';

/** True for a mail with the link of an account, which is sent once, and for one that may have it: a listed mail has no text. */
export const hasAccountLink = ({ kind, text }: { kind: MailKind; text?: string | undefined }): boolean =>
  kind === 'account' && text?.includes(hiddenToken) !== false;

/** A mail in a list, without its texts. */
export interface ListedMail {
  _id: string;
  /** Names the event that the mail is about; unique. */
  key: string;
  kind: MailKind;
  /** An email address; several for an alert, separated by ", ". */
  to: string;
  subject: string;
  messageId: string;
  state: MailState;
  /** The number of attempts to send it. */
  attempts: number;
  /** Time of the next, or of the first and only attempt. */
  nextAttemptAt: string;
  leaseUntil?: string;
  /** The mail server's last response, the error of the connection, or the reason of the cancellation. */
  smtpResponse?: string;
  paymentId?: string;
  customerId?: string;
  /** The mail that this one repeats. */
  resendOf?: string;
  createdAt: string;
  sentAt?: string;
  /** Time and actor of the dismissal of a failed mail; it does not count as failed any more. */
  dismissed?: { at: string; by: string };
  /** Counts how often it was sent again or dismissed; missing where it never was. */
  version?: RecordVersion;
}

export interface Mail extends ListedMail {
  text: string;
  html: string;
}

export interface MailPage {
  mails: ListedMail[];
  pagination: Pagination;
}

/** The response of GET /mails/status. */
export interface MailStatus {
  /** True where a mail server is configured. */
  configured: boolean;
  /** Reason for which the queue is stopped; undefined while it runs. */
  stopped?: string;
  held: number;
  /** Queued, retrying and sending. */
  queued: number;
  /** Failed and not dismissed. */
  failed: number;
}

/** A mail before it is sent: the response of POST /payments/{id}/mails with `preview: true`. */
export interface MailPreview {
  /** That of its payment. */
  language: Language;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export const mailMessages = {
  notFound: 'Mail not found',
  kind: `Kind must be one of ${manualMailKinds.join(', ')}`,
  notPending: 'This payment is not pending any more',
  nothingDue: 'Nothing of this payment is due',
  cardProcessing: 'The card payment of this payment is still being processed',
  notOverdue: 'The expected transfer date of this payment has not passed',
  remindedToday: 'A reminder or notice of this payment was written today already',
  partPaid: 'This part is paid',
  partGone: 'This part is no longer in the plan',
  partPast: 'The day of this part has passed',
  noAddress: 'There is no email address to write to',
  sentAlready: 'Another mail was sent with this key already',
  sameAddress: 'This is the address already',
  beingSent: 'A mail about this payment is being sent just now. Please try again.',
  notResendable: 'Only a sent or failed mail can be sent again',
  notReaddressable: 'Only a mail about one payment can be sent to another address',
  linkNotResendable: 'A link to an account is sent once: make or ask for a new one',
  notCancellable: 'Only a mail that was not sent yet can be cancelled',
  notDismissable: 'Only a failed mail can be dismissed',
} as const;
