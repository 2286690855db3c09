import { BadRequestException, ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { Types } from 'mongoose';
import {
  changedSince,
  maximumMergedRecords,
  type MergeInput,
  mergeMessages,
  type MovedCounts,
} from '#domain/care/merges';
import { countLimit } from '#domain/platform/lists';
import { messages } from '#domain/platform/messages';
import { CommentsService } from '../comments/comments.service.js';
import { broughtBy, type MovedRecords } from '../../customers/customer-merge.schema.js';
import type { Customer } from '../../customers/customer.schema.js';
import { CustomerMerges } from '../../customers/customer-merges.service.js';
import { CustomerMerging } from '../../customers/customer-merging.service.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { DocumentStore } from '../../documents/document-store.service.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { EditConflictException } from '../../platform/http/errors/edit-conflict.exception.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import { Outbox } from '../../mail/outbox.js';
import { payerOf } from '../../payments/payer.js';
import { PaymentMoves } from '../../payments/payment-moves.service.js';
import type { Payment } from '../../payments/payment.schema.js';
import { MergeFollower } from './merge-follower.js';

type Id = Types.ObjectId;

const countsOf = ({ payments, comments, mails, documents }: MovedRecords): MovedCounts => ({
  payments: payments.length,
  comments: comments.length,
  mails: mails.length,
  documents: documents.length,
});

/** Changed records that a refusal names. */
const mostNamed = 5;

/** Merges two customers that are one person, and undoes it: everything that belongs to one moves in one transaction. */
@Injectable()
export class MergesService {
  constructor(
    private readonly merges: CustomerMerges,
    private readonly merging: CustomerMerging,
    private readonly payments: PaymentMoves,
    private readonly comments: CommentsService,
    private readonly outbox: Outbox,
    private readonly documents: DocumentStore,
    private readonly follower: MergeFollower,
    private readonly unitOfWork: TransactionsService,
  ) {}

  /** Returns the numbers of records that a merge of a customer would move, up to the limit of counts. Throws 404. */
  counts(id: Id): Promise<MovedCounts> {
    return this.unitOfWork.run(async (unit) => {
      await this.merging.findWhole(id, unit);
      const count = (records: Pick<Outbox, 'countOf'>) => records.countOf(id, {}, countLimit, unit);
      return {
        payments: await count(this.payments),
        comments: await count(this.comments),
        mails: await count(this.outbox),
        documents: await count(this.documents),
      };
    });
  }

  /** Merges `from` into a customer. Throws 404, 400 for itself or without versions, 409 for a changed or large one. */
  merge(id: Id, { from: fromText, fields, versions }: MergeInput, caller: Caller) {
    const fromId = new Types.ObjectId(fromText);
    if (fromId.equals(id)) throw new BadRequestException(mergeMessages.itself);
    return this.unitOfWork.run(async (unit) => {
      const into = await this.merging.findWhole(id, unit);
      const from = await this.merging.findWhole(fromId, unit).catch((error: unknown) => {
        if (!(error instanceof NotFoundException)) throw error;
        throw invalidFields({ from: messages.customerNotFound });
      });
      for (const { _id, version } of [into, from]) {
        const seen = versions[String(_id)];
        if (seen === undefined) throw invalidFields({ versions: mergeMessages.versions });
        if (seen !== version) throw new EditConflictException();
      }
      await this.merges.refuseUnready(fromId, id, unit);
      const after = this.merging.merged(into, from, fields);
      const { payments, isAll } = await this.payments.ofCustomer(fromId, unit);
      // The records of a payment that follows go with it.
      const ofThese = { $or: [{ paymentId: null }, { paymentId: { $in: payments.map((one) => one._id) } }] };
      const only = isAll ? {} : ofThese;
      await this.refuseMany(fromId, only, unit);
      const moved: MovedRecords = {
        payments: await this.payments.move(payments, after, caller, unit),
        comments: await this.comments.moveAll(fromId, id, unit, only),
        mails: await this.outbox.moveAll(fromId, id, unit, only),
        documents: await this.documents.moveAll(fromId, id, unit, only),
      };
      const _id = new Types.ObjectId();
      await this.merging.store(_id, into, after, from, caller, unit);
      const values = { before: this.merging.values(into), after: this.merging.values(after) };
      this.merges.add(
        {
          _id,
          fromId,
          intoId: id,
          from,
          ...values,
          moved,
          at: new Date(),
          by: caller.by,
          ...(!isAll && { following: 'in' as const }),
        },
        unit,
      );
      if (!isAll) unit.afterCommit(() => this.follower.wake());
      return { customer: this.merging.shown(after), moved: countsOf(moved), merge: _id };
    });
  }

  /**
   * Undoes a merge: what moved is where it was; payments made since and later edits of the customer that stayed are kept.
   * Throws 404, and 409 where it was undone, where what moved was changed since, and where the one that stayed is not there.
   */
  undo(id: Id, caller: Caller) {
    return this.unitOfWork.run(async (unit) => {
      const merge = await this.merges.find(id, unit);
      if (!merge) throw new NotFoundException(mergeMessages.notFound);
      if (merge.undone) throw new ConflictException(mergeMessages.undone);
      const { fromId, intoId, from, moved } = merge;
      if (!from) throw new ConflictException(mergeMessages.gone);
      await this.merges.refuseUnready(fromId, intoId, unit);
      const into = await this.merging.findWhole(intoId, unit).catch((error: unknown) => {
        throw error instanceof ConflictException ? error : new ConflictException(mergeMessages.gone);
      });
      const { payments, changed } = await this.payments.unchanged(moved.payments, intoId, unit);
      const comments = await this.comments.countChanged(moved.comments, intoId, unit);
      changed.push(...(await this.payments.changedSince(id, intoId, mostNamed + 1, unit)));
      const named = [
        ...changed.slice(0, mostNamed),
        ...(changed.length > mostNamed ? [`${changed.length - mostNamed} more payments`] : []),
        ...(comments ? [comments === 1 ? 'a comment' : `${comments} comments`] : []),
      ];
      if (named.length) throw new ConflictException(changedSince(named));
      const back = await this.payments.move(payments, from, caller, unit, { isUndo: true });
      await this.merges.renumber(fromId, moved.payments, back, unit);
      await this.comments.moveBack(merge, unit);
      const mails = await this.outbox.moveAll(intoId, fromId, unit, broughtBy(merge, 'mails'));
      await this.readdressMails(payments, into, from, caller, unit);
      const documents = await this.documents.moveAll(intoId, fromId, unit, broughtBy(merge, 'documents'));
      const hasPayment = await this.hasPayment(intoId, unit);
      const { customer, restored } = await this.merging.takeApart(merge, hasPayment, caller, unit);
      await this.merges.takeOut(merge, unit);
      const [followed] = await this.payments.followed(id, 1, unit);
      await this.merges.setUndone(id, caller.by, !!followed, unit);
      if (followed) unit.afterCommit(() => this.follower.wake());
      return {
        customer: this.merging.shown(customer),
        restored: this.merging.shown(restored),
        moved: countsOf({ ...moved, mails, documents }),
      };
    });
  }

  /** Throws 409 where a merge would move too many records beside the payments. */
  private async refuseMany(customerId: Id, only: object, unit: UnitOfWork): Promise<void> {
    let left = maximumMergedRecords;
    for (const records of [this.comments, this.outbox, this.documents]) {
      left -= await records.countOf(customerId, only, left + 1, unit);
      if (left < 0) throw new ConflictException(mergeMessages.tooManyRecords);
    }
  }

  /** Has mails about payments that wait for the customer that stayed go to the one whose the payments are again. */
  private async readdressMails(
    payments: readonly Payment[],
    stayed: Customer,
    restored: Customer,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<void> {
    const byId = new Map(payments.map((payment) => [String(payment._id), payment]));
    for (const mail of await this.outbox.unsentToPayer({ customerId: restored._id }, unit)) {
      const payment = byId.get(String(mail.paymentId));
      if (!payment || mail.state === 'sending') continue;
      const [former, to] = [stayed, restored].map((customer) => payerOf(payment, customer)?.email);
      if (to && to !== former && mail.to === former) await this.outbox.readdress(mail, { to }, caller, unit);
    }
  }

  private hasPayment(customerId: Id, unit: UnitOfWork): Promise<boolean> {
    return this.payments.hasCounted(customerId, unit);
  }
}
