import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { shownFigures } from '#domain/ledger/payment-money';
import { utcCalendar } from '#domain/platform/calendar';
import { dayMs } from '#domain/platform/dates';
import type { BusinessConfig } from '../platform/config/business-settings.js';
import type { MailConfig } from '../mail/mail-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { Leader } from '../platform/database/leader.js';
import { LeaderTimer } from '../platform/database/leader-timer.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import { MAIL_TIMES, type MailTimes } from '../mail/mail-times.js';
import { type ShownPayment, storedDay } from '../payments/shown-payment.js';
import { unaskedReason } from './payment-mail-review.js';
import type { Payer } from '../payments/payer.js';
import { Outbox } from '../mail/outbox.js';
import { PaymentReader } from '../payments/payment-reader.js';
import { ReminderMemory } from './reminder-memory.js';
import { ReconciliationView } from '../bank/reconciliation-view.js';

/**
 * Days by which a reminder may be late, as a statement may be imported late. Older ones are left to the admins: after
 * reminders are switched on, payments that were overdue long before get none.
 */
const graceDays = 14;

/** Number of payments that are checked together. */
const batchSize = 100;

/** A reminder that may be due, with its number among REMINDER_DAYS, from 1. */
interface DueReminder {
  payment: ShownPayment;
  number: number;
}

/** Queues the reminders of REMINDER_DAYS, where a bank statement covers the day and has no evidence of the payment. */
@Injectable()
export class ReminderScheduler implements OnModuleDestroy {
  private readonly logger = new Logger('Mail');
  private readonly timer: LeaderTimer;

  constructor(
    @Inject(CONFIG) private readonly config: BusinessConfig & MailConfig,
    @Inject(MAIL_TIMES) times: MailTimes,
    private readonly outbox: Outbox,
    private readonly payments: PaymentReader,
    private readonly reminders: ReminderMemory,
    private readonly reconciliation: ReconciliationView,
    private readonly unitOfWork: TransactionsService,
    leader: Leader,
  ) {
    this.timer = new LeaderTimer(
      leader,
      times.reminderMs,
      () => this.queueDue(),
      (error) => this.logger.warn({ message: 'Reminders cannot be queued', error: error.message }),
    );
  }

  /** Queues reminders from then on, where REMINDER_DAYS has any. */
  start(): void {
    if (this.config.mail.reminderDays.length) this.timer.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.timer.stop();
  }

  /** Queues the reminders that are due today and not queued yet. */
  async queueDue(now = new Date()): Promise<void> {
    const { reminderDays } = this.config.mail;
    const [first = 0] = reminderDays;
    const last = reminderDays.at(-1) ?? 0;
    // Transfer dates are stored as midnight UTC.
    const dayAt = (day: string) => utcCalendar.startOf(day).getTime();
    const today = dayAt(this.config.calendar.dayOf(now));
    const oldest = new Date(today - (last + graceDays) * dayMs);
    const latest = new Date(today - first * dayMs);
    const batch: DueReminder[] = [];
    for await (const payment of this.payments.expectedBetween(oldest, latest)) {
      const lateDays = (today - dayAt(utcCalendar.dayOf(payment.transferDate!))) / dayMs;
      const number = reminderDays.filter((days) => days <= lateDays).length;
      if (!number || lateDays - reminderDays[number - 1]! > graceDays) continue;
      if (isReminded(payment, number)) continue;
      batch.push({ payment, number });
      if (batch.length === batchSize) await this.queueAll(batch.splice(0));
    }
    await this.queueAll(batch);
  }

  /** Queues the reminders whose day is covered by a statement of an account that the payment may arrive in. */
  private async queueAll(reminders: readonly DueReminder[]): Promise<void> {
    const addressed: (DueReminder & { payer: Payer })[] = [];
    for (const reminder of reminders) {
      const { payment } = reminder;
      if (!(await this.reconciliation.isCovered(storedDay(payment.transferDate)!, payment))) continue;
      const payer = await this.payments.payerOf(payment);
      if (payer) addressed.push({ ...reminder, payer });
    }
    const evidence = await this.reconciliation.findEvidence(
      addressed.map(({ payment, payer }) => ({
        payment: { ...payment, ...shownFigures(payment) },
        payerName: payer.name,
      })),
    );
    for (const { payment, payer, number } of addressed)
      if (!evidence.has(String(payment._id))) await this.queue(payment, payer, number);
  }

  private async queue({ _id }: ShownPayment, payer: Payer, number: number): Promise<void> {
    await this.unitOfWork
      .run(async (unit) => {
        const payment = await this.payments.find(_id, unit);
        // Another instance may have queued it since.
        if (!payment || unaskedReason(payment) || isReminded(payment, number)) return;
        const { customerId, referenceNumber: about } = payment;
        const mail = this.outbox.create({
          kind: 'reminder',
          key: `reminder:${_id.toHexString()}:${number}`,
          to: payer.email,
          ...{ about, facts: {} },
          paymentId: _id,
          customerId,
        });
        await this.outbox.add([mail], unit);
        await this.reminders.remember(mail, unit, number);
      })
      .catch((error: unknown) => {
        // Another instance has queued the reminder at the same moment.
        if ((error as { code?: unknown }).code !== 11000) throw error;
      });
  }
}

const isReminded = ({ reminders = [] }: ShownPayment, number: number): boolean =>
  reminders.some((reminder) => reminder.number === number);
