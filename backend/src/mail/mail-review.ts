import type { Mail } from './mail.schema.js';

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
 * Reviews mails before they are sent: whether their content is still true; and says who hears of those that cannot be
 * sent. The worker knows mails only; the feature that writes them provides the review.
 */
export abstract class MailReview {
  /** Decides whether a mail that is due is sent. */
  abstract decide(mail: Mail): Promise<Verdict>;

  /** Returns the files that go with a mail, as it is sent. */
  abstract attachmentsOf(mail: Mail): Promise<Attachment[]>;

  /** Renders a held mail again and queues it, or cancels it where it is no longer true. */
  abstract release(mail: Mail): Promise<void>;

  /** Returns the alert that a mail could not be sent, still to be added to the outbox; undefined where there is none. */
  abstract alertOf(mail: Mail, reason: string): Promise<Mail | undefined>;
}
