import { ConflictException, HttpException, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { Types } from 'mongoose';
import { isTestPayment, testTakesNoMoney } from '#domain/cards/cards';
import { isStatusKept, moneyOf, plannedOf } from '#domain/ledger/payment-money';
import { messages } from '#domain/platform/messages';
import { absolute, formatCents, sumOfCents, toAmount, toCents } from '#domain/platform/money';
import type { OutgoingMatchInput, PayoutMatchInput } from '#domain/bank/outgoing';
import type { ConfirmInput, ConfirmResult, MatchInput, SeenProposal, UndoInput } from '#domain/bank/matches';
import { outgoingReason } from '#domain/bank/reconciliation';
import { isDueAmount } from '#domain/payments/plan';
import type { ShortfallConfig } from './shortfall-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { EditConflictException } from '../../platform/http/errors/edit-conflict.exception.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import { refuseUnseen } from '../../payments/payment-record.js';
import { PaymentsService } from '../../payments/payments.service.js';
import {
  allocatedAmount,
  newAllocation,
  receiveAct,
  refundAct,
  refuseAllocation,
  refuseRefund,
  replacedDrafts,
} from './allocations.js';
import type { BankTransaction, StoredAllocation, StoredOffset } from './bank-transaction.schema.js';
import { undoneNote } from './history-notes.js';
import { OffsetsService } from './offsets.service.js';
import { PayoutMatches } from './payout-matches.service.js';
import { refuseReversed, TransactionWrites } from './transaction-writes.service.js';

type Id = Types.ObjectId;

/** Messages of states in which a transaction cannot be matched. */
const closedMessages = {
  matched: 'This transaction was matched already',
  ignored: 'This transaction was ignored: undo that first',
} as const;

/** The ids of the parts that a match has made, and whether a payment keeps a status that a person has set. */
interface Matched {
  made: string[];
  statusKept: boolean;
}

const auditedParts = (parts: readonly StoredAllocation[]) =>
  parts.map(({ referenceNumber, cents }) => ({ referenceNumber, amount: toAmount(cents) }));

/** Settles payments with bank transactions, and undoes it. */
@Injectable()
export class SettlementService {
  constructor(
    private readonly writes: TransactionWrites,
    private readonly offsets: OffsetsService,
    private readonly payouts: PayoutMatches,
    private readonly payments: PaymentsService,
    private readonly unitOfWork: TransactionsService,
    @Inject(CONFIG) private readonly config: ShortfallConfig,
  ) {}

  /**
   * Allocates a transaction, or a part of it, to payments. Throws 404; 409 where the transaction has another version or
   * is closed, or a payment another status than was seen; 400 under `allocations` or `acceptShortfall`.
   */
  async match(id: Id, input: MatchInput, caller: Caller): Promise<Matched> {
    return this.unitOfWork.run(async (unit) => {
      const transaction = await this.loadOpen(id, input.version, unit);
      return this.allocate(transaction, input, caller, unit);
    });
  }

  /** Says what an outgoing transaction or part is, or that one is a refund come back. Throws as `match` does. */
  async matchOutgoing(id: Id, input: OutgoingMatchInput, caller: Caller): Promise<Matched> {
    return this.unitOfWork.run(async (unit) => {
      const transaction = await this.loadOpen(id, input.version, unit);
      const { kind, paymentId = '', amount, settles, instead, note } = input;
      if (kind === 'refundReturned') {
        if (transaction.cents < 0)
          throw invalidFields({ kind: 'Only money that arrived can be a refund that came back' });
        return this.offsets.makeReturned(transaction, input, caller, unit);
      }
      if (transaction.cents > 0) throw invalidFields({ kind: 'Only money that went out takes a kind' });
      if (kind !== 'refund') return this.offsets.make(transaction, { ...input, kind }, caller, unit);
      const allocations = [
        {
          paymentId,
          amount,
          ...(settles !== undefined && { settles }),
          ...(instead !== undefined && { instead }),
        },
      ];
      return this.allocate(transaction, { allocations, ...(note && { note }) }, caller, unit).catch(
        refuseRefund,
      );
    });
  }

  /** Says that a transaction is a payout of the card provider. Throws as `match` does, with 400 under the wrong field. */
  async matchPayout(id: Id, input: PayoutMatchInput, caller: Caller): Promise<Matched> {
    return this.unitOfWork.run(async (unit) => {
      const transaction = await this.loadOpen(id, input.version, unit);
      return this.payouts.make(transaction, input, caller, unit);
    });
  }

  private async loadOpen(id: Id, version: number, unit: UnitOfWork): Promise<BankTransaction> {
    const transaction = await this.writes.load(id, unit, version);
    const { state, cents } = transaction;
    if (cents > 0) refuseReversed(transaction);
    if (state === 'matched') throw new ConflictException(closedMessages.matched);
    if (state === 'ignored' && cents > 0) throw new ConflictException(closedMessages.ignored);
    return transaction;
  }

  /** Confirms ready transactions one by one, once per person and key; returns why others were not confirmed. */
  async confirm(
    { ids, proposals = {} }: ConfirmInput,
    caller: Caller,
    key?: string,
  ): Promise<ConfirmResult[]> {
    const seen = new Map(Object.entries(proposals).map(([id, proposal]) => [id.toLowerCase(), proposal]));
    const results: ConfirmResult[] = [];
    for (const id of ids.map((one) => new Types.ObjectId(one))) {
      try {
        const proposal = seen.get(String(id));
        const done = await this.unitOfWork.run((unit) => this.confirmOne(id, proposal, caller, key, unit));
        results.push({ id: String(id), ok: true, ...done });
      } catch (error) {
        if (!(error instanceof HttpException)) throw error;
        results.push({ id: String(id), ok: false, message: error.message });
      }
    }
    return results;
  }

  private async confirmOne(
    id: Id,
    seen: SeenProposal | undefined,
    caller: Caller,
    key: string | undefined,
    unit: UnitOfWork,
  ) {
    const transaction = await this.writes.load(id, unit);
    const { state, claims = [], cents, currency, version, allocations: parts } = transaction;
    const own = parts.find(({ confirmation, by }) => confirmation === key && by === caller.by);
    if (key && own && state === 'matched') return { made: [String(own._id)], version };
    if (state === 'matched' || state === 'ignored') throw new ConflictException(closedMessages[state]);
    const [paymentId] = claims;
    if (state !== 'ready' || !paymentId || claims.length !== 1)
      throw new ConflictException('This transaction needs review');
    const payment = await this.payments.findStored(paymentId, unit);
    if (payment.status !== 'pending')
      throw new ConflictException(`The payment is not pending any more: it is ${payment.status}`);
    if (payment.card?.state === 'processing')
      throw new ConflictException('A card debit for this payment is under way');
    if (payment.currency !== currency || !isDueAmount(plannedOf(payment), cents))
      throw new ConflictException('The amount is not what is due any more');
    if (await this.writes.findRival(id, paymentId, unit))
      throw new ConflictException('Another transaction names the same payment');
    if (seen && (!paymentId.equals(seen.paymentId) || toCents(seen.due) !== moneyOf(payment).due))
      throw new EditConflictException();
    const allocations = [{ paymentId: String(paymentId), amount: toAmount(cents) }];
    const { made } = await this.allocate(transaction, { allocations }, caller, unit, key);
    return { made, version: version + 1 };
  }

  /** Writes the allocations, the resulting changes of the payments, and the rest of the transaction. */
  private async allocate(
    transaction: BankTransaction,
    { allocations, acceptShortfall = false, note }: Omit<MatchInput, 'version'>,
    caller: Caller,
    unit: UnitOfWork,
    confirmation?: string,
  ): Promise<Matched> {
    const { _id, cents, restCents, version } = transaction;
    const total = sumOfCents(allocations.map(({ amount }) => toCents(amount)));
    if (total > Math.abs(restCents))
      throw refuseAllocation(
        `Only ${formatCents(absolute(restCents), transaction.currency)} are left of this transaction`,
      );
    const account = await this.writes.accountName(transaction, unit);
    const added: StoredAllocation[] = [];
    let statusKept = false;
    for (const part of allocations) {
      const payment = await this.payments
        .findStored(new Types.ObjectId(part.paymentId), unit)
        .catch(unknownPayment);
      refuseUnseen(payment, part.status);
      if (isTestPayment(payment)) throw refuseAllocation(testTakesNoMoney(payment.referenceNumber));
      const allocation = {
        ...newAllocation(transaction, part, payment, caller),
        ...(note && { note }),
        ...(confirmation && { confirmation }),
      };
      const act =
        cents > 0
          ? receiveAct(transaction, allocation, payment, {
              account,
              shortfallLimit: acceptShortfall ? toCents(this.config.shortfallLimit) : undefined,
            })
          : refundAct(transaction, allocation, payment, { account, instead: part.instead });
      const arrival = { transactionId: _id, amount: toAmount(allocation.settledCents) };
      const told = {
        ...act,
        ...(note && { note: `${act.note} · ${note}`, typed: note }),
        ...(cents > 0 && { facts: { arrival } }),
      };
      const after = await this.payments.act(payment, told, caller, unit);
      statusKept ||= isStatusKept(payment, after);
      added.push(allocation);
    }
    const fields = [
      { field: 'allocations', from: null, to: auditedParts(added) },
      { field: 'version', from: version, to: version + 1 },
    ];
    await this.writes.write(
      transaction,
      { allocations: [...transaction.allocations, ...added], reason: null },
      { caller, action: 'match', fields },
      unit,
    );
    return { made: added.map((allocation) => String(allocation._id)), statusKept };
  }

  /** Ignores a transaction, or its unallocated rest. Throws 404 and 409. */
  async ignore(id: Id, { reason, version }: { reason: string; version: number }, caller: Caller) {
    await this.unitOfWork.run(async (unit) => {
      const transaction = await this.writes.load(id, unit, version);
      const { state } = transaction;
      if (state === 'matched' || state === 'ignored') throw new ConflictException(closedMessages[state]);
      const fields = (after: BankTransaction) => [
        { field: 'state', from: state, to: after.state },
        { field: 'reason', from: null, to: reason },
      ];
      await this.writes.write(transaction, { reason }, { caller, action: 'ignore', fields }, unit);
    });
  }

  /**
   * Undoes the parts of a transaction that `input` names, only its ignored rest, or everything. Returns `statusKept`
   * true where a payment keeps a status that a person has set. Throws 404 and 409.
   */
  async undo(id: Id, input: UndoInput, caller: Caller): Promise<{ statusKept: boolean }> {
    return this.unitOfWork.run(async (unit) => {
      const transaction = await this.writes.load(id, unit, input.version);
      const { allocations, offsets = [], cents, state, reason } = transaction;
      if (cents > 0) refuseReversed(transaction);
      const { taken, takenOffsets } = chooseParts(transaction, input);
      const account = await this.writes.accountName(transaction, unit);
      let kept = false;
      for (const allocation of [...taken].reverse())
        kept = (await this.takeBack(transaction, allocation, account, caller, unit)) || kept;
      for (const offset of [...takenOffsets].reverse())
        if (offset.kind === 'payout') await this.payouts.takeBack(offset, caller, unit);
        else kept = (await this.offsets.takeBack(transaction, offset, caller, unit)) || kept;
      const fields = (after: BankTransaction) => [
        { field: 'state', from: state, to: after.state },
        ...(taken.length ? [{ field: 'allocations', from: auditedParts(taken), to: null }] : []),
        ...takenOffsets.map(({ kind, transactionId, payoutId, cents: part }) => ({
          field: kind,
          from: {
            ...(payoutId ? { payoutId } : { transactionId: String(transactionId) }),
            amount: toAmount(part),
          },
          to: null,
        })),
        ...(reason ? [{ field: 'reason', from: reason, to: null }] : []),
      ];
      await this.writes.write(
        transaction,
        {
          allocations: allocations.filter((allocation) => !taken.includes(allocation)),
          offsets: offsets.filter((offset) => !takenOffsets.includes(offset)),
          reason: null,
        },
        { caller, action: 'undo', fields },
        unit,
      );
      return { statusKept: kept };
    });
  }

  /** Removes one allocation from its payment. Returns whether the payment keeps a status that a person has set. */
  private async takeBack(
    transaction: BankTransaction,
    allocation: StoredAllocation,
    account: string,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<boolean> {
    const payment = await this.payments.findStored(allocation.paymentId, unit);
    const note = undoneNote(allocatedAmount(transaction, allocation), transaction, account);
    const step = allocation._id.toHexString();
    const act = { voids: [step], entries: replacedDrafts(payment, step), note };
    const after = await this.payments.act(payment, act, caller, unit);
    return isStatusKept(payment, after);
  }
}

/** Returns the parts that an undo takes back: those it names, none for the rest only, else all. Throws 409. */
function chooseParts(transaction: BankTransaction, { allocationIds, rest }: UndoInput) {
  const { cents, allocations, reason, restCents, offsets: all = [] } = transaction;
  const returned = 'Undo the return at the transaction that went out';
  const nothing = () =>
    new ConflictException(all.some((offset) => !isHere(offset)) ? returned : 'There is nothing to undo');
  // The offsets of incoming money belong to the outgoing transactions, but for refunds that came back, and payouts.
  const isHere = ({ kind }: StoredOffset) => cents < 0 || kind === 'refundReturned' || kind === 'payout';
  const offsets = all.filter(isHere);
  const isIgnored = !!reason && restCents !== 0 && !(cents < 0 && reason === outgoingReason);
  if (rest) {
    if (!isIgnored) throw nothing();
    return { taken: [], takenOffsets: [] };
  }
  if (allocationIds) {
    const wanted = new Set(allocationIds.map((id) => id.toLowerCase()));
    const isWanted = ({ _id }: { _id: Id }) => wanted.has(String(_id));
    if (all.some((offset) => !isHere(offset) && isWanted(offset))) throw new ConflictException(returned);
    const chosen = { taken: allocations.filter(isWanted), takenOffsets: offsets.filter(isWanted) };
    if (chosen.taken.length + chosen.takenOffsets.length < wanted.size)
      throw new ConflictException('This was undone already');
    return chosen;
  }
  if (!allocations.length && !offsets.length && !isIgnored) throw nothing();
  return { taken: allocations, takenOffsets: offsets };
}

function unknownPayment(error: unknown): never {
  if (error instanceof NotFoundException) throw refuseAllocation(messages.paymentNotFound);
  throw error;
}
