/** Injects the times of the outbox; tests set shorter ones in it. */
export const MAIL_TIMES = Symbol('mail times');

const minute = 60_000;
const hour = 60 * minute;

/** Intervals and timeouts, in milliseconds. */
export const defaultMailTimes = {
  /** Pause between two polls of the queue. */
  pollMs: 1000,
  /** Lease during which a mail belongs to the worker that took it. */
  leaseMs: 2 * minute,
  /** Timeout of connecting to the mail server, its greeting and TLS included. */
  connectTimeoutMs: 10_000,
  /** Timeout of an SMTP command. */
  commandTimeoutMs: 30_000,
  /**
   * Timeout of one attempt, shorter than the lease: a slow mail server must not hold a mail until another worker takes
   * it.
   */
  attemptTimeoutMs: 100_000,
  /** Pauses after each failed attempt; the mail has failed when the attempt after the last pause fails. */
  retryWaitsMs: [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour] as readonly number[],
  /** Pause between two attempts of a stopped queue. */
  probeMs: minute,
  /** Pause after each mail on a connection, so that a long queue leaves processor time for requests. */
  pauseMs: 10,
  /** Pause between two searches for due reminders, and for disputes whose answer is due. */
  reminderMs: minute,
  /** Time that mails in transit get to finish when the server stops. */
  shutdownMs: 3000,
  /** Bounds of the random pause before the links that a visitor requested are looked up. */
  linkPauseMs: [200, 1000] as readonly [number, number],
};
export type MailTimes = typeof defaultMailTimes;
