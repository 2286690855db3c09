import { ConflictException, HttpException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { changedMeanwhile, type StatusInput, undoneNote } from '#domain/payments/payments';
import type { StatusBatchInput, StatusResult } from '#domain/payments/status-batch';
import { shownFigures } from '#domain/ledger/payment-money';
import { longRecordMessages, maximumBatchChanges } from '#domain/payments/payment-limits';
import type { FieldChange } from '../../platform/changes/change.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { isRepeated, withFeeNote } from '../payment-record.js';
import type { Payment } from '../payment.schema.js';
import type { PaymentAct } from '../payment-act.js';
import { PaymentsService } from '../payments.service.js';
import { type BatchedChange, StatusBatch } from './status-batch.schema.js';

type Id = Types.ObjectId;

/** Sets the status of payments for admins, and undoes it. */
@Injectable()
export class PaymentStatusService {
  constructor(
    @InjectModel(StatusBatch.name) private readonly batches: Model<StatusBatch>,
    private readonly payments: PaymentsService,
    private readonly unitOfWork: TransactionsService,
  ) {}

  /** A payment, with the batch that undoes its last change, where that was a status set by a person. Throws 404. */
  async find(id: Id) {
    const payment = await this.payments.findWithFigures(id);
    const stands = { paymentId: id, version: payment.version, undone: { $exists: false } };
    const batch = await this.batches
      .findOne({ 'changes.paymentId': id, changes: { $elemMatch: stands } }, { _id: 1 })
      .lean();
    return { ...payment, ...(batch && { batch: String(batch._id) }) };
  }

  /**
   * Sets the status and adds one entry to the history, in one write, even where the status is the same. Throws 404, and
   * 409 where the payment has another version than the change was made on. `batch` of the response undoes it.
   */
  async setStatus(id: Id, change: StatusInput, caller: Caller) {
    const batch = new Types.ObjectId();
    const { payment } = await this.unitOfWork.run((unit) => this.set(id, change, batch, caller, unit));
    return { ...this.payments.withFigures(payment), batch: String(batch) };
  }

  /**
   * Sets the status of several payments, a transaction each; returns for each whether it was changed, or the reason. A
   * payment that has the status already is not changed, unless there is a new note. A call that is sent again makes no
   * change twice, and its batch undoes the changes that the first one made. Throws 400 for words that no payment takes
   * beside this status, and 404 for another person's batch.
   */
  async setStatuses(
    { ids, versions = {}, batch: named, ...change }: StatusBatchInput,
    caller: Caller,
  ): Promise<{ batch: string; results: StatusResult[] }> {
    this.payments.statusEntries(undefined, change);
    const batch = new Types.ObjectId(named);
    if (named && !(await this.batches.exists({ _id: batch, by: caller.by })))
      throw new NotFoundException('Batch not found');
    const results: StatusResult[] = [];
    const versionOf = new Map(Object.entries(versions).map(([id, version]) => [id.toLowerCase(), version]));
    for (const id of ids)
      try {
        const version = versionOf.get(id.toLowerCase());
        const { payment, isChanged } = await this.unitOfWork.run((unit) =>
          this.set(new Types.ObjectId(id), { ...change, version }, batch, caller, unit, { once: true }),
        );
        results.push({ id, ok: true, ...(isChanged && { version: payment.version }) });
      } catch (error) {
        results.push({ id, ok: false, message: refusal(error) });
      }
    return { batch: String(batch), results };
  }

  /** With `once`, a change that was already made is not repeated; its batch is added to this one. */
  private async set(
    id: Id,
    change: StatusInput,
    batch: Id,
    caller: Caller,
    unit: UnitOfWork,
    { once = false } = {},
  ): Promise<{ payment: Payment; isChanged: boolean }> {
    const { note, version } = change;
    const before = await this.payments.findStored(id, unit);
    if (once && isRepeated(before, change, caller)) {
      const isSentAgain = version !== undefined && version === before.version - 1;
      const made = isSentAgain ? await this.findChange(before, caller, unit) : undefined;
      if (made) await this.remember(made, batch, caller, unit);
      return { payment: before, isChanged: !!made };
    }
    if (version !== undefined && version !== before.version)
      throw new ConflictException(changedMeanwhile(before.status));
    const step = new Types.ObjectId().toHexString();
    const entries = this.payments.statusEntries(before, change);
    const told = withFeeNote(entries, before, note);
    const facts = { isTold: change.notify === true };
    const after = await this.write(before, { entries, step, note: told, typed: note, facts }, caller, unit);
    await this.remember({ paymentId: id, version: after.version, step }, batch, caller, unit);
    return { payment: after, isChanged: true };
  }

  /** Returns the caller's change that gave the payment its present version. */
  private async findChange({ _id: paymentId, version }: Payment, { by }: Caller, { session }: UnitOfWork) {
    const batch = await this.batches
      .findOne({ ...changeOf(paymentId, version), by })
      .session(session)
      .lean();
    return batch?.changes.find((change) => change.paymentId.equals(paymentId) && change.version === version);
  }

  private async remember(change: BatchedChange, batch: Id, { by }: Caller, unit: UnitOfWork): Promise<void> {
    const { paymentId, version } = change;
    const known = { _id: batch, ...changeOf(paymentId, version) };
    if (await this.batches.exists(known).session(unit.session)) return;
    const full = { _id: batch, [`changes.${maximumBatchChanges - 1}`]: { $exists: true } };
    if (await this.batches.exists(full).session(unit.session))
      throw new ConflictException(longRecordMessages.batch);
    await this.batches.collection.updateOne(
      { _id: batch },
      { $setOnInsert: { by, createdAt: new Date() }, $push: { changes: change } } as object,
      { upsert: true, session: unit.session },
    );
  }

  /**
   * Takes back the changes of a batch that still stand, a transaction each; returns for each the new version, or the
   * reason. A repeated call gives the same results. Throws 404 for a batch that changed nothing.
   */
  async undo(batch: Id, caller: Caller): Promise<StatusResult[]> {
    const found = await this.batches.findById(batch).lean();
    if (!found) throw new NotFoundException('Batch not found');
    const results: StatusResult[] = [];
    for (const { paymentId } of found.changes)
      try {
        const version = await this.unitOfWork.run((unit) => this.undoOne(batch, paymentId, caller, unit));
        results.push({ id: String(paymentId), ok: true, version });
      } catch (error) {
        results.push({ id: String(paymentId), ok: false, message: refusal(error) });
      }
    return results;
  }

  private async undoOne(batch: Id, paymentId: Id, caller: Caller, unit: UnitOfWork): Promise<number> {
    const { session } = unit;
    const stored = await this.batches.findById(batch).session(session).lean().orFail();
    const change = stored.changes.findLast((one) => one.paymentId.equals(paymentId))!;
    if (change.undone !== undefined) return change.undone;
    const before = await this.payments.findStored(paymentId, unit);
    if (before.version !== change.version) throw new ConflictException(changedMeanwhile(before.status));
    const note = undoneNote(before.status);
    const after = await this.write(before, { voids: [stepOf(change, before)], note }, caller, unit);
    await this.batches.updateMany(
      changeOf(paymentId, change.version),
      { $set: { 'changes.$.undone': after.version } },
      { session },
    );
    return after.version;
  }

  private write(before: Payment, act: PaymentAct, caller: Caller, unit: UnitOfWork): Promise<Payment> {
    const shown = (after: Payment) => [
      { field: 'status', from: before.status, to: after.status },
      ...feeChange(before, after),
    ];
    return this.payments.act(before, { ...act, action: 'status', shown }, caller, unit);
  }
}

/**
 * The step that undoing a change voids: of one that an earlier version has stored, the last that set this status; none
 * where it was a note on the status that stood.
 */
function stepOf({ step, before }: BatchedChange, { status, ledger = [] }: Payment): string {
  if (before?.status === status) return '';
  const said = ledger.findLast((entry) => entry.kind === 'said' && entry.status === status && !entry.voided);
  return step ?? said?.step ?? '';
}

/** Returns the change of a standing fee, for the audit trail. */
function feeChange(before: Payment, after: Payment): FieldChange[] {
  const [from, to] = [shownFigures(before).fee ?? null, shownFigures(after).fee ?? null];
  return from === to ? [] : [{ field: 'fee', from, to }];
}

/** The condition of batches with the change that gave a payment a version; the index is on the id alone. */
const changeOf = (paymentId: Id, version: number) => ({
  'changes.paymentId': paymentId,
  changes: { $elemMatch: { paymentId, version } },
});

/** Returns the message of a refusal; throws any other error. */
function refusal(error: unknown): string {
  if (!(error instanceof HttpException)) throw error;
  return error.message;
}
