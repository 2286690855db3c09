import type { Pagination } from './lists.js';

/** What a mail tells: see README.md, "Mail". */
export const mailKinds = ['instructions', 'partly', 'paid', 'refunded', 'reminder', 'link', 'alert'] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailKindNames: Record<MailKind, string> = {
  instructions: 'Payment instructions',
  partly: 'Partly received',
  paid: 'Thank you',
  refunded: 'Refund',
  reminder: 'Reminder',
  link: 'Links to payments',
  alert: 'Alert',
};

/** The kinds that an admin can send by hand. */
export const manualMailKinds = ['instructions', 'reminder'] as const satisfies readonly MailKind[];
export type ManualMailKind = (typeof manualMailKinds)[number];

/** Held: no mail server is configured. The order is that of a mail's life. */
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

/** The states in which a mail waits for the mail server or is on its way to it. */
export const unsentMailStates = ['queued', 'retrying', 'sending'] as const satisfies readonly MailState[];
/** The states in which a mail can be cancelled. */
export const cancellableMailStates = ['held', 'queued', 'retrying'] as const satisfies readonly MailState[];
/** The states in which a mail can be sent once more. */
export const resendableMailStates = ['sent', 'failed'] as const satisfies readonly MailState[];

/** A mail as the list carries it. */
export interface ListedMail {
  _id: string;
  /** Names the event that it tells; unique. */
  key: string;
  kind: MailKind;
  /** An address; of an alert several, separated by ", ". */
  to: string;
  subject: string;
  messageId: string;
  state: MailState;
  /** How often the mail server was asked to take it. */
  attempts: number;
  /** When it is due, or was. */
  nextAttemptAt: string;
  leaseUntil?: string;
  /** What the mail server said last, or why it could not be asked, or why the mail was cancelled. */
  smtpResponse?: string;
  paymentId?: string;
  customerId?: string;
  /** The mail that this one sends once more. */
  resendOf?: string;
  createdAt: string;
  sentAt?: string;
  /** Of a failed one: when it was dealt with, and by whom; it does not count as failed any more. */
  dismissed?: { at: string; by: string };
}

export interface Mail extends ListedMail {
  text: string;
  html: string;
}

export interface MailPage {
  mails: ListedMail[];
  pagination: Pagination;
}

/** What GET /mails/status answers. */
export interface MailStatus {
  /** True where a mail server is configured. */
  configured: boolean;
  /** Why the queue stands still. */
  stopped?: string;
  held: number;
  /** Queued, retrying and sending. */
  queued: number;
  /** Failed, and not dealt with yet. */
  failed: number;
}

/** A mail before it is sent: what POST /payments/{id}/mails with `preview: true` answers. */
export interface MailPreview {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export const mailMessages = {
  notFound: 'Mail not found',
  kind: `Kind must be one of ${manualMailKinds.join(', ')}`,
  notPending: 'This payment is not pending any more',
  notOverdue: 'The expected transfer date of this payment has not passed',
  noAddress: 'There is no email address to write to',
  notResendable: 'Only a sent or failed mail can be sent again',
  notCancellable: 'Only a mail that was not sent yet can be cancelled',
  notDismissable: 'Only a failed mail can be dismissed',
} as const;
