import type { AuditAction, AuditChange } from '../audit/audit.js';
import type { CardEventState, CardEventType } from '../cards/cards.js';
import type { EntryKind, LedgerEntry, MoneyWay } from '../ledger/ledger.js';
import type { MailKind, MailState } from '../mail/mail.js';
import type { Currency } from '../platform/money.js';

/** The parts of the timeline of a customer or a payment; at one time, in this order. */
export const activityKinds = ['comment', 'change', 'mail', 'money', 'card'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Items of a page of the timeline, and the most that a call may ask for. */
export const activityPageSize = 20;

interface ActivityBase {
  _id: string;
  at: string;
  /** The person or program: for mails "mail", for events of the card provider "card". */
  by: string;
  /** The payment that it is about, with its reference; missing for what is about the customer alone. */
  paymentId?: string;
  referenceNumber?: string;
}

export interface CommentItem extends ActivityBase {
  kind: 'comment';
  /** Missing once it was deleted. */
  text?: string;
  authorId: string;
  version: number;
  edited?: true;
  pinned?: true;
  deleted?: { by: string; at: string };
}

/** An entry of the audit trail of the customer or the payment. */
export interface ChangeItem extends ActivityBase {
  kind: 'change';
  action: AuditAction;
  ip: string;
  /** That of the payment. */
  currency?: Currency;
  changes?: AuditChange[];
}

export interface MailItem extends ActivityBase {
  kind: 'mail';
  mailKind: MailKind;
  to: string;
  subject: string;
  state: MailState;
}

/** An entry of a payment's ledger. */
export interface MoneyItem
  extends ActivityBase, Pick<LedgerEntry, 'amount' | 'status' | 'day' | 'note' | 'voided'> {
  kind: 'money';
  entry: EntryKind;
  way?: MoneyWay;
  currency: Currency;
}

/** An event of the card provider, by the time of its arrival. */
export interface CardItem extends ActivityBase {
  kind: 'card';
  type: CardEventType;
  state: CardEventState;
  live: boolean;
  /** In the units of its currency. */
  amount?: number;
  currency?: string;
}

export type ActivityItem = CommentItem | ChangeItem | MailItem | MoneyItem | CardItem;

/** The response of GET /activity: newest first. */
export interface ActivityPage {
  items: ActivityItem[];
  /** The comment on top of the record's page; on the first page only. */
  pinned?: CommentItem;
  /** The `after` of the next page; missing on the last one. */
  next?: string;
}

export const activityMessages = {
  oneRecord: 'filter takes either a customerId or a paymentId',
  after: 'after takes the `next` of another page',
} as const;
