import { ConflictException, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, Types } from 'mongoose';
import { documentMessages } from '#domain/documents';
import { messages } from '#domain/messages';
import {
  endOfTerm,
  type ErasureInput,
  erasureMessages,
  type ErasurePlan,
  type ErasureResult,
  type PersonalRecords,
} from '#domain/personalData';
import type { BusinessConfig } from '../config/business-settings.js';
import { CONFIG } from '../config/config.module.js';
import { TransactionsService } from '../database/transactions/transactions.service.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { DocumentIssuer } from '../documents/document-issuer.service.js';
import type { Caller } from '../http/caller.decorator.js';
import { invalidFields } from '../http/validation.pipe.js';
import type { Payment } from '../payments/payment.schema.js';
import type { PaymentConfig } from '../payments/payment-settings.js';
import { findEntries } from './audit-entries.js';
import { Eraser } from './eraser.service.js';
import { ErasedFiles } from './erased-files.js';
import { Erasure } from './erasure.schema.js';
import { describeObstacles, obstaclesOf } from './obstacles.js';
import { findPerson, lastDayOf, namesPerson, type Person } from './person.js';
import type { PersonalDataConfig } from './personal-data-settings.js';

type Id = Types.ObjectId;

/** Plans and makes the erasures that an admin asks for. */
@Injectable()
export class Erasures {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(Erasure.name) private readonly erasures: Model<Erasure>,
    @Inject(CONFIG) private readonly config: BusinessConfig & PaymentConfig & PersonalDataConfig,
    private readonly unitOfWork: TransactionsService,
    private readonly eraser: Eraser,
    private readonly issuer: DocumentIssuer,
    private readonly files: ErasedFiles,
  ) {}

  /** Returns what an erasure of a customer changes, what stays, and what stands in its way. Throws 404. */
  async plan(customerId: Id): Promise<ErasurePlan> {
    const person = await this.person(customerId);
    const [entries, done] = await Promise.all([
      findEntries(this.connection, person),
      this.lastOf(customerId),
    ]);
    const { calendar, personalDataYears } = this.config;
    const last = lastDayOf(person, calendar);
    return {
      customerId: String(customerId),
      fullName: nameOf(person, customerId),
      goes: { ...countsOf(person), auditEntries: entries.length },
      stays: {
        documents: person.documentIds.length,
        ...(last && { until: endOfTerm(last, personalDataYears) }),
      },
      obstacles: obstaclesOf(person),
      ...(done && { erased: { at: done.at.toISOString(), by: done.by, reason: done.reason } }),
    };
  }

  /**
   * Erases a customer's words everywhere but in papers and the bank's files. Throws 404; 400 under `name` for another name,
   * and under `reason` for one that has a word of the name; 409 where it is done, and with what stands in its way.
   */
  async erase(customerId: Id, { reason, name }: ErasureInput, caller: Caller): Promise<ErasureResult> {
    const now = await this.person(customerId);
    refuseErasure(now, customerId, { reason, name });
    await this.issueDue(now, caller);
    const { erasure, records } = await this.unitOfWork.run(async (unit) => {
      const person = await this.person(customerId, unit);
      refuseErasure(person, customerId, { reason, name });
      if (person.payments.some((payment) => this.isDue(payment)))
        throw new ConflictException(documentMessages.busy);
      return this.eraser.erase(person, { reason: reason.trim() }, unit, caller);
    });
    const finished = await this.files.finish();
    return { ...shownErasure(erasure), records, finished };
  }

  private async person(customerId: Id, unit?: UnitOfWork): Promise<Person> {
    const person = await findPerson(this.connection, [customerId], unit && { session: unit.session });
    if (!person?.customers.some(({ _id }) => _id.equals(customerId)))
      throw new NotFoundException(messages.customerNotFound);
    return person;
  }

  private lastOf(customerId: Id): Promise<Erasure | null> {
    return this.erasures.findOne({ customerIds: customerId }).sort({ at: -1, _id: -1 }).lean();
  }

  private isDue({ documentsDueAt }: Payment): boolean {
    return !!documentsDueAt && !!this.config.paymentOptions.company;
  }

  /** Issues the documents that are due before their buyer's name goes. */
  private async issueDue({ payments }: Person, caller: Caller): Promise<void> {
    for (const payment of payments.filter((one) => this.isDue(one)))
      await this.issuer.issue(payment._id, 'asked', caller);
  }
}

const customerOf = ({ customers }: Person, id: Id) => customers.find(({ _id }) => _id.equals(id));

const nameOf = (person: Person, id: Id): string => customerOf(person, id)?.fullName ?? '';

const isErased = (person: Person, id: Id): boolean => !!customerOf(person, id)?.erasedAt;

/** Throws 400 and 409 where a person is not erased under this name and for this reason. */
function refuseErasure(person: Person, customerId: Id, { reason, name }: ErasureInput): void {
  if (isErased(person, customerId)) throw new ConflictException(erasureMessages.erasedAlready);
  if (name.trim() !== nameOf(person, customerId).trim())
    throw invalidFields({ name: erasureMessages.wrongName });
  if (isNamedIn(reason, person)) throw invalidFields({ reason: erasureMessages.namedInReason });
  const obstacles = obstaclesOf(person);
  if (obstacles.length) throw new ConflictException(describeObstacles(obstacles));
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

const shownErasure = ({ _id, at, by, reason, customerIds, paymentIds }: Erasure) => ({
  ...{ _id: String(_id), at: at.toISOString(), by, reason },
  customerIds: customerIds.map(String),
  paymentIds: paymentIds.map(String),
});
