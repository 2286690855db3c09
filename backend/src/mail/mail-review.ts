import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { Mail } from './mail.schema.js';
import type { WrittenMail } from './outbox.js';

/** The decision about a mail that is due: send it, wait for something else, or cancel it for a reason. */
export type Verdict =
  | { verdict: 'send' }
  /** Asks again after this time, in milliseconds. */
  | { verdict: 'wait'; waitMs: number }
  | { verdict: 'cancel'; reason: string };

/** A file that goes with a mail. */
export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/**
 * Reviews mails before they are sent: whether they still hold, and what they say; and says who hears of those that
 * cannot be sent. The worker knows mails only; the feature that queues them provides the review.
 */
export abstract class MailReview {
  /** Decides whether a mail that is due is sent. */
  abstract decide(mail: Mail): Promise<Verdict>;

  /** Returns the files that go with a mail, as it is sent. */
  abstract attachmentsOf(mail: Mail): Promise<Attachment[]>;

  /** Writes a mail as it is true now, in a transaction if given; returns undefined where there is nothing to tell. */
  abstract write(mail: Mail, unit?: UnitOfWork): Promise<WrittenMail | undefined>;

  /** Returns the alert that a mail could not be sent, still to be added to the outbox; undefined where there is none. */
  abstract alertOf(mail: Mail): Promise<Mail | undefined>;
}
