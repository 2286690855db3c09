/** Injects the times of the outbox; tests set shorter ones in it. */
export const MAIL_TIMES = Symbol('mail times');

const minute = 60_000;
const hour = 60 * minute;

/** How often and how long; all in milliseconds. */
export const defaultMailTimes = {
  /** Pause between two looks at the queue. */
  pollMs: 1000,
  /** How long a mail belongs to the worker that took it. */
  leaseMs: 2 * minute,
  /** Timeout of connecting to the mail server, its greeting and TLS included. */
  connectTimeoutMs: 10_000,
  /** Timeout of an SMTP command. */
  commandTimeoutMs: 30_000,
  /** Timeout of one attempt, shorter than the lease: a server that drips must not hold a mail until another takes it. */
  attemptTimeoutMs: 100_000,
  /** Waits after each failed attempt; after the last of them the mail has failed. */
  retryWaitsMs: [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour] as readonly number[],
  /** Pause between two mails that a stopped queue tries. */
  probeMs: minute,
  /** Pause after each mail on a connection, so that a long queue leaves requests their share of the processor. */
  pauseMs: 10,
  /** Pause between two looks for reminders that are due. */
  reminderMs: minute,
  /** How long mails that are being sent get to end when the server stops. */
  shutdownMs: 3000,
  /** Bounds of the random pause before links are looked up that a visitor asked for. */
  linkPauseMs: [200, 1000] as readonly [number, number],
};
export type MailTimes = typeof defaultMailTimes;
