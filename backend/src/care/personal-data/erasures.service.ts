import { setTimeout } from 'node:timers/promises';
import { ConflictException, Inject, Injectable, Logger, NotFoundException } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, Types } from 'mongoose';
import { documentMessages } from '#domain/documents/documents';
import { messages } from '#domain/platform/messages';
import {
  endOfTerm,
  erasedText,
  type ErasureInput,
  erasureMessages,
  type ErasurePlan,
  type ErasureResult,
  type PersonalRecords,
} from '#domain/care/personal-data';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { DocumentIssuer } from '../../documents/document-issuer.service.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import type { PaymentConfig } from '../../payments/options/payment-settings.js';
import { findEntries } from './person/audit-entries.js';
import { Eraser } from './eraser.service.js';
import { ErasedFiles } from './erased-files.js';
import { Erasure } from './erasure.schema.js';
import { describeObstacles, obstaclesOf } from './obstacles.js';
import { findPerson, lastDayOf, type Person, type PersonsPayment } from './person/person.js';
import type { PersonalDataConfig } from './personal-data-settings.js';
import { namesPerson } from './person/words.js';

type Id = Types.ObjectId;

/** Longest time that the answer to an erasure waits for its end, in milliseconds. */
const answerMs = 5000;

/** Plans and makes the erasures that an admin asks for. */
@Injectable()
export class Erasures {
  private readonly logger = new Logger('Erasures');

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(Erasure.name) private readonly erasures: Model<Erasure>,
    @Inject(CONFIG) private readonly config: BusinessConfig & PaymentConfig & PersonalDataConfig,
    private readonly eraser: Eraser,
    private readonly issuer: DocumentIssuer,
    private readonly files: ErasedFiles,
  ) {}

  /** Returns what an erasure changes, what stays and stands in its way; under way, how far it is. Throws 404. */
  async plan(customerId: Id): Promise<ErasurePlan> {
    const running = await this.lastOf(customerId);
    if (running?.isDue) return runningPlan(customerId, running);
    const person = await this.person(customerId);
    const [auditEntries, done] = await Promise.all([this.countEntries(person), this.lastOf(customerId)]);
    const { calendar, personalDataYears } = this.config;
    const last = lastDayOf(person, calendar);
    return {
      customerId: String(customerId),
      fullName: nameOf(person, customerId),
      goes: { ...countsOf(person), auditEntries },
      stays: {
        documents: person.documentIds.length,
        ...(last && { until: endOfTerm(last, personalDataYears) }),
      },
      obstacles: obstaclesOf(person),
      ...(done && { erased: shownState(done) }),
    };
  }

  private async countEntries(person: Person): Promise<number> {
    let count = 0;
    for await (const entries of findEntries(this.connection, person)) count += entries.length;
    return count;
  }

  /**
   * Erases a customer's words everywhere but in papers and the bank's files, again where it was done. Answers once it is
   * done, or after a time at most, and goes on then: the plan tells how far it is. Throws 404; 400 under `name` for another name,
   * and under `reason` for one that has a word of the name; 409 with what stands in its way, while an
   * erasure is under way, and for the former name of an erased customer of whom no word is left.
   */
  async erase(customerId: Id, { reason, name }: ErasureInput, caller: Caller): Promise<ErasureResult> {
    await this.issueDue(await this.erasable(customerId, { reason, name }), caller);
    const begun = await this.eraser.erase(
      async (unit) => {
        const person = await this.erasable(customerId, { reason, name }, unit);
        if (person.payments.some((payment) => this.isDue(payment)))
          throw new ConflictException(documentMessages.busy);
        return person;
      },
      { reason: reason.trim() },
      caller,
      name.trim() === erasedText ? undefined : refuseNothing,
    );
    const { erasure, records, rest } = begun!;
    const end = this.finish(rest);
    const isFinished = await Promise.race([end, setTimeout(answerMs, false, { ref: false })]);
    return { ...shownErasure(erasure), records, finished: isFinished };
  }

  /** Waits for what is left of an erasure, then for the data file without it; false where either has failed. */
  private async finish(rest: Promise<unknown> | undefined): Promise<boolean> {
    try {
      await rest;
      return await this.files.finish();
    } catch (error) {
      this.logger.error({
        message: 'An erasure has stopped: the next start goes on with it',
        error: (error as Error).message,
      });
      return false;
    }
  }

  /** Finds the person of a customer, of one that was deleted or merged too. */
  private async person(customerId: Id, unit?: UnitOfWork): Promise<Person> {
    const person = await findPerson(this.connection, [customerId], unit && { session: unit.session });
    if (!person) throw new NotFoundException(messages.customerNotFound);
    return person;
  }

  /** Finds the person of a customer for an erasure, which may be refused. */
  private async erasable(customerId: Id, input: ErasureInput, unit?: UnitOfWork): Promise<Person> {
    const running = await this.lastOf(customerId, unit);
    if (running?.isDue) throw new ConflictException(erasureMessages.running);
    const person = await this.person(customerId, unit);
    refuseErasure(person, customerId, input);
    return person;
  }

  private lastOf(customerId: Id, unit?: UnitOfWork): Promise<Erasure | null> {
    const last = this.erasures.findOne({ customerIds: customerId }).sort({ at: -1, _id: -1 });
    return last.session(unit?.session ?? null).lean();
  }

  private isDue({ documentsDueAt }: PersonsPayment): boolean {
    return !!documentsDueAt && !!this.config.paymentOptions.company;
  }

  /** Issues the documents that are due before their buyer's name goes. */
  private async issueDue({ payments }: Person, caller: Caller): Promise<void> {
    for (const payment of payments.filter((one) => this.isDue(one)))
      await this.issuer.issue(payment._id, 'early', caller);
  }
}

/** The name of a customer, or of the one that it was merged into; of a deleted one the last that the audit trail tells. */
function nameOf(person: Person, id: Id): string {
  const { customers, trail } = person;
  const name =
    (customers.find(({ _id }) => _id.equals(id)) ?? customers[0])?.fullName ??
    trail.told.findLast(({ fullName }) => fullName)?.fullName;
  return typeof name === 'string' ? name : '';
}

/** Throws 400 and 409 where a person is not erased under this name and for this reason. */
function refuseErasure(person: Person, customerId: Id, { reason, name }: ErasureInput): void {
  const known = nameOf(person, customerId);
  // The former name of an erased customer is not known any more: see refuseNothing.
  if (known !== erasedText && name.trim() !== known.trim())
    throw invalidFields({ name: erasureMessages.wrongName });
  if (isNamedIn(reason, person)) throw invalidFields({ reason: erasureMessages.namedInReason });
  const obstacles = obstaclesOf(person);
  if (obstacles.length) throw new ConflictException(describeObstacles(obstacles));
}

/** Throws 409 where an erasure has changed nothing: another admin has just done it. */
function refuseNothing(records: number): void {
  if (!records) throw new ConflictException(erasureMessages.erasedAlready);
}

/** Returns whether a text has a word of one of the person's names of at least two letters, or names the person otherwise. */
const isNamedIn = (text: string, { words }: Person): boolean =>
  namesPerson(text, words) ||
  (text.match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? []).some((word) =>
    namesPerson(word, { ...words, emails: [], phones: [] }),
  );

const countsOf = (person: Person): Omit<PersonalRecords, 'auditEntries'> => ({
  customers: person.customers.length,
  payments: person.payments.length,
  mails: person.mailIds.length,
  comments: person.commentIds.length,
  interacNotices: person.noticeIds.length,
  cardEvents: person.eventIds.length,
  bankTransactions: person.transactionIds.length,
});

const shownState = ({ at, by, reason, progress, isDue, isUnfinished }: Erasure): ErasurePlan['erased'] => ({
  at: at.toISOString(),
  by,
  reason,
  ...(progress && { progress }),
  finished: !isDue && !isUnfinished,
});

/** The plan of an erasure that is under way: its records are not counted. */
const runningPlan = (customerId: Id, running: Erasure): ErasurePlan => ({
  customerId: String(customerId),
  fullName: erasedText,
  goes: {
    customers: 0,
    payments: 0,
    mails: 0,
    comments: 0,
    interacNotices: 0,
    cardEvents: 0,
    bankTransactions: 0,
    auditEntries: 0,
  },
  stays: { documents: 0 },
  obstacles: [],
  erased: shownState(running),
});

const shownErasure = ({ _id, at, by, reason, customerIds, paymentIds }: Erasure) => ({
  _id: String(_id),
  at: at.toISOString(),
  by,
  reason,
  customerIds: customerIds.map(String),
  paymentIds: paymentIds.map(String),
});
