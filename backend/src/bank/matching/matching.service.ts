import { Injectable, Logger } from '@nestjs/common';
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import type { Types } from 'mongoose';
import { referenceKey } from '#domain/payments/payments';
import { takesNothing } from '#domain/bank/candidates';
import { outgoingReason } from '#domain/bank/reconciliation';
import { InjectCollection } from '../../platform/database/collections.js';
import type { Change } from '../../platform/changes/change.js';
import { AfterChange } from '../../platform/changes/subscribers.js';
import { CustomerLookups } from '../../customers/customer-lookups.js';
import { createBatchLoader } from '../../platform/database/batches/batch-loader.js';
import { PaymentLookups } from '../../payments/payment-lookups.js';
import type { Payment } from '../../payments/payment.schema.js';
import { BankTransaction } from '../transactions/bank-transaction.schema.js';
import { FindingsService } from './findings.service.js';
import { keysOf, refundFigures } from './matched-payment.js';
import { append, inParts, lookUp } from './keyed-lookup.js';
import { type Decision, decide, decideRefund } from './decide.js';
import { openKeys, refundKeys } from './evidence.js';
import {
  type Decided,
  isChange,
  isOpen,
  isStillOpen,
  isUndecidedOutgoing,
  newKeys,
  outgoingState,
} from './open-transactions.js';

type Id = Types.ObjectId;

/** Number of transactions that one round of queries matches. */
const batchSize = 500;
/** Maximum number of open transactions that one condition matches again. */
const maximumLookedAt = 1000;
/** Number of newest payments to match after a start: a crash may have prevented it for those created just before. */
const recentPayments = 200;

/** Conditions for transactions that claim or propose one of these payments, each for an index of its own. */
const proposing = (ids: Id[]) =>
  inParts(ids).flatMap((part) => [{ claims: { $in: part } }, { 'candidates.paymentId': { $in: part } }]);

interface NewPayment extends Pick<Payment, '_id' | 'customerId'> {
  /** The keys by which open transactions find it. */
  keys: string[];
}

const isRenamed = (before: Payment, after: Payment): boolean =>
  referenceKey(before.referenceNumber) !== referenceKey(after.referenceNumber);

/** The fields of a payment that the keys of its transactions are made of. */
const matchedFields = ['referenceKey', 'formerReferenceKeys', 'referenceParts', 'customerId'] as const;

/** Keeps candidates and readiness of open transactions up to date with payments and notices. */
@Injectable()
export class MatchingService {
  private readonly logger = new Logger('Matching');
  constructor(
    @InjectCollection(BankTransaction) private readonly transactions: Collection<BankTransaction>,
    private readonly payments: PaymentLookups,
    private readonly customers: CustomerLookups,
    private readonly findings: FindingsService,
  ) {}

  /** Matches again what may be for new payments, or for those with another reference, and what proposes changed ones. */
  @AfterChange('payments', 'matching')
  async paymentsChanged(changes: readonly Change<'payments'>[]): Promise<void> {
    for (const { before, after, facts } of changes)
      if (!before && after) await this.matchNewPayment({ ...after, keys: keysOf(after, facts?.customer) });
      else if (before && after && isRenamed(before, after)) await this.rematchFor(after._id, true);
      // A write that leaves the version concerns no field that matching reads.
      else if (before && before.version !== after?.version)
        await this.rematch([
          ...proposing([before._id]),
          ...(after && refundFigures(before) !== refundFigures(after)
            ? [{ keys: { $in: refundKeys(await this.storedKeys(after._id)) } }]
            : []),
        ]);
  }

  /** Returns the keys by which open transactions find a stored payment; none of one that was deleted. */
  private async storedKeys(id: Id): Promise<string[]> {
    const [payment] = await this.payments.byIds([id], matchedFields);
    return payment ? keysOf(payment, await this.customers.payerName(payment.customerId)) : [];
  }

  /**
   * Matches again what proposes payments that are free now, and what acts on transactions have marked. New transactions
   * are matched by their import.
   */
  @AfterChange('bank-transactions', 'matching')
  async transactionsChanged(changes: readonly Change<'bank-transactions'>[]): Promise<void> {
    const freed = changes.flatMap(({ action, before, after }) =>
      action === 'ignore' || !after ? (before?.claims ?? []) : [],
    );
    if (freed.length) await this.rematchAfterCommit(proposing(freed));
    if (changes.some(({ before, after }) => before && after)) await this.lookAtChanged();
  }

  /** Matches again what a notice may explain, or explained before it was corrected or deleted. */
  @AfterChange('interac-notices', 'matching')
  async noticesChanged(changes: readonly Change<'interac-notices'>[]): Promise<void> {
    const keys = changes
      .flatMap(({ before, after }) => [before, after])
      .flatMap((notice) =>
        notice ? [`i:${notice.numberKey}`, ...(notice.senderKey ? [`n:${notice.senderKey}`] : [])] : [],
      );
    await this.rematch([{ keys: { $in: keys } }]);
  }

  /** Matches again what may be for a new payment, with the others that are recorded at the moment. */
  private readonly matchNewPayment = createBatchLoader(async (payments: readonly NewPayment[]) => {
    const found = await this.findOpen({ keys: { $in: [...new Set(payments.flatMap(({ keys }) => keys))] } });
    if (found.length < maximumLookedAt) await this.matchInBatches(found);
    // Each payment has its own share of the limit.
    else for (const { keys } of payments) await this.rematch([{ keys: { $in: keys } }]);
    await this.rematch(await this.leadingToOthersOf(payments));
    return payments.map(() => undefined);
  });

  /** Conditions for transactions that lead to other payments of the same customers, by a reference or by the payer. */
  private async leadingToOthersOf(payments: readonly NewPayment[]): Promise<object[]> {
    const known = await lookUp(
      new Map(payments.map((one) => [String(one.customerId), one.customerId])).values(),
      (ids) => this.payments.ofCustomers(ids, []),
    );
    const added = new Set(payments.map(({ _id }) => String(_id)));
    const others = known.map(({ _id }) => _id).filter((id) => !added.has(String(id)));
    const paid = await lookUp(others, (ids) =>
      this.transactions
        .find({ 'allocations.paymentId': { $in: ids } }, { projection: { payerKey: 1 } })
        .toArray(),
    );
    const payers = inParts(paid.flatMap(({ payerKey }) => payerKey ?? []));
    return [...proposing(others), ...payers.map((keys) => ({ payerKey: { $in: keys } }))];
  }

  /** Matches what was left unmatched, as by a server that was killed. */
  async start(): Promise<void> {
    await this.recover().catch((error: Error) =>
      this.logger.error({ message: 'Matching at start failed', error: error.stack }),
    );
  }

  private async recover(): Promise<void> {
    await this.matchNew();
    await this.lookAtMarked();
    await this.moveRivalsToReview((await this.claimsOfReady()).flat());
    const isAnyOpen = await this.transactions.findOne(isOpen);
    for (const id of await this.payments.newestIds(isAnyOpen ? recentPayments : 1)) await this.rematchFor(id);
  }

  private async claimsOfReady(): Promise<Id[][]> {
    const ready = await this.transactions.find({ state: 'ready' }, { projection: { claims: 1 } }).toArray();
    return ready.map(({ claims = [] }) => claims);
  }

  /** Matches transactions in place before they are stored. Call `checkImported` after they are stored. */
  async prepare(transactions: BankTransaction[]): Promise<void> {
    const decisions: Decided[] = [];
    for (let start = 0; start < transactions.length; start += batchSize)
      decisions.push(...(await this.decideOn(transactions.slice(start, start + batchSize))));
    const claims = decisions.flatMap(({ transaction, decision }) =>
      transaction.cents > 0 ? decision.claims : [],
    );
    const counts = new Map<string, number>();
    for (const claim of claims) counts.set(String(claim), (counts.get(String(claim)) ?? 0) + 1);
    const rivals = await this.claimantsOf(claims);
    for (const { transaction, evidence, decision } of decisions) {
      transaction.candidates = decision.candidates;
      delete transaction.isUnmatched;
      transaction.keys = openKeys(transaction, evidence);
      if (transaction.cents < 0) {
        transaction.state = outgoingState(decision);
        if (transaction.state === 'review') delete transaction.reason;
        continue;
      }
      transaction.claims = decision.claims;
      const isAlone = decision.claims.every(
        (claim) => counts.get(String(claim)) === 1 && !rivals.has(String(claim)),
      );
      if (decision.isReadyIfUncontested && isAlone) transaction.state = 'ready';
    }
  }

  /** Matches again with what was stored while the prepared transactions were: other claims, and newer payments. */
  async checkImported(transactions: BankTransaction[], since: Date): Promise<void> {
    await this.matchNew();
    await this.moveRivalsToReview(transactions.flatMap(({ claims = [] }) => claims));
    for (const id of await this.payments.idsSince(since, recentPayments)) await this.rematchFor(id);
  }

  /** Matches imported transactions that have not been matched yet. */
  async matchNew(): Promise<void> {
    for (;;) {
      const found = await this.transactions.find({ isUnmatched: true }).limit(batchSize).toArray();
      if (!found.length) return;
      await this.match(found);
    }
  }

  /**
   * Matches the open transactions again that may be for a payment with a new reference; with `wasProposed`, those that
   * propose it already, too.
   */
  private async rematchFor(id: Id, wasProposed = false): Promise<void> {
    const keys = await this.storedKeys(id);
    await this.rematch([
      { keys: { $in: [...keys, ...refundKeys(keys)] } },
      ...(wasProposed ? proposing([id]) : []),
    ]);
  }

  /** Calls `rematch`; its errors are only logged, so that what follows is done. */
  private async rematchAfterCommit(conditions: object[]): Promise<void> {
    await this.rematch(conditions).catch((error: Error) =>
      this.logger.error({ message: 'Matching failed', error: error.stack }),
    );
  }

  /**
   * Matches the transactions again whose parts have changed, and those of the same payers, as their former payments have
   * changed. Errors are only logged: the changes are stored, and their marks stay for the next look.
   */
  async lookAtChanged(): Promise<void> {
    await this.lookAtMarked().catch((error: Error) =>
      this.logger.error({ message: 'Matching is tried again', error: error.stack }),
    );
  }

  private async lookAtMarked(): Promise<void> {
    const marked = await this.transactions
      .find({ needsLook: true }, { projection: { payerKey: 1, version: 1 } })
      .limit(maximumLookedAt)
      .toArray();
    for (const { _id, payerKey, version } of marked) {
      await this.rematch([{ _id }, ...(payerKey ? [{ payerKey }] : [])]);
      await this.transactions.updateOne({ _id, version }, { $unset: { needsLook: '' } });
    }
  }

  /** Matches the open transactions again that meet one of the conditions. */
  async rematch(conditions: object[]): Promise<void> {
    const found = new Map<string, BankTransaction>();
    for (const condition of conditions)
      for (const transaction of await this.findOpen(condition))
        found.set(String(transaction._id), transaction);
    await this.matchInBatches([...found.values()]);
  }

  private findOpen(condition: object): Promise<BankTransaction[]> {
    return this.transactions.find(condition).limit(maximumLookedAt).toArray();
  }

  /** Matches those of the transactions again that are open. */
  private async matchInBatches(transactions: BankTransaction[]): Promise<void> {
    // Filtered here: with the state in the query, the database could choose the state's index and read all open
    // transactions.
    const open = transactions.filter((one) => isStillOpen(one) || isUndecidedOutgoing(one));
    for (let start = 0; start < open.length; start += batchSize)
      await this.match(open.slice(start, start + batchSize));
  }

  /**
   * Matches transactions again. Writes their claims first and their readiness afterwards: of two that claim one
   * payment, each sees the other, in any order of the writes. Skips a transaction that was settled meanwhile.
   */
  async match(transactions: BankTransaction[]): Promise<void> {
    const decisions = await this.decideOn(transactions);
    const writes = decisions.filter(isChange).map((decided): AnyBulkWriteOperation<BankTransaction> => {
      const { transaction, decision } = decided;
      const { _id, version, cents } = transaction;
      const isIncoming = cents > 0;
      const keys = newKeys(decided);
      const outgoing = isUndecidedOutgoing(transaction) ? outgoingState(decision) : undefined;
      return {
        updateOne: {
          filter: { _id, version, ...(isIncoming && isOpen) },
          update: {
            $set: {
              candidates: decision.candidates,
              ...(isIncoming && { claims: decision.claims }),
              ...(keys && { keys }),
              ...(isIncoming && !decision.isReadyIfUncontested && { state: 'review' }),
              ...(outgoing && { state: outgoing }),
              ...(outgoing === 'ignored' && { reason: outgoingReason }),
            },
            $unset: { isUnmatched: '', ...(outgoing === 'review' && { reason: '' }) },
          },
        },
      };
    });
    if (writes.length) await this.transactions.bulkWrite(writes, { ordered: false });
    await this.readyUncontested(decisions);
  }

  private readonly withId = ({ paymentId, why }: Decision['candidates'][number]) => ({
    paymentId: this.findings.idOf(paymentId),
    why,
  });

  private async decideOn(transactions: BankTransaction[]) {
    const found = await this.findings.of(transactions);
    return transactions.map((transaction, index): Decided => {
      const findings = found[index];
      if (!findings) throw new Error('A transaction has no findings');
      const { evidence } = findings;
      if (transaction.cents < 0) {
        const candidates = decideRefund(findings).map(this.withId);
        return { transaction, evidence, decision: { candidates, claims: [], isReadyIfUncontested: false } };
      }
      const decided = decide(findings);
      const isWhole = transaction.restCents === transaction.cents;
      const decision: Decision = {
        ...decided,
        isReadyIfUncontested: decided.isReadyIfUncontested && isWhole,
      };
      // A payment that this same transaction has settled, or that keeps a fee of it, is not asked about again.
      const own = new Set(transaction.allocations.map(({ paymentId }) => String(paymentId)));
      const candidates = decision.candidates
        .filter(({ paymentId, why }) => !own.has(paymentId) || !takesNothing(why))
        .map(this.withId);
      const claims = decision.claims.map((paymentId) => this.findings.idOf(paymentId));
      return { transaction, evidence, decision: { ...decision, candidates, claims } };
    });
  }

  /** Returns the open transactions that claim these payments, by payment. */
  private async claimantsOf(claims: Id[]): Promise<Map<string, BankTransaction[]>> {
    const byPayment = new Map<string, BankTransaction[]>();
    const claimants = await lookUp(claims, (part) =>
      this.transactions
        .find({ claims: { $in: part } }, { projection: { claims: 1, state: 1, version: 1 } })
        .toArray(),
    );
    const distinct = new Map(
      claimants.filter(isStillOpen).map((claimant) => [String(claimant._id), claimant]),
    );
    for (const claimant of distinct.values())
      for (const claim of claimant.claims ?? []) append(byPayment, String(claim), claimant);
    return byPayment;
  }

  /** Moves transactions that claim the same payment to review. Returns the claimants of each payment. */
  private async moveRivalsToReview(claims: Id[]): Promise<Map<string, BankTransaction[]>> {
    const byPayment = await this.claimantsOf(claims);
    const rivals = [...byPayment.values()].filter(({ length }) => length > 1).flat();
    await this.setStates(
      rivals.filter(({ state }) => state === 'ready'),
      'review',
    );
    return byPayment;
  }

  private async setStates(transactions: BankTransaction[], state: 'ready' | 'review'): Promise<void> {
    if (!transactions.length) return;
    await this.transactions.bulkWrite(
      transactions.map(({ _id, version }) => ({
        updateOne: { filter: { _id, version, ...isOpen }, update: { $set: { state } } },
      })),
      { ordered: false },
    );
  }

  /** Makes transactions ready that are the only claimants of their payment; moves rival claimants to review. */
  private async readyUncontested(decisions: Decided[]): Promise<void> {
    const claimed = decisions.flatMap(({ transaction, decision }) =>
      transaction.cents > 0 ? decision.claims : [],
    );
    const byPayment = await this.moveRivalsToReview(claimed);
    const alone = decisions.flatMap(({ transaction, decision }) => {
      const [claim, ...others] = decision.claims;
      const [own, ...further] = (claim && byPayment.get(String(claim))) || [];
      const isAlone = !others.length && !further.length && own?._id.equals(transaction._id);
      return decision.isReadyIfUncontested && isAlone && own?.state === 'review' ? [own] : [];
    });
    await this.setStates(alone, 'ready');
  }
}
