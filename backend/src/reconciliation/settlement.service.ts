import { ConflictException, HttpException, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Collection } from 'mongodb';
import { type Model, Types } from 'mongoose';
import { messages } from '../../../domain/messages.js';
import { formatNamedMoney, roundToCents, sum, toAmount, toCents } from '../../../domain/money.js';
import { dueAmount, openAmount } from '../../../domain/payments.js';
import {
  type ConfirmResult,
  type MatchInput,
  outgoingReason,
  reconciliationMessages,
  type TransactionState,
} from '../../../domain/reconciliation.js';
import { AuditService } from '../audit/audit.service.js';
import type { Config } from '../config.js';
import { CONFIG } from '../config.module.js';
import { TransactionsService } from '../database/transactions/transactions.service.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { EditConflictException } from '../http/edit-conflict.exception.js';
import type { Caller } from '../http/caller.decorator.js';
import { MailService } from '../mail/mail.service.js';
import { PaymentsService } from '../payments/payments.service.js';
import { StatsService } from '../stats/stats.service.js';
import {
  allocatedAmount,
  newAllocation,
  receiveChange,
  refundChange,
  refuseAllocation,
} from './allocations.js';
import { BankAccount } from './bank-account.schema.js';
import { BankTransaction, type StoredAllocation } from './bank-transaction.schema.js';
import { undoneNote } from './history-notes.js';
import { MatchingService, proposing } from './matching.service.js';

type Id = Types.ObjectId;

/** Messages of states in which a transaction cannot be matched. */
const closedMessages = {
  matched: 'This transaction was matched already',
  ignored: 'This transaction was ignored: undo that first',
} as const;

/** Settles payments with bank transactions, and undoes it; no other service changes allocations. */
@Injectable()
export class SettlementService {
  private readonly transactions: Collection<BankTransaction>;

  constructor(
    @InjectModel(BankTransaction.name) model: Model<BankTransaction>,
    @InjectModel(BankAccount.name) private readonly accounts: Model<BankAccount>,
    private readonly payments: PaymentsService,
    private readonly matching: MatchingService,
    private readonly mail: MailService,
    private readonly database: TransactionsService,
    private readonly audit: AuditService,
    private readonly stats: StatsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.transactions = model.collection as unknown as Collection<BankTransaction>;
  }

  /** Returns a transaction as stored. Throws 404, or 409 where it was changed since `version`. */
  private async load(id: Id, unit: UnitOfWork, version?: number): Promise<BankTransaction> {
    const transaction = await this.transactions.findOne({ _id: id }, { session: unit.session });
    if (!transaction) throw new NotFoundException(reconciliationMessages.transactionNotFound);
    if (version !== undefined && version !== transaction.version) throw new EditConflictException();
    return transaction;
  }

  private async accountName({ bankAccountId }: BankTransaction, unit: UnitOfWork): Promise<string> {
    const account = await this.accounts.findById(bankAccountId).session(unit.session).lean();
    return account?.name ?? '';
  }

  /**
   * Allocates a transaction, or a part of it, to payments. Throws 404; 409 where the transaction has another version or
   * is closed; 400 under `allocations` or `acceptShortfall`.
   */
  async match(id: Id, input: MatchInput, caller: Caller): Promise<void> {
    await this.database.run(async (unit) => {
      const transaction = await this.load(id, unit, input.version);
      const isOutgoing = transaction.cents < 0;
      if (transaction.state === 'matched') throw new ConflictException(closedMessages.matched);
      if (transaction.state === 'ignored' && !isOutgoing) throw new ConflictException(closedMessages.ignored);
      await this.allocate(transaction, input, caller, unit);
    });
    await this.lookAgain(id);
  }

  /** Confirms ready transactions, one database transaction each; returns the reason for each that was not confirmed. */
  async confirm(ids: Id[], caller: Caller): Promise<ConfirmResult[]> {
    const results: ConfirmResult[] = [];
    for (const id of ids) {
      try {
        await this.database.run((unit) => this.confirmOne(id, caller, unit));
        results.push({ id: String(id), ok: true });
      } catch (error) {
        if (!(error instanceof HttpException)) throw error;
        results.push({ id: String(id), ok: false, message: error.message });
      }
      await this.lookAgain(id);
    }
    return results;
  }

  private async confirmOne(id: Id, caller: Caller, unit: UnitOfWork): Promise<void> {
    const transaction = await this.load(id, unit);
    const { state, claims = [], cents, currency } = transaction;
    if (state === 'matched' || state === 'ignored') throw new ConflictException(closedMessages[state]);
    const [paymentId] = claims;
    if (state !== 'ready' || !paymentId || claims.length !== 1)
      throw new ConflictException('This transaction needs review');
    const payment = await this.payments.load(paymentId, unit);
    if (payment.status !== 'pending')
      throw new ConflictException(`The payment is not pending any more: it is ${payment.status}`);
    if (payment.currency !== currency || toCents(dueAmount(payment)) !== cents)
      throw new ConflictException('The amount is not what is due any more');
    // Only open transactions have claims.
    const rival = await this.transactions.findOne(
      { claims: paymentId, _id: { $ne: id } },
      { session: unit.session },
    );
    if (rival) throw new ConflictException('Another transaction names the same payment');
    const allocations = [{ paymentId: String(paymentId), amount: toAmount(cents) }];
    await this.allocate(transaction, { allocations }, caller, unit);
  }

  /** Writes the allocations, the resulting changes of the payments, and the rest of the transaction. */
  private async allocate(
    transaction: BankTransaction,
    { allocations, acceptShortfall = false, note }: Omit<MatchInput, 'version'>,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<void> {
    const { _id, cents, restCents, version } = transaction;
    const total = sum(allocations.map(({ amount }) => amount));
    const rest = Math.abs(restCents) - toCents(total);
    if (rest < 0)
      throw refuseAllocation(
        `Only ${formatNamedMoney(toAmount(Math.abs(restCents)), transaction.currency)} are left of this transaction`,
      );
    const account = await this.accountName(transaction, unit);
    const added: StoredAllocation[] = [];
    for (const part of allocations) {
      const payment = await this.payments
        .load(new Types.ObjectId(part.paymentId), unit)
        .catch(unknownPayment);
      const allocation = { ...newAllocation(transaction, part, payment, caller), ...(note && { note }) };
      const change =
        cents > 0
          ? receiveChange(transaction, allocation, payment, {
              account,
              shortfallLimit: acceptShortfall ? this.config.shortfallLimit : undefined,
            })
          : refundChange(transaction, allocation, payment, account);
      const told = note ? { ...change, note: `${change.note} · ${note}` } : change;
      const after = await this.payments.changeBalance(payment, told, caller, unit);
      const arrived = toAmount(allocation.settledCents);
      if (cents > 0) await this.mail.queuePartly(unit, { after, transactionId: _id, arrived });
      added.push(allocation);
    }
    const state = rest === 0 ? 'matched' : 'review';
    await this.update(
      transaction,
      {
        $set: {
          allocations: [...transaction.allocations, ...added],
          restCents: rest && Math.sign(cents) * rest,
          state,
        },
        $unset: { reason: '' },
      },
      unit,
    );
    await this.audit.add(caller, 'match', 'bank-transactions', String(_id), {
      changes: [
        {
          field: 'allocations',
          from: null,
          to: added.map(({ referenceNumber, cents: part }) => ({ referenceNumber, amount: toAmount(part) })),
        },
        { field: 'version', from: version, to: version + 1 },
      ],
      unit,
    });
  }

  /** Ignores a transaction, or its unallocated rest. Throws 404 and 409. */
  async ignore(
    id: Id,
    { reason, version }: { reason: string; version: number },
    caller: Caller,
  ): Promise<void> {
    await this.database.run(async (unit) => {
      const transaction = await this.load(id, unit, version);
      const { state, allocations } = transaction;
      if (state === 'matched' || state === 'ignored') throw new ConflictException(closedMessages[state]);
      const closed = allocations.length ? 'matched' : 'ignored';
      await this.update(transaction, { $set: { state: closed, reason } }, unit);
      await this.audit.add(caller, 'ignore', 'bank-transactions', String(id), {
        changes: [
          { field: 'state', from: state, to: closed },
          { field: 'reason', from: null, to: reason },
        ],
        unit,
      });
      unit.afterCommit(() => this.matching.lookAgainAfterCommit(proposing(transaction.claims ?? [])));
    });
  }

  /**
   * Undoes all allocations of a transaction and its ignored rest, or one allocation. Restores a payment's status where
   * this allocation still determines it; returns `statusKept` true where a payment does not have its status from before
   * the match. Throws 404 and 409.
   */
  async undo(
    id: Id,
    { version, allocationId }: { version: number; allocationId?: string },
    caller: Caller,
  ): Promise<{ statusKept: boolean }> {
    const statusKept = await this.database.run(async (unit) => {
      const transaction = await this.load(id, unit, version);
      const { allocations, cents, state, reason } = transaction;
      const taken = allocations.filter(
        ({ _id }) => allocationId === undefined || String(_id) === allocationId,
      );
      if (allocationId !== undefined && !taken.length)
        throw new ConflictException('This allocation was undone already');
      const isUntouched = cents < 0 && reason === outgoingReason;
      if (!taken.length && (!reason || isUntouched)) throw new ConflictException('There is nothing to undo');
      const account = await this.accountName(transaction, unit);
      let kept = false;
      for (const allocation of [...taken].reverse())
        kept = (await this.takeBack(transaction, allocation, account, caller, unit)) || kept;
      const left = allocations.filter((allocation) => !taken.includes(allocation));
      const allocatedCents = left.reduce((total, allocation) => total + allocation.cents, 0);
      const isOutgoingAgain = cents < 0 && !left.length;
      await this.update(
        transaction,
        {
          $set: {
            allocations: left,
            restCents: cents - Math.sign(cents) * allocatedCents,
            state: isOutgoingAgain ? 'ignored' : 'review',
            ...(isOutgoingAgain && { reason: outgoingReason }),
          },
          ...(!isOutgoingAgain && { $unset: { reason: '' } }),
        },
        unit,
      );
      await this.audit.add(caller, 'undo', 'bank-transactions', String(id), {
        changes: [
          { field: 'state', from: state, to: isOutgoingAgain ? 'ignored' : 'review' },
          {
            field: 'allocations',
            from: taken.map(({ referenceNumber, cents: part }) => ({
              referenceNumber,
              amount: toAmount(part),
            })),
            to: null,
          },
          ...(reason ? [{ field: 'reason', from: reason, to: null }] : []),
        ],
        unit,
      });
      return kept;
    });
    await this.lookAgain(id);
    return { statusKept };
  }

  /**
   * Removes one allocation from its payment. Returns true where the payment does not have its status from before the
   * match.
   */
  private async takeBack(
    transaction: BankTransaction,
    allocation: StoredAllocation,
    account: string,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<boolean> {
    const payment = await this.payments.load(allocation.paymentId, unit);
    const settled = toAmount(allocation.settledCents);
    const shortfall = toAmount(allocation.shortfallCents ?? 0);
    const isRefund = transaction.cents < 0;
    const { received = 0, refunded = 0 } = payment;
    if (!isRefund && roundToCents(received - settled) < refunded)
      throw new ConflictException(`Undo the refund of ${payment.referenceNumber} first`);
    const isOwnStatus = payment.statusAllocationId?.equals(allocation._id) === true;
    const staysSettled = !isRefund && roundToCents(openAmount(payment) + settled + shortfall) === 0;
    const goesBack = isOwnStatus && !staysSettled;
    const status = goesBack ? allocation.statusBefore : payment.status;
    await this.payments.changeBalance(
      payment,
      {
        ...(isRefund ? { refunded: -settled } : { received: -settled }),
        ...(shortfall && { shortfall: -shortfall }),
        ...(goesBack && { status, statusAllocationId: allocation.statusAllocationBefore ?? null }),
        note: undoneNote(allocatedAmount(transaction, allocation), transaction, account),
      },
      caller,
      unit,
    );
    return status !== allocation.statusBefore;
  }

  private async update(transaction: BankTransaction, change: object, unit: UnitOfWork): Promise<void> {
    const { _id, version } = transaction;
    const set = (change as { $set: { state: TransactionState; restCents?: number } }).$set;
    const isClosed = set.state === 'matched' || set.state === 'ignored';
    const unset = (change as { $unset?: object }).$unset;
    const { matchedCount } = await this.transactions.updateOne(
      { _id, version },
      {
        $set: { ...set, ...(isClosed && { candidates: [] }) },
        $unset: { ...unset, ...(isClosed && { claims: '', keys: '' }) },
        $inc: { version: 1 },
      } as never,
      { session: unit.session },
    );
    if (!matchedCount) throw new EditConflictException();
    this.stats.arrivalsChanged(unit, [transaction], [{ ...transaction, ...set }]);
  }

  /** Matches the transaction again, and those of the same payer, as its former payments have changed. */
  private async lookAgain(id: Id): Promise<void> {
    const found = await this.transactions.findOne({ _id: id }, { projection: { payerKey: 1 } });
    const { payerKey } = found ?? {};
    await this.matching.lookAgainAfterCommit([{ _id: id }, ...(payerKey ? [{ payerKey }] : [])]);
  }
}

function unknownPayment(error: unknown): never {
  if (error instanceof NotFoundException) throw refuseAllocation(messages.paymentNotFound);
  throw error;
}
