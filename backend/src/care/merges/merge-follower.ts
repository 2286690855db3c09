import { Injectable } from '@nestjs/common';
import { CommentsService } from '../comments/comments.service.js';
import type { CustomerMerge } from '../../customers/customer-merge.schema.js';
import { CustomerMerges } from '../../customers/customer-merges.service.js';
import { CustomersService } from '../../customers/customers.service.js';
import { Leader } from '../../platform/database/leader.js';
import { LeaderWork } from '../../platform/database/leader-timer.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { DocumentStore } from '../../documents/document-store.service.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { Outbox } from '../../mail/outbox.js';
import { PaymentMoves } from '../../payments/payment-moves.service.js';

/** Payments of one step, each with its mails and comments. */
const atOnce = 50;

/** Has the payments follow that a merge, or its undo, has left behind: a few in each transaction, until the last one. */
@Injectable()
export class MergeFollower extends LeaderWork {
  constructor(
    private readonly merges: CustomerMerges,
    private readonly customers: CustomersService,
    private readonly payments: PaymentMoves,
    private readonly comments: CommentsService,
    private readonly outbox: Outbox,
    private readonly documents: DocumentStore,
    private readonly unitOfWork: TransactionsService,
    leader: Leader,
  ) {
    super(leader, 'Merges', 'Payments follow a merge later');
  }

  protected async work(): Promise<void> {
    const next = await this.merges.nextFollowing();
    if (!next) return;
    await this.unitOfWork.run(async (unit) => {
      const merge = await this.merges.find(next._id, unit);
      if (merge?.following) await this.step(merge, unit);
    });
    void this.wake();
  }

  private async step(merge: CustomerMerge, unit: UnitOfWork): Promise<void> {
    const { _id, fromId, intoId, by, following } = merge;
    const isBack = following === 'back';
    const [source, target] = isBack ? [intoId, fromId] : [fromId, intoId];
    const payments = isBack
      ? await this.payments.followed(_id, atOnce, unit)
      : await this.payments.following(source, atOnce, unit);
    if (!payments.length) {
      if (!(await this.payments.hasCounted(source, unit)) && isBack)
        await this.customers.setHasPayment(source, false, unit);
      return this.merges.setFollowed(_id, unit);
    }
    const caller: Caller = { by, actor: { kind: 'program' }, ip: '', requestId: 'merges' };
    const to = await this.customers.hold(target, unit);
    const moved = await this.payments.move(
      payments,
      to,
      caller,
      unit,
      isBack ? { isUndo: true } : { mergeId: _id },
    );
    const before = payments.map((payment) => ({ _id: payment._id, version: payment.version }));
    if (isBack) await this.merges.renumber(fromId, before, moved, unit);
    const only = { paymentId: { $in: payments.map((payment) => payment._id) } };
    for (const records of [this.comments, this.outbox, this.documents])
      await records.moveAll(source, target, unit, only);
  }
}
