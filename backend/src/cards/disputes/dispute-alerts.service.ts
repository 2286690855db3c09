import { Inject, Injectable } from '@nestjs/common';
import { wantsAnswer } from '#domain/cards/cards';
import { dayMs } from '#domain/platform/dates';
import type { Mail } from '../../mail/mail.schema.js';
import type { MailConfig } from '../../mail/mail-settings.js';
import { MAIL_TIMES, type MailTimes } from '../../mail/mail-times.js';
import { Outbox } from '../../mail/outbox.js';
import type { DisputeFacts, DisputeStage } from '../../mail/templates/dispute.js';
import { OperatorAlerts } from '../../mail/operator-alerts.js';
import { CardPaymentsService } from '../../payments/card-payments.service.js';
import type { Payment } from '../../payments/payment.schema.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Leader } from '../../platform/database/leader.js';
import { LeaderWork } from '../../platform/database/leader-timer.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { CardEventStore } from '../events/card-event-store.js';
import type { StoredCardEvent } from '../events/card-event.schema.js';
import { disputesOf, isOpen } from '../events/card-state.js';
import type { DisputeFact } from '../providers/card-provider.js';
import { fromMinorUnits } from '../providers/minor-units.js';

/** Time before the end of the time to answer at which the operator is reminded, in milliseconds. */
const noticeMs = 3 * dayMs;

const keyOf = (stage: DisputeStage, id: string): string => `alert:dispute-${stage}:${id}`;

const stageOf = (fact: DisputeFact): DisputeStage => (isOpen(fact) ? 'opened' : 'closed');

/** Returns whether a closed dispute was decided the other way, as a lost one that is won later. */
const isReversed = (known: DisputeFact, fact: DisputeFact): boolean =>
  !isOpen(known) && !isOpen(fact) && (known.status === 'lost') !== (fact.status === 'lost');

/** Returns whether the opening was told within the last days before this end of the time to answer. */
const namesEnd = ({ createdAt, facts }: Pick<Mail, 'createdAt' | 'facts'>, end: Date): boolean =>
  (facts as DisputeFacts | undefined)?.dueBy?.getTime() === end.getTime() &&
  createdAt.getTime() >= end.getTime() - noticeMs;

/** Tells the operator of disputes: when one opens, three days before its answer is due, when it closes, and when that turns. */
@Injectable()
export class DisputeAlerts extends LeaderWork {
  protected readonly work = () => this.tellDue();

  constructor(
    @Inject(CONFIG) private readonly config: MailConfig,
    @Inject(MAIL_TIMES) times: MailTimes,
    private readonly alerts: OperatorAlerts,
    private readonly outbox: Outbox,
    private readonly store: CardEventStore,
    private readonly payments: CardPaymentsService,
    leader: Leader,
  ) {
    super(leader, 'Cards', 'Disputes cannot be looked through', times.reminderMs);
  }

  /** Tells of answers that are due from then on, where alerts have a recipient. */
  override start(): void {
    if (this.config.mail.alerts.length) super.start();
  }

  /**
   * Queues the mails of disputes that have opened or closed by the events of a payment, in their transaction. `earlier`
   * are those that the payment had before.
   */
  async tell(
    earlier: readonly StoredCardEvent[],
    events: readonly StoredCardEvent[],
    payment: Payment,
    unit: UnitOfWork,
  ): Promise<void> {
    const disputed = events.find(({ live, fact }) => live && fact.kind === 'dispute');
    if (!disputed || !this.config.mail.alerts.length) return;
    const before = disputesOf(earlier);
    const mails = [...disputesOf(events)].flatMap(([id, fact]) => {
      const known = before.get(id);
      const stage = stageOf(fact);
      if (known && isReversed(known, fact))
        return [this.compose(stage, id, fact, disputed, payment, `alert:dispute-${fact.status}:${id}`)];
      return known && stageOf(known) === stage ? [] : [this.compose(stage, id, fact, disputed, payment)];
    });
    const known = await this.outbox.ofKeys(
      mails.map(({ key }) => key),
      unit,
    );
    const untold = mails.filter(({ key }) => !known.has(key));
    if (untold.length) await this.outbox.add(untold, unit);
  }

  /** Queues a mail for each dispute that wants an answer within three days; an opening told in that time stands for it. */
  async tellDue(now = new Date()): Promise<void> {
    const isDue = (dueBy: Date | null): dueBy is Date =>
      dueBy !== null && dueBy > now && dueBy.getTime() <= now.getTime() + noticeMs;
    const events = await this.store.ofDisputesDue(now, new Date(now.getTime() + noticeMs));
    const due = [...disputesOf(events)].filter(
      ([, { status, dueBy }]) => wantsAnswer(status) && isDue(dueBy),
    );
    if (!due.length) return;
    const known = await this.outbox.ofKeys(due.flatMap(([id]) => [keyOf('opened', id), keyOf('due', id)]));
    const untold = due.filter(([id, { dueBy }]) => {
      const opened = known.get(keyOf('opened', id));
      return !known.has(keyOf('due', id)) && !(opened && namesEnd(opened, dueBy!));
    });
    for (const [id, fact] of untold) {
      const event = events.find(({ disputeId, paymentId }) => disputeId === id && paymentId);
      const payment =
        event?.paymentId && (await this.payments.findByIds([event.paymentId])).get(String(event.paymentId));
      if (payment) await this.outbox.addOnce(this.compose('due', id, fact, event, payment));
    }
  }

  private compose(
    stage: DisputeStage,
    id: string,
    { minor, currency, reason, status, dueBy }: DisputeFact,
    { provider }: StoredCardEvent,
    { _id: paymentId, customerId, referenceNumber: reference, currency: recorded }: Payment,
    key = keyOf(stage, id),
  ): Mail {
    const code = currency ?? recorded;
    const facts: DisputeFacts = {
      event: 'dispute',
      stage,
      provider,
      paymentId: paymentId.toHexString(),
      reference,
      amount: fromMinorUnits(minor, code),
      currency: code,
      reason,
      status,
      dueBy,
    };
    return this.alerts.compose(key, facts, { paymentId, customerId });
  }
}
