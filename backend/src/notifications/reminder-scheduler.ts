import { Inject, Injectable } from '@nestjs/common';
import { shownFigures } from '#domain/ledger/payment-money';
import { daysAfter } from '#domain/platform/dates';
import { isDuplicateKey } from '../platform/database/duplicate-key.js';
import type { BusinessConfig } from '../platform/config/business-settings.js';
import type { MailConfig } from '../mail/mail-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { Leader } from '../platform/database/leader.js';
import { LeaderWork } from '../platform/database/leader-timer.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import { MAIL_TIMES, type MailTimes } from '../mail/mail-times.js';
import type { ShownPayment } from '../payments/shown-payment.js';
import type { ShortfallConfig } from '../bank/transactions/shortfall-settings.js';
import { type AskingMail, askingMails, type AskingRules, graceDays } from './due-mails.js';
import { unaskedReason } from './payment-mail-review.js';
import type { Payer } from '../payments/payer.js';
import { Outbox } from '../mail/outbox.js';
import { PaymentReader } from '../payments/payment-reader.js';
import { ReminderMemory } from './reminder-memory.js';
import { ReconciliationView } from '../bank/reconciliation-view.js';

/** Number of payments that are checked together. */
const batchSize = 100;

/** A payment with the mails that are due of it. */
interface DueMails {
  payment: ShownPayment;
  mails: AskingMail[];
}

/**
 * Queues the reminders of REMINDER_DAYS where a bank statement covers the day, and the notices of PART_NOTICE_DAYS; none
 * where there is evidence of the payment.
 */
@Injectable()
export class ReminderScheduler extends LeaderWork {
  protected readonly work = () => this.queueDue();
  private readonly rules: AskingRules;

  constructor(
    @Inject(CONFIG) config: BusinessConfig & MailConfig & ShortfallConfig,
    @Inject(MAIL_TIMES) times: MailTimes,
    private readonly outbox: Outbox,
    private readonly payments: PaymentReader,
    private readonly reminders: ReminderMemory,
    private readonly reconciliation: ReconciliationView,
    private readonly unitOfWork: TransactionsService,
    leader: Leader,
  ) {
    super(leader, 'Mail', 'Reminders cannot be queued', times.reminderMs);
    const { calendar, shortfallLimit, mail } = config;
    const { reminderDays, partNoticeDays } = mail;
    this.rules = { reminderDays, partNoticeDays, shortfallLimit, calendar };
  }

  /** Queues reminders and notices from then on, where the settings have any. */
  override start(): void {
    if (this.rules.reminderDays.length || this.rules.partNoticeDays) super.start();
  }

  /** Queues the reminders and notices that are due today and not queued yet. */
  async queueDue(now = new Date()): Promise<void> {
    const batch: DueMails[] = [];
    for await (const payment of this.findAwaited(now)) {
      const mails = await this.ofOne(payment, () => askingMails(payment, this.rules, now));
      if (!mails?.length) continue;
      batch.push({ payment, mails });
      if (batch.length === batchSize) await this.queueAll(batch.splice(0), now);
    }
    await this.queueAll(batch, now);
  }

  /** Finds the payments that may be asked for: by their transfer date, or by the day of a part. */
  private async *findAwaited(now: Date): AsyncIterable<ShownPayment> {
    const { reminderDays, partNoticeDays, calendar } = this.rules;
    const today = calendar.dayOf(now);
    const [first = 0] = reminderDays;
    const oldest = daysAfter(today, -((reminderDays.at(-1) ?? 0) + graceDays));
    if (reminderDays.length) yield* this.payments.expectedBetween(oldest, daysAfter(today, -first));
    yield* this.payments.partsBetween(oldest, daysAfter(today, partNoticeDays));
  }

  /** Queues a mail of each payment whose money has not arrived as far as is known. */
  private async queueAll(due: readonly DueMails[], now: Date): Promise<void> {
    const addressed: (DueMails & { payer: Payer })[] = [];
    for (const { payment, mails } of due) {
      await this.ofOne(payment, async () => {
        const told = await this.toldTogether(payment, mails);
        const payer = told.length ? await this.payments.payerOf(payment) : undefined;
        if (payer) addressed.push({ payment, mails: told, payer });
      });
    }
    const evidence = await this.reconciliation.findEvidence(
      addressed.map(({ payment, payer }) => ({
        payment: { ...payment, ...shownFigures(payment) },
        payerName: payer.name,
      })),
    );
    for (const { payment, payer, mails } of addressed)
      if (!evidence.has(String(payment._id)))
        await this.ofOne(payment, () => this.queue(payment, payer, mails, now));
  }

  /** Does work of one payment. Where that fails, it is left to the next look, and holds up no other. */
  private async ofOne<Result>(
    { _id }: ShownPayment,
    work: () => Result | Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      const { stack } = error as Error;
      const message = 'The reminders of a payment are queued later';
      this.logger.error({ message, payment: _id.toHexString(), error: stack });
      return undefined;
    }
  }

  /**
   * Returns what one mail tells: the reminders whose days are covered by a statement of an account that the payment may
   * arrive in, else the notice.
   */
  private async toldTogether(payment: ShownPayment, mails: readonly AskingMail[]): Promise<AskingMail[]> {
    const covered: AskingMail[] = [];
    for (const mail of mails)
      if (mail.kind === 'reminder' && (await this.reconciliation.isCovered(mail.day, payment)))
        covered.push(mail);
    return covered.length ? covered : mails.filter(({ kind }) => kind === 'part');
  }

  private async queue(
    { _id }: ShownPayment,
    payer: Payer,
    told: readonly AskingMail[],
    now: Date,
  ): Promise<void> {
    await this.unitOfWork
      .run(async (unit) => {
        const payment = await this.payments.find(_id, unit);
        if (!payment || unaskedReason(payment)) return;
        // Another instance may have queued one since.
        const due = new Set(askingMails(payment, this.rules, now).map(({ name }) => name));
        const mails = told.filter(({ name }) => due.has(name));
        const [first] = mails;
        if (!first) return;
        const { kind, name } = first;
        // As parts are filled in their order, something of the last one is open while something of the others is.
        const last = mails.at(-1)?.due;
        const mail = this.outbox.create({
          kind,
          key: `${kind}:${_id.toHexString()}:${name}`,
          to: payer.email,
          about: payment.referenceNumber,
          facts: last ? { due: last } : {},
          paymentId: _id,
          customerId: payment.customerId,
        });
        await this.outbox.add([mail], unit);
        await this.reminders.remember(mail, unit, mails);
      })
      .catch((error: unknown) => {
        // Another instance has queued the same at the same moment.
        if (!isDuplicateKey(error)) throw error;
      });
  }
}
