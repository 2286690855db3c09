import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { Types } from 'mongoose';
import { balanceOf } from '#domain/balance';
import { absolute, asCents, type Cents, formatCents, negated, toAmount, toCents } from '#domain/money';
import type { OffsetKind, OutgoingMatchInput } from '#domain/outgoing';
import { reconciliationMessages } from '#domain/reconciliation';
import { isStatusKept } from '#domain/settlement';
import type { UnitOfWork } from '../../database/transactions/unit-of-work.js';
import type { Caller } from '../../http/caller.decorator.js';
import { invalidFields } from '../../http/validation.pipe.js';
import type { BalanceChange } from '../../payments/payment-record.js';
import { PaymentsService } from '../../payments/payments.service.js';
import { allocatedAmount } from './allocations.js';
import type { BankTransaction, StoredAllocation, StoredOffset } from './bank-transaction.schema.js';
import { returnedNote, returnUndoneNote, reversalUndoneNote, reversedNote } from './history-notes.js';
import { refuseReversed, TransactionWrites } from './transaction-writes.service.js';

/** An outgoing transaction, with the name of its account. */
interface Outgoing {
  transaction: BankTransaction;
  account: string;
}

/** Returns the offset of the other transaction. */
const mirrored = (
  { _id, kind, cents, note, by, at }: StoredOffset,
  other: Pick<BankTransaction, '_id' | 'day' | 'payer'>,
): StoredOffset => ({
  ...{ _id, kind, cents, transactionId: other._id, day: other.day },
  ...(other.payer && { payer: other.payer }),
  ...(note && { note }),
  ...{ by, at },
});

/**
 * Ties outgoing transactions to the incoming ones that they take back, and undoes it: both sides, the payments of the
 * incoming one and their histories change in one unit of work.
 */
@Injectable()
export class OffsetsService {
  constructor(
    private readonly writes: TransactionWrites,
    private readonly payments: PaymentsService,
  ) {}

  /**
   * Makes a reversal or a return. Throws 400 under the wrong field, and 409 where the incoming transaction was reversed
   * or returned already, or where a refund stands on it.
   */
  async make(
    transaction: BankTransaction,
    { kind, transactionId = '', amount, note }: OutgoingMatchInput & { kind: OffsetKind },
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<{ made: string[]; statusKept: boolean }> {
    const incoming = await this.writes
      .load(new Types.ObjectId(transactionId), unit)
      .catch((error: unknown) => {
        if (!(error instanceof NotFoundException)) throw error;
        throw invalidFields({ transactionId: reconciliationMessages.transactionNotFound });
      });
    const cents = toCents(amount);
    check(kind, cents, incoming, transaction);
    const offset: StoredOffset = {
      ...{ _id: new Types.ObjectId(), kind, cents, transactionId: incoming._id, day: incoming.day },
      ...(incoming.payer && { payer: incoming.payer }),
      ...(note && { note }),
      ...{ by: caller.by, at: new Date() },
    };
    const outgoing = { transaction, account: await this.writes.accountName(transaction, unit) };
    const statusKept =
      kind === 'reversal'
        ? await this.reverse(incoming, outgoing, caller, unit)
        : await this.tell(incoming, cents, { ...outgoing, note: returnedNote }, caller, unit);
    const matchWith = (other: BankTransaction) => ({
      ...{ caller, action: 'match' as const },
      fields: [{ field: kind, from: null, to: { transactionId: String(other._id), amount } }],
    });
    await this.writes.write(
      transaction,
      { offsets: [...(transaction.offsets ?? []), offset], reason: null },
      matchWith(incoming),
      unit,
    );
    await this.writes.write(
      incoming,
      {
        offsets: [...(incoming.offsets ?? []), mirrored(offset, transaction)],
        ...(kind === 'reversal' && { allocations: [], reversed: incoming.allocations }),
      },
      matchWith(transaction),
      unit,
    );
    return { made: [String(offset._id)], statusKept };
  }

  /** Takes the allocations of a reversed transaction from their payments. */
  private async reverse(
    incoming: BankTransaction,
    { transaction, account }: Outgoing,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<boolean> {
    let kept = false;
    for (const allocation of [...incoming.allocations].reverse()) {
      const payment = await this.payments.findStored(allocation.paymentId, unit);
      const { settledCents: settled, shortfallCents: shortfall = asCents(0) } = allocation;
      if (balanceOf(payment).refundable < settled)
        throw new ConflictException(`Undo the refund of ${payment.referenceNumber} first`);
      const change: BalanceChange = {
        ...{ act: 'undo', received: negated(settled), shortfall: negated(shortfall), reversed: settled },
        note: reversedNote(allocatedAmount(incoming, allocation), transaction, account),
      };
      const after = await this.payments.changeBalance(payment, change, caller, unit);
      kept ||= isStatusKept(payment, after);
    }
    return kept;
  }

  /** Adds a return, or its undoing, to the histories of the payments that the transaction has settled. */
  private async tell(
    incoming: BankTransaction,
    cents: Cents,
    { transaction, account, note }: Outgoing & { note: typeof returnedNote },
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<boolean> {
    const amount = { cents, currency: incoming.currency };
    const ids = new Map(incoming.allocations.map(({ paymentId }) => [String(paymentId), paymentId]));
    for (const id of ids.values()) {
      const payment = await this.payments.findStored(id, unit);
      const change: BalanceChange = { act: 'undo', note: note(amount, transaction, account) };
      await this.payments.changeBalance(payment, change, caller, unit);
    }
    return false;
  }

  /**
   * Undoes one offset at the incoming transaction and its payments; the caller writes the outgoing one. Returns whether
   * a payment keeps a status that a person has set. Throws 409 where a payment has been settled otherwise since.
   */
  async takeBack(
    transaction: BankTransaction,
    offset: StoredOffset,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<boolean> {
    const { _id, kind, cents, transactionId } = offset;
    const incoming = await this.writes.load(transactionId, unit);
    const outgoing = { transaction, account: await this.writes.accountName(transaction, unit) };
    const offsets = (incoming.offsets ?? []).filter((one) => !one._id.equals(_id));
    const { reversed = [] } = incoming;
    const kept =
      kind === 'reversal'
        ? await this.restore(reversed, incoming, outgoing, caller, unit)
        : await this.tell(incoming, cents, { ...outgoing, note: returnUndoneNote }, caller, unit);
    const restored = kind === 'reversal' && { allocations: reversed, reversed: [] };
    const from = { transactionId: String(transaction._id), amount: toAmount(cents) };
    const fields = [{ field: kind, from, to: null }];
    await this.writes.write(incoming, { offsets, ...restored }, { caller, action: 'undo', fields }, unit);
    return kept;
  }

  private async restore(
    allocations: readonly StoredAllocation[],
    incoming: BankTransaction,
    { transaction, account }: Outgoing,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<boolean> {
    let kept = false;
    for (const allocation of allocations) {
      const payment = await this.payments.findStored(allocation.paymentId, unit);
      const { settledCents: settled, shortfallCents: shortfall = asCents(0) } = allocation;
      if (settled + shortfall > balanceOf(payment).open)
        throw new ConflictException(
          `${payment.referenceNumber} has received other money since the reversal: undo that first`,
        );
      const change: BalanceChange = {
        ...{ act: 'undo', received: settled, shortfall, reversed: negated(settled) },
        note: reversalUndoneNote(allocatedAmount(incoming, allocation), transaction, account),
      };
      const after = await this.payments.changeBalance(payment, change, caller, unit);
      kept ||= isStatusKept(payment, after);
    }
    return kept;
  }
}

/** Throws 400 or 409 where the outgoing transaction cannot take back that much of the incoming one. */
function check(
  kind: OffsetKind,
  cents: Cents,
  incoming: BankTransaction,
  { currency, bankAccountId, restCents }: BankTransaction,
): void {
  const money = (some: Cents) => formatCents(absolute(some), currency);
  if (incoming.cents <= 0)
    throw invalidFields({ transactionId: 'Only money that arrived can be reversed or returned' });
  if (incoming.currency !== currency)
    throw invalidFields({ transactionId: `That transaction is in ${incoming.currency}` });
  refuseReversed(incoming);
  if (cents > Math.abs(restCents))
    throw invalidFields({ amount: `Only ${money(restCents)} are left of this transaction` });
  if (kind === 'return') {
    if (cents > incoming.restCents)
      throw invalidFields({ amount: `Only ${money(incoming.restCents)} are left over of that transaction` });
    return;
  }
  if (!incoming.bankAccountId.equals(bankAccountId))
    throw invalidFields({ transactionId: 'That transaction is in another account' });
  if (incoming.offsets?.length)
    throw new ConflictException('A part of that transaction was returned: undo that first');
  if (cents !== incoming.cents)
    throw invalidFields({
      amount: `A reversal takes back all of that transaction: ${money(incoming.cents)}`,
    });
}
