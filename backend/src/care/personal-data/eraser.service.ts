import { ConflictException, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, Types } from 'mongoose';
import { AuditChain } from '../../audit/audit-chain.service.js';
import { AuditService } from '../../audit/audit.service.js';
import { marksChange, type ReplacedMark } from '../../audit/replaced-marks.js';
import type { CustomerMerge } from '../../customers/customer-merge.schema.js';
import type { FieldChange } from '../../platform/changes/change.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { MergesService } from '../merges/merges.service.js';
import { type ErasedEntry, findEntries } from './person/audit-entries.js';
import { type ErasedSlice, eraseSlice, findSlices } from './erase-records.js';
import { ErasedFiles, withoutState } from './erased-files.js';
import { Erasure } from './erasure.schema.js';
import { lookAgainAtDuplicates } from './former-duplicates.js';
import { findPerson, type Person } from './person/person.js';
import { remember } from './remembered.js';
import { removeViews } from './saved-views.js';

/** The actor of erasures that a restored backup is due, or that the end of a term brings. */
const program: Caller = { by: 'system', actor: { kind: 'program' }, ip: '', requestId: 'erasures' };

/** Most slices that one transaction changes: a person of more records is erased in steps. */
const slicesAtOnce = 20;

/** A part of an erasure: records, or entries of the audit trail. */
type Part = ErasedSlice | ErasedEntry[];

/** An erasure whose first transaction is done: the number of records that it has changed, and the steps that are left. */
interface Begun {
  erasure: Erasure;
  records: number;
  /** Ends once all is erased; missing where it is. */
  rest?: Promise<number>;
}

/**
 * Erases the words of persons. One transaction changes every record and audit entry, so that a kill leaves all of it or
 * nothing, and of two admins at once one is refused. A person of many records is erased in steps: the first one takes the
 * name from the customer, who takes no new words from then on, and marks the erasure as due, by which the next start goes
 * on. What follows outside of the database (its file without the old words, the list of the erased) is marked in the
 * erasure's record likewise.
 */
@Injectable()
export class Eraser implements OnModuleDestroy {
  private readonly logger = new Logger('Erasures');
  /** The steps under way, by the id of the erasure. */
  private readonly running = new Map<string, Promise<number>>();
  private isStopped = false;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(Erasure.name) private readonly erasures: Model<Erasure>,
    private readonly unitOfWork: TransactionsService,
    private readonly audit: AuditService,
    private readonly chain: AuditChain,
    private readonly files: ErasedFiles,
    private readonly merges: MergesService,
  ) {}

  /** Ends what a kill has interrupted, and erases again what a restored backup holds: before a server answers. */
  async start(): Promise<void> {
    await remember(this.connection, this.files.read());
    const { count } = await this.eraseAgain();
    if (count)
      this.logger.warn(
        `Erased ${count} ${count === 1 ? 'customer' : 'customers'} again, whom this database still held`,
      );
    await this.files.finish({ isStart: true });
  }

  /** Lets a running step end; the next start goes on. */
  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await Promise.allSettled(this.running.values());
  }

  /**
   * Erases what is remembered and not erased in this database, by the ids; returns the number of persons that it held, and
   * the ids of erasures that have failed, which the next call tries again.
   */
  async eraseAgain(
    caller = program,
    only: { failedAt?: object } = {},
  ): Promise<{ count: number; failed: string[] }> {
    const due = await this.erasures
      .find({ isDue: true, ...only })
      .sort({ at: 1, _id: 1 })
      .lean();
    let count = 0;
    const failed: string[] = [];
    for (const erasure of due) {
      const id = String(erasure._id);
      if (this.running.has(id)) continue;
      try {
        if (await this.eraseDue(erasure, caller)) count++;
      } catch (error) {
        if (this.isStopped) throw error;
        failed.push(id);
        await this.erasures.collection.updateOne({ _id: erasure._id }, { $set: { failedAt: new Date() } });
        const message = 'An erasure has failed, and is tried again later';
        this.logger.error({ message, erasure: id, error: (error as Error).stack });
      }
    }
    if (due.length) await this.files.finish();
    return { count, failed };
  }

  /** Tries the failed ones again; those that another server is at are none of them. */
  async retryFailed(): Promise<void> {
    await this.eraseAgain(program, { failedAt: { $exists: true } });
  }

  /** Returns whether an erasure has failed and is still due. */
  async hasFailed(): Promise<boolean> {
    return !!(await this.erasures.exists({ isDue: true, failedAt: { $exists: true } }));
  }

  /** Erases the person of a due erasure; returns whether this database held it. */
  private async eraseDue(erasure: Erasure, caller: Caller): Promise<boolean> {
    if (!erasure.progress) await this.takeApart(erasure, caller);
    const begun = await this.begin((unit) => this.personOf(erasure, unit), erasure, caller);
    await begun?.rest;
    return !!begun;
  }

  /**
   * Undoes merges that stand in a restored backup between a person of an erasure and another one: they were undone before
   * it. Those that cannot be undone leave two records that are one person.
   */
  private async takeApart({ customerIds }: Erasure, caller: Caller): Promise<void> {
    const [own, other] = [{ $in: customerIds }, { $nin: customerIds }];
    const between = this.connection.collection<CustomerMerge>('customermerges').find(
      {
        $or: [
          { fromId: own, intoId: other },
          { fromId: other, intoId: own },
        ],
        undone: { $exists: false },
      },
      { projection: { _id: 1 }, sort: { at: -1 } },
    );
    for (const { _id } of await between.toArray())
      try {
        await this.merges.undo(_id, caller);
      } catch (error) {
        if (!(error instanceof ConflictException)) throw error;
        const message = 'An erased customer is erased with the one that it is merged with in this database';
        this.logger.warn({ message, merge: String(_id), reason: error.message });
      }
  }

  /** Returns the person of an erasure; without one there is nothing to do any more. */
  private async personOf(erasure: Erasure, unit?: UnitOfWork): Promise<Person | undefined> {
    const { _id, customerIds, paymentIds, words } = erasure;
    const session = unit && { session: unit.session };
    const known = { paymentIds, ...(words && { words }) };
    const person = await findPerson(this.connection, customerIds, { ...session, ...known });
    if (!person && session) await this.setDone(_id, session);
    return person;
  }

  private async setDone(_id: Types.ObjectId, { session }: { session: ClientSession }): Promise<void> {
    const update = {
      $unset: { isDue: '', progress: '', words: '', failedAt: '' },
      $set: { isUnfinished: true },
    } as const;
    await this.erasures.collection.updateOne({ _id }, update, { session });
  }

  /**
   * Erases a person, whom `find` reads and checks in the transaction; undefined where it finds none. What the transaction
   * does not do is done by `rest`. `check` may refuse the number of records that it has changed.
   */
  erase(
    find: (unit: UnitOfWork) => Promise<Person | undefined>,
    { reason, isWhole }: Pick<Erasure, 'reason' | 'isWhole'>,
    caller = program,
    check?: (records: number) => void,
  ): Promise<Begun | undefined> {
    const erasure: Erasure = {
      _id: new Types.ObjectId(),
      customerIds: [],
      paymentIds: [],
      at: new Date(),
      by: caller.by,
      reason,
      ...(isWhole && { isWhole }),
    };
    return this.begin(find, erasure, caller, check);
  }

  private async begin(
    find: (unit: UnitOfWork) => Promise<Person | undefined>,
    given: Erasure,
    caller: Caller,
    check?: (records: number) => void,
  ): Promise<Begun | undefined> {
    const begun = await this.unitOfWork.run(async (unit) => {
      const person = await find(unit);
      if (!person) return undefined;
      const { session } = unit;
      const { customerIds, paymentIds } = person;
      const erasure: Erasure = { ...given, customerIds, paymentIds };
      // A record about the person that is added at the same time conflicts here: see CustomersService.hold.
      await this.connection
        .collection('customers')
        .updateMany({ _id: { $in: customerIds } }, { $set: { paymentsChangedAt: new Date() } }, { session });
      await lookAgainAtDuplicates(this.connection, person, session);
      const parts = await this.partsOf(person, erasure, session);
      const isLong = parts.length > slicesAtOnce;
      // The customers are the first holding.
      const now = isLong ? parts.slice(0, 1) : parts;
      const views = await removeViews(this.connection, person, session);
      const told = [
        { field: 'reason', from: null, to: erasure.reason },
        { field: 'customers', from: null, to: customerIds.map(String) },
        { field: 'payments', from: null, to: paymentIds.map(String) },
      ];
      const records = views + (await this.eraseParts(now, { person, erasure, caller, told }, unit));
      check?.(records);
      const state = isLong
        ? { isDue: true as const, words: person.words, progress: { done: now.length, total: parts.length } }
        : { isUnfinished: true as const };
      const stored: Erasure = { ...withoutState(erasure), ...state };
      await this.erasures.collection.replaceOne({ _id: erasure._id }, stored, { upsert: true, session });
      return { erasure: stored, records, isLong };
    });
    if (!begun) return undefined;
    const { isLong, ...done } = begun;
    return isLong ? { ...done, rest: this.goOn(done.erasure, caller) } : done;
  }

  /** Erases the rest of a person in steps, each in a transaction; returns the number of changed records. */
  private goOn(erasure: Erasure, caller: Caller): Promise<number> {
    const work = this.takeSteps(erasure, caller);
    const id = String(erasure._id);
    this.running.set(id, work);
    const over = () => void this.running.delete(id);
    work.then(over, over);
    return work;
  }

  private async takeSteps(erasure: Erasure, caller: Caller): Promise<number> {
    let records = 0;
    // Records that came between two steps are found by another look; the last one finds nothing.
    for (let found = -1; found !== 0;) {
      found = 0;
      const person = await this.personOf(erasure);
      if (!person) break;
      const slices = await findSlices(this.connection, person, erasure);
      const total = slices.length;
      for (const [index, slice] of slices.entries())
        found += await this.step([slice], { person, erasure, caller }, { done: index, total });
      for await (const entries of findEntries(this.connection, person))
        if (entries.length)
          found += await this.step([entries], { person, erasure, caller }, { done: total, total });
      records += found;
    }
    await this.unitOfWork.run(async ({ session }) => this.setDone(erasure._id, { session }));
    return records;
  }

  private step(parts: Part[], work: Omit<Work, 'told'>, progress: Erasure['progress']): Promise<number> {
    if (this.isStopped) throw new Error('The erasure goes on at the next start');
    return this.unitOfWork.run(async (unit) => {
      const { _id } = work.erasure;
      await this.erasures.collection.updateOne({ _id }, { $set: { progress } }, { session: unit.session });
      return this.eraseParts(parts, { ...work, told: [] }, unit);
    });
  }

  private async partsOf(person: Person, erasure: Erasure, session: ClientSession): Promise<Part[]> {
    const parts: Part[] = await findSlices(this.connection, person, erasure, session);
    for await (const entries of findEntries(this.connection, person, session)) {
      if (parts.length > slicesAtOnce) break;
      if (entries.length) parts.push(entries);
    }
    return parts;
  }

  /** Erases records and entries, and adds the entry that names the old and new marks; returns their number. */
  private async eraseParts(parts: Part[], { person, erasure, caller, told }: Work, unit: UnitOfWork) {
    const { session } = unit;
    let count = 0;
    const marks: ReplacedMark[] = [];
    for (const part of parts)
      if (Array.isArray(part)) {
        marks.push(...(await this.chain.replace(part, unit)));
        count += part.length;
      } else count += await eraseSlice(this.connection, part, { person, at: new Date(), session });
    if (!told.length && !marks.length) return count;
    const id = { field: 'erasure', from: null, to: String(erasure._id) };
    const changes = [...told, id, marksChange(marks)];
    await this.audit.add(caller, 'erase', 'customers', String(erasure.customerIds[0]), { changes, unit });
    return count;
  }
}

/** The subject of an erasure's step; `told` is what its entry of the audit trail says besides the marks. */
interface Work {
  person: Person;
  erasure: Erasure;
  caller: Caller;
  told: FieldChange[];
}
