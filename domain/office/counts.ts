import type { CardCounts } from '../cards/cards.js';
import type { MailStatus } from '../mail/mail.js';
import type { Attention } from '../ledger/ways.js';

/** The response of GET /counts: what waits for an admin, as the drawer and the dashboard show it. */
export interface Counts {
  /** Pending payments with an overdue part, or without a plan past their transfer date: filter[overdue]. */
  overdue: number;
  /** Pending payments whose customer has said that the transfer was sent. */
  saidSent: number;
  /** Bank transactions whose match only needs a yes, and those that need a decision. */
  ready: number;
  review: number;
  /** Payments whose money needs an admin, by the reason: /payments?filter[attention]=giveBack. */
  attention: Record<Attention, number>;
  /** Payments whose invoice lacks letters of the buyer: /payments?filter[lettersMissing]=true. */
  lettersMissing: number;
  mails: MailStatus;
  /** Missing where no card events are configured. */
  cards?: CardCounts;
  /** True where invoices and credit notes are made. */
  documents?: true;
  /** The time zone by whose days payments become overdue and reports count: an IANA name. */
  timeZone: string;
}
