import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import type { Model, Types } from 'mongoose';
import { Customer } from '../customers/customer.schema.js';
import { Payment } from '../payments/payment.schema.js';
import { PaymentsService } from '../payments/payments.service.js';
import { BankTransaction } from './bank-transaction.schema.js';
import { FindingsService } from './findings.service.js';
import { type Decision, decide } from './matching/decide.js';
import { keysOfPayment, openKeys } from './matching/evidence.js';

type Id = Types.ObjectId;

/** Transactions that are matched by one round of queries. */
const batchSize = 500;
/** Open transactions that one payment or notice has looked at again. */
const maximumLookedAt = 1000;
/** Payments whose matching a crash may have cut short: those that were on their way then. */
const recentPayments = 200;

export const openStates = ['ready', 'review'] as const;
const isOpen = { state: { $in: openStates } };

/** The condition that a transaction proposes one of these payments. */
export const proposing = (ids: Id[]) => ({
  $or: [{ claims: { $in: ids } }, { 'candidates.paymentId': { $in: ids } }],
});

/** Keeps candidates and readiness of open transactions as they follow from what is known now. */
@Injectable()
export class MatchingService implements OnApplicationBootstrap {
  private readonly logger = new Logger('Matching');
  private readonly transactions: Collection<BankTransaction>;

  constructor(
    @InjectModel(BankTransaction.name) model: Model<BankTransaction>,
    @InjectModel(Payment.name) private readonly payments: Model<Payment>,
    @InjectModel(Customer.name) private readonly customers: Model<Customer>,
    private readonly findings: FindingsService,
    paymentsService: PaymentsService,
  ) {
    this.transactions = model.collection as unknown as Collection<BankTransaction>;
    paymentsService.onChange(({ id, isNew }) =>
      isNew ? this.paymentCreated(id) : this.paymentChanged([id]),
    );
  }

  /** Matches what a crash left unmatched. */
  async onApplicationBootstrap(): Promise<void> {
    await this.recover().catch((error: Error) =>
      this.logger.error({ message: 'Matching at start failed', error: error.stack }),
    );
  }

  private async recover(): Promise<void> {
    await this.matchNew();
    const recent = await this.payments.collection
      .find({}, { projection: { _id: 1 } })
      .sort({ createdAt: -1, _id: -1 })
      .limit((await this.transactions.findOne(isOpen)) ? recentPayments : 1)
      .toArray();
    for (const { _id } of recent) await this.paymentCreated(_id);
  }

  /** Matches imported transactions that were not matched yet. */
  async matchNew(): Promise<void> {
    for (;;) {
      const found = await this.transactions.find({ isUnmatched: true }).limit(batchSize).toArray();
      if (!found.length) return;
      await this.match(found);
    }
  }

  /** Looks again at the open transactions that may be those of a payment that was just created. */
  private async paymentCreated(id: Id): Promise<void> {
    const payment = await this.payments.collection.findOne<
      Pick<Payment, 'referenceKey' | 'referenceParts' | 'customerId'>
    >({ _id: id }, { projection: { referenceKey: 1, referenceParts: 1, customerId: 1 } });
    if (!payment) return;
    const customer = await this.customers.collection.findOne<Pick<Customer, 'payerNameKey'>>(
      { _id: payment.customerId },
      { projection: { payerNameKey: 1 } },
    );
    const { referenceKey, referenceParts = [] } = payment;
    await this.lookAgain({
      keys: { $in: keysOfPayment({ referenceKey, referenceParts }, customer?.payerNameKey ?? '') },
    });
  }

  /** Looks again at the open transactions that propose one of these payments. */
  async paymentChanged(ids: Id[]): Promise<void> {
    await this.lookAgain(proposing(ids));
  }

  /** The same after a commit: what goes wrong is logged, as the change that led to it is stored. */
  async lookAgainAfterCommit(condition: object): Promise<void> {
    await this.lookAgain(condition).catch((error: Error) =>
      this.logger.error({ message: 'Matching failed', error: error.stack }),
    );
  }

  /** Looks again at the open transactions that meet a condition. */
  async lookAgain(condition: object): Promise<void> {
    const found = await this.transactions
      .find({ ...condition, ...isOpen })
      .limit(maximumLookedAt)
      .toArray();
    for (let start = 0; start < found.length; start += batchSize)
      await this.match(found.slice(start, start + batchSize));
  }

  /**
   * Decides on transactions anew. First what they claim is written, then which of them are ready: of two that claim one
   * payment, each sees the other, whichever was written first. A transaction that was settled meanwhile is left alone.
   */
  async match(transactions: BankTransaction[]): Promise<void> {
    const decisions = await this.decideOn(transactions);
    const writes = decisions.map(
      ({ transaction, decision, keys }): AnyBulkWriteOperation<BankTransaction> => {
        const { _id, version, cents } = transaction;
        const isIncoming = cents > 0;
        return {
          updateOne: {
            filter: { _id, version, ...(isIncoming && isOpen) },
            update: {
              $set: {
                candidates: decision.candidates,
                ...(isIncoming && { claims: decision.claims, keys }),
                ...(isIncoming && !decision.isReady && { state: 'review' }),
              },
              $unset: { isUnmatched: '' },
            },
          },
        };
      },
    );
    if (!writes.length) return;
    await this.transactions.bulkWrite(writes, { ordered: false });
    await this.settleClaims(decisions);
  }

  private async decideOn(transactions: BankTransaction[]) {
    const found = await this.findings.of(transactions);
    return transactions.map((transaction, index) => {
      const findings = found[index];
      if (!findings) throw new Error('A transaction has no findings');
      const decided = decide(findings);
      const isWhole = !transaction.allocations.length;
      const decision: Decision = { ...decided, isReady: decided.isReady && isWhole };
      const candidates = decision.candidates.map(({ paymentId, why }) => ({
        paymentId: this.findings.idOf(paymentId),
        // A payment that has all its money is just what a refund is for.
        why: transaction.cents > 0 ? why : why.filter((reason) => reason !== 'settled'),
      }));
      const claims = decision.claims.map((paymentId) => this.findings.idOf(paymentId));
      return {
        transaction,
        decision: { ...decision, candidates, claims },
        keys: openKeys(findings.evidence),
      };
    });
  }

  /** Makes those ready that nothing stands against, and sends all claimants of one payment to review. */
  private async settleClaims(
    decisions: { transaction: BankTransaction; decision: { claims: Id[]; isReady: boolean } }[],
  ): Promise<void> {
    const claimed = decisions.flatMap(({ transaction, decision }) =>
      transaction.cents > 0 ? decision.claims : [],
    );
    if (!claimed.length) return;
    const claimants = await this.transactions
      .find({ claims: { $in: claimed }, ...isOpen }, { projection: { claims: 1, state: 1, version: 1 } })
      .toArray();
    const byPayment = new Map<string, BankTransaction[]>();
    for (const claimant of claimants)
      for (const claim of claimant.claims ?? [])
        byPayment.set(String(claim), [...(byPayment.get(String(claim)) ?? []), claimant]);
    const writes: AnyBulkWriteOperation<BankTransaction>[] = [];
    const setState = ({ _id, version }: BankTransaction, state: 'ready' | 'review') =>
      writes.push({ updateOne: { filter: { _id, version, ...isOpen }, update: { $set: { state } } } });
    for (const rivals of byPayment.values())
      if (rivals.length > 1)
        for (const rival of rivals) if (rival.state === 'ready') setState(rival, 'review');
    for (const { transaction, decision } of decisions)
      if (decision.isReady && decision.claims.every((claim) => byPayment.get(String(claim))?.length === 1))
        setState(transaction, 'ready');
      else if (decision.isReady) setState(transaction, 'review');
    if (writes.length) await this.transactions.bulkWrite(writes, { ordered: false });
  }
}
