import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SharedPayers } from '../../bank/matching/shared-payers.service.js';
import { Duplicates } from '../../customers/duplicates.service.js';
import { leavesCustomer, type LeavingPayment } from '../../payments/payment-record.js';
import type { Change } from '../../platform/changes/change.js';
import { InChange } from '../../platform/changes/subscribers.js';
import { Leader } from '../../platform/database/leader.js';
import { LeaderWork } from '../../platform/database/leader-timer.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';

/**
 * Looks for duplicates of the customers that were added or changed, a few at a time, which the filter of the list finds;
 * and again at those who may share a payer in the bank, or share one no more.
 */
@Injectable()
export class DuplicateFinder extends LeaderWork {
  constructor(
    private readonly duplicates: Duplicates,
    private readonly payers: SharedPayers,
    leader: Leader,
  ) {
    super(leader, 'Duplicates', 'Duplicates are looked for later');
  }

  /** Settles the next customers. While there are more, it rests as long as it has worked. */
  protected async work(): Promise<void> {
    const began = performance.now();
    if (!(await this.duplicates.settle((id) => this.payers.of(id)))) return;
    await delay(performance.now() - began);
    void this.wake();
  }

  /** After a match, and after its undo: the customers of the payer. */
  @InChange('bank-transactions', 'customers')
  async followMatches(changes: readonly Change<'bank-transactions'>[], unit: UnitOfWork): Promise<void> {
    const states = changes.flatMap(({ before, after }) => [before, after]);
    const keys = new Set(states.flatMap((transaction) => transaction?.payerKey || []));
    if (!keys.size) return;
    const parts = states.flatMap((transaction) => transaction?.allocations ?? []);
    const own = await this.payers.customersOf(parts.map(({ paymentId }) => paymentId));
    await this.duplicates.lookAgain([...own, ...(await this.payers.paidBy([...keys]))], unit);
  }

  /** After a payment that a payer has paid went to another customer: both, and the others of the payer. */
  @InChange('payments', 'customers', leavesCustomer)
  async followMoves(changes: readonly LeavingPayment[], unit: UnitOfWork): Promise<void> {
    const moved = changes.flatMap(({ before, after }) => (after ? [{ before, after }] : []));
    const keys = await this.payers.keysOf(moved.map(({ after }) => after._id));
    if (!keys.length) return;
    const own = moved.flatMap(({ before, after }) => [before.customerId, after.customerId]);
    await this.duplicates.lookAgain([...own, ...(await this.payers.paidBy(keys))], unit);
  }
}
