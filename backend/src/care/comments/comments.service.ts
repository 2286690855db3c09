import { ConflictException, ForbiddenException, Injectable, NotFoundException } from '@nestjs/common';
import { type ClientSession, Types, type mongo } from 'mongoose';
import type { CurrentUser } from '#domain/auth/auth';
import { type CommentEdit, type CommentInput, commentMessages } from '#domain/care/comments';
import { messages } from '#domain/platform/messages';
import { erasureMessages } from '#domain/care/personal-data';
import { adminRole } from '#domain/platform/roles';
import {
  type Act,
  type Change,
  type Deletion,
  type FieldChange,
  isDeletion,
} from '../../platform/changes/change.js';
import { ChangesService } from '../../platform/changes/changes.service.js';
import { InChange } from '../../platform/changes/subscribers.js';
import { broughtBy, type CustomerMerge, type MovedRecord } from '../../customers/customer-merge.schema.js';
import type { Customer } from '../../customers/customer.schema.js';
import { CustomersService } from '../../customers/customers.service.js';
import { InjectCollection } from '../../platform/database/collections.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { omitUnselected } from '../../platform/database/unselected-fields.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { EditConflictException } from '../../platform/http/errors/edit-conflict.exception.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import { leavesCustomer, type LeavingPayment } from '../../payments/payment-record.js';
import { PaymentsService } from '../../payments/payments.service.js';
import { textTerms } from '../../platform/search-index/search-terms.js';
import { SubmissionsService } from '../../platform/submissions/submissions.service.js';
import { Comment, CommentSchema } from './comment.schema.js';

type Id = Types.ObjectId;
type Place = Pick<Comment, 'customerId' | 'paymentId'>;

/** The person who acts. */
interface Actor {
  caller: Caller;
  user: CurrentUser;
}

const shown = (comment: Comment): Comment => omitUnselected(comment, CommentSchema);

/** The fields by which an entry of the audit trail says where the comment stands. */
const placeFields = ({ customerId, paymentId }: Place): FieldChange[] => [
  { field: 'customerId', from: null, to: String(customerId) },
  ...(paymentId ? [{ field: 'paymentId', from: null, to: String(paymentId) }] : []),
];

/** Writes comments; no other service writes them. */
@Injectable()
export class CommentsService {
  constructor(
    @InjectCollection(Comment) private readonly comments: mongo.Collection<Comment>,
    private readonly customers: CustomersService,
    private readonly payments: PaymentsService,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
    private readonly submissions: SubmissionsService,
  ) {}

  /** A comment as stored. Throws 404. */
  private async find(_id: Id, unit?: UnitOfWork): Promise<Comment> {
    const found = await this.comments.findOne({ _id }, { ...(unit && { session: unit.session }) });
    if (!found) throw new NotFoundException(commentMessages.notFound);
    return found;
  }

  /** Adds a comment, once per key: see SubmissionsService. Throws 400 for an unknown record, 409 for an erased one. */
  create(input: CommentInput, { caller, user }: Actor, key?: string): Promise<Comment> {
    return this.submissions.once('comment', key, input, {
      make: (remember) =>
        this.unitOfWork.run(async (unit) => {
          const place = await this.placeOf(input, unit);
          const comment: Comment = {
            _id: new Types.ObjectId(),
            ...place,
            text: input.text,
            by: caller.by,
            authorId: user.id,
            createdAt: new Date(),
            terms: textTerms(input.text),
            version: 0,
          };
          unit.deferInsert(this.comments, [comment]);
          const fields = [...placeFields(place), { field: 'text', from: null, to: input.text }];
          await this.changes.record('comments', { after: comment, caller, action: 'create', fields }, unit);
          remember({ commentId: comment._id }, unit);
          return shown(comment);
        }),
      replay: async ({ commentId }) => shown(await this.find(commentId)),
      refusal: () => commentMessages.sentAlready,
    });
  }

  /** Returns where a new comment stands, and keeps that from being deleted meanwhile. */
  private async placeOf({ customerId, paymentId }: CommentInput, unit: UnitOfWork): Promise<Place> {
    if (!paymentId) {
      const id = new Types.ObjectId(customerId);
      const customer = await this.customers.hold(id, unit).catch(refuseMissing('customerId'));
      refuseErased(customer);
      return { customerId: customer._id };
    }
    const payment = await this.payments
      .findStored(new Types.ObjectId(paymentId), unit)
      .catch(refuseMissing('paymentId'));
    refuseErased(payment);
    refuseErased(await this.holdCustomer(payment.customerId, unit));
    return { customerId: payment.customerId, paymentId: payment._id };
  }

  /** Makes simultaneous writes of comments and changes of the customer's records conflict; imported data may lack it. */
  private async holdCustomer(customerId: Id, unit: UnitOfWork): Promise<Customer | undefined> {
    return this.customers.hold(customerId, unit).catch((error: unknown) => {
      if (!(error instanceof NotFoundException)) throw error;
      return undefined;
    });
  }

  /** Replaces the text. Throws 404, 403 for all but the author, and 409 for another version, a deleted and an erased one. */
  edit(id: Id, { text, version }: CommentEdit, { caller, user }: Actor): Promise<Comment> {
    return this.unitOfWork.run(async (unit) => {
      const before = await this.find(id, unit);
      if (before.authorId !== user.id) throw new ForbiddenException(commentMessages.notAuthor);
      refuseDeleted(before);
      if (before.version !== version) throw new EditConflictException();
      if (before.text === text) return shown(before);
      refuseErased(await this.holdCustomer(before.customerId, unit));
      const fields = { text, editedAt: new Date(), terms: textTerms(text) };
      const after = await this.write(before, { $set: fields }, unit);
      const change = { field: 'text', from: before.text, to: text };
      await this.tell(before, after, { caller, action: 'update', fields: [change] }, unit);
      return shown(after);
    });
  }

  /**
   * Takes the text away; who deleted it and when stays. Throws 404, 403 for all but the author and admins, and 409 for
   * another version or a deleted one.
   */
  delete(id: Id, version: number, { caller, user }: Actor): Promise<Comment> {
    return this.unitOfWork.run(async (unit) => {
      const before = await this.find(id, unit);
      if (before.authorId !== user.id && user.role !== adminRole)
        throw new ForbiddenException(commentMessages.notOwn);
      refuseDeleted(before);
      if (before.version !== version) throw new EditConflictException();
      const after = await this.write(
        before,
        {
          $set: { deleted: { by: caller.by, at: new Date() } },
          $unset: { text: '', terms: '', pinned: '', pinnedOn: '' },
        },
        unit,
      );
      const change = { field: 'text', from: before.text, to: null };
      await this.tell(before, after, { caller, action: 'delete', fields: [change] }, unit);
      return shown(after);
    });
  }

  /** Pins a comment to the top of its record's page, in place of another one. Throws 404, or 409 for a deleted one. */
  pin(id: Id, { caller }: Actor): Promise<Comment> {
    return this.unitOfWork.run(async (unit) => {
      const before = await this.find(id, unit);
      refuseDeleted(before);
      if (before.pinned) return shown(before);
      const pinnedOn = before.paymentId ?? before.customerId;
      // Two comments that are pinned at the same time conflict here.
      await this.holdCustomer(before.customerId, unit);
      const earlier = await this.comments.findOne({ pinnedOn }, { session: unit.session });
      if (earlier) await this.setPinned(earlier, undefined, caller, unit);
      return shown(await this.setPinned(before, pinnedOn, caller, unit));
    });
  }

  /** Takes a comment from the top. Throws 404. */
  unpin(id: Id, { caller }: Actor): Promise<Comment> {
    return this.unitOfWork.run(async (unit) => {
      const before = await this.find(id, unit);
      return shown(before.pinned ? await this.setPinned(before, undefined, caller, unit) : before);
    });
  }

  private async setPinned(before: Comment, pinnedOn: Id | undefined, caller: Caller, unit: UnitOfWork) {
    const update = pinnedOn ? { $set: { pinned: true, pinnedOn } } : { $unset: { pinned: '', pinnedOn: '' } };
    const after = await this.write(before, update, unit);
    await this.tell(before, after, { caller, action: pinnedOn ? 'pin' : 'unpin' }, unit);
    return after;
  }

  private async write({ _id }: Comment, update: object, { session }: UnitOfWork): Promise<Comment> {
    const after = await this.comments.findOneAndUpdate(
      { _id },
      { ...update, $inc: { version: 1 } },
      { session, returnDocument: 'after' },
    );
    if (!after) throw new NotFoundException(commentMessages.notFound);
    return after;
  }

  private async tell(
    before: Comment,
    after: Comment,
    { fields = [], ...act }: Act & Pick<Change<'comments'>, 'fields'>,
    unit: UnitOfWork,
  ): Promise<void> {
    const all = [...placeFields(after), ...fields];
    await this.changes.record('comments', { before, after, ...act, fields: all }, unit);
  }

  /** Returns how many comments of a customer a merge moves, up to `limit`. */
  countOf(customerId: Id, only: object, limit: number, { session }: UnitOfWork): Promise<number> {
    return this.comments.countDocuments({ customerId, ...only }, { session, limit });
  }

  /** Moves the comments of a merged customer and its payments. Its pinned one stays so where the other has none. */
  async moveAll(from: Id, to: Id, { session }: UnitOfWork, only: object = {}): Promise<MovedRecord[]> {
    const conditions = { customerId: from, ...only };
    const found = await this.comments
      .find(conditions, { session, projection: { version: 1, pinnedOn: 1 } })
      .sort({ _id: 1 })
      .toArray();
    await this.comments.updateMany(conditions, { $set: { customerId: to } }, { session });
    await this.movePin(from, to, session);
    return found.map(({ _id, version, pinnedOn }) => ({
      _id,
      version,
      ...(pinnedOn?.equals(from) && { pinned: true }),
    }));
  }

  /** Moves the pin of a comment that has moved. */
  private async movePin(from: Id, to: Id, session: ClientSession): Promise<void> {
    const isTaken = await this.comments.findOne({ pinnedOn: to }, { session, projection: { _id: 1 } });
    const update = isTaken
      ? { $unset: { pinned: '' as const, pinnedOn: '' as const } }
      : { $set: { pinnedOn: to } };
    await this.comments.updateOne({ customerId: to, pinnedOn: from }, update, { session });
  }

  /** Moves comments back to the customer that is there again, with those that came since on its payments. */
  async moveBack(merge: CustomerMerge, { session }: UnitOfWork): Promise<void> {
    const { fromId: owner, intoId: customerId, moved } = merge;
    await this.comments.updateMany(
      { customerId, ...broughtBy(merge, 'comments') },
      { $set: { customerId: owner } },
      { session },
    );
    const pinned = moved.comments.find((comment) => comment.pinned);
    if (pinned)
      await this.comments.updateOne(
        { _id: pinned._id },
        { $set: { pinned: true, pinnedOn: owner } },
        { session },
      );
  }

  /** Returns how many of moved comments were changed or deleted since. */
  async countChanged(moved: readonly MovedRecord[], owner: Id, { session }: UnitOfWork): Promise<number> {
    if (!moved.length) return 0;
    const found = await this.comments
      .find(
        { _id: { $in: moved.map(({ _id }) => _id) }, customerId: owner },
        { session, projection: { version: 1 } },
      )
      .toArray();
    const versions = new Map(found.map(({ _id, version }) => [String(_id), version]));
    return moved.filter(({ _id, version }) => versions.get(String(_id)) !== version).length;
  }

  /** Deletes the comments of deleted customers, which have no payments. */
  @InChange('customers', 'belongings', isDeletion<'customers'>)
  async forgetCustomers(changes: readonly Deletion<'customers'>[], unit: UnitOfWork): Promise<void> {
    for (const { before } of changes)
      await this.comments.deleteMany({ customerId: before._id }, { session: unit.session });
  }

  /** Deletes the comments of deleted payments, and moves those of moved ones. */
  @InChange('payments', 'belongings', leavesCustomer)
  async followPayments(changes: readonly LeavingPayment[], unit: UnitOfWork): Promise<void> {
    for (const { before, after } of changes) {
      const { session } = unit;
      // A comment that is added at the same time conflicts here.
      await this.holdCustomer(before.customerId, unit);
      const paymentId = before._id;
      if (!after) await this.comments.deleteMany({ paymentId }, { session });
      else
        await this.comments.updateMany(
          { paymentId },
          { $set: { customerId: after.customerId } },
          { session },
        );
    }
  }
}

function refuseDeleted({ deleted }: Comment): void {
  if (deleted) throw new ConflictException(commentMessages.deleted);
}

function refuseErased(record: { erasedAt?: Date } | undefined): void {
  if (record?.erasedAt) throw new ConflictException(erasureMessages.erasedRecord);
}

/** Throws 400 for a comment on a record that does not exist. */
const refuseMissing =
  (field: 'customerId' | 'paymentId') =>
  (error: unknown): never => {
    if (!(error instanceof NotFoundException)) throw error;
    const message = field === 'customerId' ? messages.customerNotFound : messages.paymentNotFound;
    throw invalidFields({ [field]: message });
  };
