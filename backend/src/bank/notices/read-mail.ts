import { ThreadedWork } from '../../platform/work/threaded-work.js';

/** A mail has half a megabyte at most; four seconds are hundreds of times what a notice of a bank takes. */
const reading = new ThreadedWork<Uint8Array, string[]>('bank/notices/mail-thread.js', {
  timeoutMs: 4000,
  heapMb: 64,
  maxConcurrent: 2,
  keptMs: 5000,
  busy: 'Too many mails are being read. Please try again in a moment.',
});

/**
 * Returns the texts of a mail (RFC 5322), each with its subject, which a thread reads, however the mail is nested.
 * @throws WorkLimitError, or an Error for a mail that cannot be read; ServiceUnavailableException while others are read
 */
export const readMail = (bytes: Buffer): Promise<string[]> => reading.run(new Uint8Array(bytes));
