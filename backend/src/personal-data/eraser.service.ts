import { Injectable, Logger } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, Types } from 'mongoose';
import { AuditChain } from '../audit/audit-chain.service.js';
import { AuditService } from '../audit/audit.service.js';
import { marksChange } from '../audit/replaced-marks.js';
import { TransactionsService } from '../database/transactions/transactions.service.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import type { Caller } from '../http/caller.decorator.js';
import { findEntries } from './audit-entries.js';
import { eraseRecords } from './erase-records.js';
import { ErasedFiles } from './erased-files.js';
import { Erasure } from './erasure.schema.js';
import { lookAgainAtDuplicates } from './former-duplicates.js';
import { findPerson, type Person } from './person.js';
import { remember } from './remembered.js';
import { removeViews } from './saved-views.js';

/** The actor of erasures that a restored backup is due, or that the end of a term brings. */
const program: Caller = { by: 'system', actor: { kind: 'program' }, ip: '', requestId: 'erasures' };

/**
 * Erases the words of persons. One transaction changes every record and audit entry, so that a kill leaves all of it or
 * nothing, and of two admins at once one is refused. What follows outside of the database (its file without the old
 * words, the list of the erased) is marked in the erasure's record, and done again at the next start until it is.
 */
@Injectable()
export class Eraser {
  private readonly logger = new Logger('Erasures');

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(Erasure.name) private readonly erasures: Model<Erasure>,
    private readonly unitOfWork: TransactionsService,
    private readonly audit: AuditService,
    private readonly chain: AuditChain,
    private readonly files: ErasedFiles,
  ) {}

  /** Ends what a kill has interrupted, and erases again what a restored backup holds: before a server answers. */
  async start(): Promise<void> {
    await remember(this.connection, this.files.read());
    const count = await this.eraseAgain();
    if (count)
      this.logger.warn(
        `Erased ${count} ${count === 1 ? 'customer' : 'customers'} again, whom this database still held`,
      );
    await this.files.finish({ isStart: true });
  }

  /** Erases what is remembered and not erased in this database, by the ids; returns the number of persons that it held. */
  async eraseAgain(caller = program): Promise<number> {
    const due = await this.erasures.find({ isDue: true }).sort({ at: 1, _id: 1 }).lean();
    let count = 0;
    for (const erasure of due)
      if (await this.unitOfWork.run((unit) => this.repeat(erasure, caller, unit))) count++;
    if (due.length) await this.files.finish();
    return count;
  }

  private async repeat(erasure: Erasure, caller: Caller, unit: UnitOfWork): Promise<boolean> {
    const { _id, customerIds, paymentIds } = erasure;
    const { session } = unit;
    const person = await findPerson(this.connection, customerIds, { session, paymentIds });
    await this.erasures.collection.updateOne(
      { _id },
      { $unset: { isDue: '' }, $set: { isUnfinished: true } },
      { session },
    );
    if (person) await this.eraseAll(person, { ...erasure, at: new Date() }, caller, unit);
    return !!person;
  }

  /** Erases a person in a transaction, and remembers it; returns the number of changed records. */
  async erase(
    person: Person,
    { reason, isWhole }: Pick<Erasure, 'reason' | 'isWhole'>,
    unit: UnitOfWork,
    caller = program,
  ): Promise<{ erasure: Erasure; records: number }> {
    const { customerIds, paymentIds } = person;
    const erasure: Erasure = {
      ...{ _id: new Types.ObjectId(), customerIds, paymentIds },
      ...{ at: new Date(), by: caller.by, reason, isUnfinished: true },
      ...(isWhole && { isWhole }),
    };
    const records = await this.eraseAll(person, erasure, caller, unit);
    unit.deferInsert(this.erasures.collection, [erasure]);
    return { erasure, records };
  }

  /** Erases records, entries and views, and adds the entry that names the old and new marks; returns their number. */
  private async eraseAll(
    person: Person,
    erasure: Erasure,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<number> {
    const { session } = unit;
    const entries = await findEntries(this.connection, person, session);
    await lookAgainAtDuplicates(this.connection, person, session);
    const counts = await eraseRecords(this.connection, person, erasure, session);
    const views = await removeViews(this.connection, person, session);
    const marks = await this.chain.replace(entries, unit);
    const changes = [
      { field: 'reason', from: null, to: erasure.reason },
      { field: 'erasure', from: null, to: String(erasure._id) },
      { field: 'customers', from: null, to: person.customerIds.map(String) },
      { field: 'payments', from: null, to: person.paymentIds.map(String) },
      marksChange(marks),
    ];
    const [customerId] = erasure.customerIds;
    await this.audit.add(caller, 'erase', 'customers', String(customerId), { changes, unit });
    return Object.values(counts).reduce((sum, count) => sum + count, entries.length + views);
  }
}
