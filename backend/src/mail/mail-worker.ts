import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { AfterChange } from '../platform/changes/subscribers.js';
import type { MailConfig } from './mail-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import { composeMessage } from './mail-message.js';
import { MailReview } from './mail-review.js';
import type { Mail } from './mail.schema.js';
import { MAIL_TIMES, type MailTimes } from './mail-times.js';
import { Outbox, type WrittenMail } from './outbox.js';
import {
  classifySmtpError,
  describeSmtpError,
  describeStop,
  isAboutMail,
  type SmtpError,
} from './smtp-errors.js';
import { type Envelope, SmtpSession } from './smtp-session.js';

/** Maximum number of mails that are sent at the same time, each on a connection of its own. */
const maxConnections = 3;
/** Maximum number of mails per connection: servers close connections after many. */
const maxMailsPerConnection = 50;
/** Number of held mails that are queued at once; the next ones follow when these have been taken. */
const heldBatch = 20;

/**
 * Sends the mails that are due. Every instance of the server has a worker; they share the queue by leases, so that
 * another worker takes a killed worker's mail when its lease ends. A mail is sent at least once, with one Message-ID.
 */
@Injectable()
export class MailWorker implements OnModuleDestroy {
  /** Reason for which the queue is stopped; undefined while it runs. */
  stopped: string | undefined;
  private readonly logger = new Logger('Mail');
  private readonly active = new Set<Promise<void>>();
  private readonly idle: SmtpSession[] = [];
  private readonly busy = new Set<SmtpSession>();
  private running: Promise<void> | undefined;
  private stopping = false;
  private probeAt = 0;
  private isAwake = false;
  private endSleep: () => void = () => undefined;

  constructor(
    @Inject(CONFIG) private readonly config: MailConfig,
    @Inject(MAIL_TIMES) private readonly times: MailTimes,
    private readonly outbox: Outbox,
    private readonly review: MailReview,
    private readonly unitOfWork: TransactionsService,
  ) {}

  /** Sends mails from now on. */
  start(): void {
    if (!this.config.mail.smtp) return;
    this.running = this.run();
  }

  /** Looks for due mails at once, where some were queued. */
  @AfterChange('mails', 'worker')
  mailsChanged(): Promise<void> {
    this.wake();
    return Promise.resolve();
  }

  /** Waits for the mails that are being sent, and gives back those that do not finish in time. */
  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    this.wake();
    const ended = Promise.all([this.running, ...this.active]);
    await Promise.race([ended, delay(this.times.shutdownMs, undefined, { ref: false })]);
    for (const session of this.busy) session.close();
    await Promise.all([this.running, ...this.active]);
    this.closeIdle();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const mail = await this.next().catch((error: unknown) => {
        this.logger.warn({ message: 'The queue cannot be read', error: (error as Error).message });
        return null;
      });
      if (mail) {
        const sending = this.process(mail).catch((error: unknown) => {
          // The mail is taken again when its lease has expired.
          this.logger.error({
            message: 'A mail could not be processed',
            mail: mail._id.toHexString(),
            error: (error as Error).message,
          });
        });
        this.active.add(sending);
        void sending.then(() => {
          this.active.delete(sending);
          this.wake();
        });
        continue;
      }
      if (!this.active.size) this.closeIdle();
      await this.sleep();
    }
  }

  /** Returns the next mail to send; null where none is due, or all connections are in use. */
  private async next(): Promise<Mail | null> {
    if (this.active.size >= (this.stopped === undefined ? maxConnections : 1)) return null;
    if (this.stopped !== undefined && Date.now() < this.probeAt) return null;
    const mail = await this.outbox.take(this.times.leaseMs);
    if (mail || this.stopped !== undefined) return mail;
    const held = await this.outbox.findHeld(heldBatch);
    for (const one of held) await this.outbox.releaseHeld(one);
    return held.length ? this.outbox.take(this.times.leaseMs) : null;
  }

  /** Ends the current pause between polls, or skips the next one. */
  private wake(): void {
    this.isAwake = true;
    this.endSleep();
  }

  private async sleep(): Promise<void> {
    if (!this.isAwake && !this.stopping) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.endSleep = resolve;
        timer = setTimeout(resolve, this.times.pollMs);
      });
      clearTimeout(timer);
    }
    this.isAwake = false;
  }

  private async process(mail: Mail): Promise<void> {
    const prepared = await this.prepare(mail).catch((error: unknown) =>
      this.noteUnwritten(mail, error as Error),
    );
    if (!prepared) return;
    const { written, opened } = prepared;
    let response: string;
    try {
      response = await this.send(opened);
    } catch (error) {
      await this.handleFailure(written, error as SmtpError);
      return;
    }
    this.stopped = undefined;
    await this.outbox.markSent(written, response);
    await delay(this.times.pauseMs, undefined, { ref: false });
  }

  /** Returns a mail that is to be sent as it is true now, without and with its link; undefined for any other one. */
  private async prepare(mail: Mail): Promise<Record<'written' | 'opened', WrittenMail> | undefined> {
    const decision = await this.review.decide(mail);
    if (decision.verdict === 'wait') {
      await this.outbox.giveBack(mail, decision.waitMs);
      return undefined;
    }
    if (decision.verdict === 'cancel') {
      await this.outbox.markCancelled(mail, decision.reason);
      return undefined;
    }
    const written = await this.review.write(mail);
    if (!written) {
      await this.outbox.markCancelled(mail, 'There is nothing to tell any more');
      return undefined;
    }
    const opened = await this.outbox.opened(written);
    if (opened) return { written, opened };
    await this.fail(written, 'Its link was encrypted under another secret of the server');
    return undefined;
  }

  /** Has a mail written again after a pause, as often as one that is not sent. */
  private async noteUnwritten(mail: Mail, { stack }: Error): Promise<undefined> {
    this.logger.error({ message: 'A mail could not be written', mail: mail._id.toHexString(), error: stack });
    await this.retryOrFail(mail, 'The mail could not be written');
  }

  /** Sends a mail on an open idle connection, or on a new one, within the timeout of an attempt. */
  private async send(mail: WrittenMail): Promise<string> {
    const attachments = await this.review.attachmentsOf(mail);
    const { envelope, message } = await composeMessage(mail, this.config.mail, attachments);
    const open = this.idle.pop();
    if (open?.isOpen)
      try {
        return await this.sendOn((use) => Promise.resolve(use(open)), envelope, message);
      } catch (error) {
        // The server closes the connection after many mails and has not processed this one: use a new connection.
        const { responseCode, command } = error as SmtpError;
        if (responseCode !== 421 || command !== 'MAIL FROM') throw error;
      }
    const openNew = (use: (session: SmtpSession) => SmtpSession) =>
      SmtpSession.open(this.config.mail.smtp!, this.times, use);
    return this.sendOn(openNew, envelope, message);
  }

  private async sendOn(
    getSession: (use: (session: SmtpSession) => SmtpSession) => Promise<SmtpSession>,
    envelope: Envelope,
    message: Buffer,
  ): Promise<string> {
    let current: SmtpSession | undefined;
    const timer = setTimeout(() => current?.close(), this.times.attemptTimeoutMs);
    const use = (session: SmtpSession) => {
      current = session;
      this.busy.add(session);
      if (this.stopping) session.close();
      return session;
    };
    try {
      const session = await getSession(use);
      const response = await session.send(envelope, message);
      if (session.taken < maxMailsPerConnection && session.isOpen && !this.stopping) this.idle.push(session);
      else session.quit();
      return response;
    } catch (error) {
      current?.close();
      throw error;
    } finally {
      clearTimeout(timer);
      if (current) this.busy.delete(current);
    }
  }

  private async handleFailure(mail: Mail, error: SmtpError): Promise<void> {
    if (this.stopping) {
      await this.outbox.giveBack(mail);
      return;
    }
    const reason = describeSmtpError(error);
    const failure = classifySmtpError(error);
    // The server's response is not logged: it may contain an address.
    const { code, originalCode, responseCode, command } = error;
    const log = { mail: mail._id.toHexString(), kind: mail.kind, attempts: mail.attempts };
    this.logger.warn({
      message: 'A mail was not sent',
      failure,
      ...log,
      code,
      originalCode,
      responseCode,
      command,
    });
    const isProbeFailed = this.stopped !== undefined && failure === 'retry' && !isAboutMail(error);
    if (failure === 'stop' || isProbeFailed) {
      if (failure === 'stop') this.stopped = describeStop(error);
      this.probeAt = Date.now() + this.times.probeMs;
      this.closeIdle();
      await this.outbox.giveBack(mail);
      return;
    }
    // The server accepted the sign-in and responded to this mail, so that the queue can run again.
    if (isAboutMail(error)) this.stopped = undefined;
    await (failure === 'retry' ? this.retryOrFail(mail, reason) : this.fail(mail, reason));
  }

  private async retryOrFail(mail: Mail, reason: string): Promise<void> {
    const wait = this.times.retryWaitsMs[mail.attempts - 1];
    // Adds up to a tenth, so that mails that failed together are not retried together.
    if (wait === undefined) await this.fail(mail, reason);
    else await this.outbox.markRetrying(mail, reason, wait * (1 + Math.random() / 10));
  }

  /** Marks a mail as failed and queues the alert of it. */
  private async fail(mail: Mail, reason: string): Promise<void> {
    const alert = await this.review.alertOf(mail);
    await this.unitOfWork.run(async (unit) => {
      const isMarked = await this.outbox.markFailed(mail, reason, unit.session);
      if (isMarked && alert) await this.outbox.add([alert], unit);
    });
  }

  private closeIdle(): void {
    for (const session of this.idle.splice(0)) session.quit();
  }
}
