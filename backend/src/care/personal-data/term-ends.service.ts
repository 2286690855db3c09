import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { Connection, Model, Types } from 'mongoose';
import { erasedText } from '#domain/care/personal-data';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { Customer } from '../../customers/customer.schema.js';
import { Leader } from '../../platform/database/leader.js';
import { LeaderWork } from '../../platform/database/leader-timer.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import { Eraser } from './eraser.service.js';
import { ErasedFiles } from './erased-files.js';
import { Erasure } from './erasure.schema.js';
import { describeObstacles, obstaclesOf } from './obstacles.js';
import { findPerson } from './person/person.js';
import type { PersonalDataConfig } from './personal-data-settings.js';

type Id = Types.ObjectId;

/** Pause between two looks, in milliseconds. */
const lookMs = 3600_000;
/** Time before the end of a term from which it is told, in milliseconds. */
const toldMs = 31 * 86_400_000;

/** The times from which terms are told of without a break, and of the last look at them. */
interface TermsState {
  _id: 'terms';
  since: Date;
  lookedAt?: Date;
}

/**
 * Erases what tax law has asked for once its term has ended: PERSONAL_DATA_YEARS after the end of the year of a customer's
 * last payment all words of it, those in papers as well, and of files of the bank of before all content.
 */
@Injectable()
export class TermEnds extends LeaderWork {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(Erasure.name) private readonly erasures: Model<Erasure>,
    @Inject(CONFIG) private readonly config: BusinessConfig & PersonalDataConfig,
    private readonly unitOfWork: TransactionsService,
    private readonly eraser: Eraser,
    private readonly files: ErasedFiles,
    leader: Leader,
  ) {
    super(leader, 'Erasures', 'Ended terms are looked at later', lookMs);
  }

  /** Returns customers and files of the bank whose term has ended on a day, YYYY-MM-DD, and that have not gone yet. */
  async endedOn(day: string) {
    const { calendar, personalDataYears } = this.config;
    const firstKept = `${String(Number(day.slice(0, 4)) - personalDataYears).padStart(4, '0')}-01-01`;
    const since = calendar.startOf(firstKept);
    const payments = this.connection.collection('payments');
    const earlier = (await payments.distinct('customerId', { createdAt: { $lt: since } })) as Id[];
    const kept = (await payments.distinct('customerId', {
      customerId: { $in: earlier },
      $or: [{ createdAt: { $gte: since } }, { bookedOn: { $gte: firstKept } }],
    })) as Id[];
    const done = await this.erasures.distinct('customerIds', { isWhole: true });
    const others = new Set([...kept, ...done].map(String));
    const ended = await this.connection
      .collection('statements')
      .find({ to: { $lt: firstKept, $ne: null }, fileName: { $ne: erasedText } }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .toArray();
    return {
      customerIds: earlier.filter((id) => !others.has(String(id))),
      statementIds: ended.map(({ _id }) => _id),
    };
  }

  private get customers() {
    return this.connection.collection<Pick<Customer, '_id' | 'termEnds'>>('customers');
  }

  /** Returns the day a month from now, and the number of customers that are marked, whose term has ended by then. */
  async soon(): Promise<{ day: string; customers: number }> {
    return {
      day: this.soonDay(Date.now()),
      customers: await this.customers.countDocuments({ termEnds: true }),
    };
  }

  private soonDay(now: number): string {
    return this.config.calendar.dayOf(new Date(now + toldMs));
  }

  /** Marks the customers whose term ends within a month, by which the list finds them, and no others. */
  async mark(now = Date.now()): Promise<void> {
    const { customerIds } = await this.endedOn(this.soonDay(now));
    const isOther = { termEnds: true as const, _id: { $nin: customerIds } };
    await this.customers.updateMany(isOther, { $unset: { termEnds: '' } });
    if (customerIds.length)
      await this.customers.updateMany({ _id: { $in: customerIds } }, { $set: { termEnds: true } });
  }

  /**
   * Returns the time from which the server erases customers at the end of their term: a month after its first check of the
   * terms. Like the first check, one that comes more than a month after the last erases nobody: the clock may be wrong.
   */
  private async startsAt(now: number): Promise<number> {
    const states = this.connection.collection<TermsState>('personaldatastate');
    const stored = await states.findOne({ _id: 'terms' });
    const lookedAt = Number(stored?.lookedAt ?? now);
    const goesOn = stored && Number(stored.since) <= now && Math.abs(now - lookedAt) <= toldMs;
    const since = goesOn ? stored.since : new Date(now);
    await states.updateOne({ _id: 'terms' }, { $set: { since, lookedAt: new Date(now) } }, { upsert: true });
    return Number(since) + toldMs;
  }

  /**
   * Tries again the erasures that have failed, marks those whose term ends, and erases what has ended, once it was told
   * for a month.
   */
  async work(now = Date.now()): Promise<void> {
    await this.eraser.retryFailed();
    await this.mark(now);
    if (now >= (await this.startsAt(now))) await this.eraseEnded(this.config.calendar.dayOf(new Date(now)));
  }

  /** Erases what has ended by a day; one that something stands in the way of, or that fails, waits for the next look. */
  async eraseEnded(day: string): Promise<void> {
    const { customerIds, statementIds } = await this.endedOn(day);
    for (const customerId of customerIds)
      await this.eraseCustomer(customerId).catch((error: unknown) => {
        this.logger.error({
          message: 'A customer whose term has ended is not erased yet',
          customer: String(customerId),
          error: (error as Error).stack,
        });
      });
    for (const statementId of statementIds) await this.eraseFile(statementId);
    await this.files.finish({ hasMore: statementIds.length > 0 });
  }

  private async eraseCustomer(customerId: Id): Promise<void> {
    const reason = `The term of ${this.config.personalDataYears} years has ended`;
    const erased = await this.eraser.erase(
      async ({ session }) => {
        const person = await findPerson(this.connection, [customerId], { session });
        const obstacles = person ? obstaclesOf(person) : [];
        if (!obstacles.length) return person;
        this.logger.warn({
          message: 'A customer whose term has ended is not erased yet',
          customer: String(customerId),
          obstacles: describeObstacles(obstacles),
        });
        return undefined;
      },
      { reason, isWhole: true },
    );
    await erased?.rest;
  }

  private async eraseFile(_id: Id): Promise<void> {
    await this.unitOfWork.run(async ({ session }) => {
      const update = { $set: { bytes: Buffer.alloc(0) }, $unset: { reading: '', readingKey: '' } };
      await this.connection.collection('statementfiles').updateOne({ _id }, update, { session });
      await this.connection
        .collection('statements')
        .updateOne({ _id }, { $set: { fileName: erasedText } }, { session });
    });
  }
}
