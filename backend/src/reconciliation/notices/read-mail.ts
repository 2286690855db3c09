import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ServiceUnavailableException } from '@nestjs/common';
import { builtFile } from '../../config/built-file.js';

/** The thread's built program: a thread cannot run the source, as tests do. */
const program = builtFile('reconciliation/notices/mail-thread.js');

/** Longest time that a mail is read, in milliseconds: hundreds of times what a notice of a bank takes. */
const timeoutMs = 4000;
const maxConcurrentMails = 2;
/** Memory of a thread, in megabytes: a mail has half a megabyte at most. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };
let running = 0;

/**
 * Returns the subject and text of a mail (RFC 5322). A thread of its own reads it, so that no mail, however it is
 * nested, keeps other requests waiting.
 * @throws Error for a mail that cannot be read, or not in time; ServiceUnavailableException while others are being read
 */
export async function readMail(bytes: Buffer): Promise<string> {
  if (running >= maxConcurrentMails)
    throw new ServiceUnavailableException('Too many mails are being read. Please try again in a moment.');
  running += 1;
  const thread = new Worker(program, {
    ...{ workerData: new Uint8Array(bytes), name: 'mail', execArgv: [], resourceLimits },
  });
  try {
    const [text] = (await once(thread, 'message', { signal: AbortSignal.timeout(timeoutMs) })) as [string];
    return text;
  } finally {
    // An error event without a listener would end the process.
    thread.on('error', () => undefined);
    await thread.terminate();
    running -= 1;
  }
}
