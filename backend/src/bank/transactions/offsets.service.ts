import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { Types } from 'mongoose';
import type { LedgerEntry } from '#domain/ledger/ledger';
import type { EntryDraft } from '#domain/ledger/ledger-drafts';
import { isStatusKept, moneyOf } from '#domain/ledger/payment-money';
import {
  absolute,
  asCents,
  type Cents,
  formatCents,
  sumOfCents,
  toAmount,
  toCents,
} from '#domain/platform/money';
import { offsetFault, type OffsetSide } from '#domain/bank/offsets';
import type { OutgoingMatchInput, TransactionKind } from '#domain/bank/outgoing';
import { reconciliationMessages } from '#domain/bank/reconciliation';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import type { Payment } from '../../payments/payment.schema.js';
import type { PaymentAct } from '../../payments/payment-act.js';
import { PaymentsService } from '../../payments/payments.service.js';
import { allocatedAmount, asMoved, bankMoney } from './allocations.js';
import type { BankTransaction, StoredAllocation, StoredOffset } from './bank-transaction.schema.js';
import {
  refundReturnedNote,
  refundReturnUndoneNote,
  returnedNote,
  returnUndoneNote,
  reversalUndoneNote,
  reversedNote,
} from './history-notes.js';
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
  _id,
  kind,
  cents,
  transactionId: other._id,
  day: other.day,
  ...(other.payer && { payer: other.payer }),
  ...(note && { note }),
  by,
  at,
});

/** Ties outgoing transactions to incoming ones that they take back, with payments and histories, and undoes it. */
@Injectable()
export class OffsetsService {
  constructor(
    private readonly writes: TransactionWrites,
    private readonly payments: PaymentsService,
  ) {}

  /** Makes a reversal or a return. Throws 400 under the field, 409 for one taken back already or with a refund. */
  async make(
    transaction: BankTransaction,
    {
      kind,
      transactionId = '',
      amount,
      note,
    }: OutgoingMatchInput & { kind: Exclude<TransactionKind, 'refundReturned'> },
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<{ made: string[]; statusKept: boolean }> {
    const incoming = await this.loadOther(transactionId, unit);
    const cents = toCents(amount);
    check(kind, cents, incoming, transaction);
    const offset: StoredOffset = {
      _id: new Types.ObjectId(),
      kind,
      cents,
      transactionId: incoming._id,
      day: incoming.day,
      ...(incoming.payer && { payer: incoming.payer }),
      ...(note && { note }),
      by: caller.by,
      at: new Date(),
    };
    const outgoing = { transaction, account: await this.writes.accountName(transaction, unit) };
    const statusKept =
      kind === 'reversal'
        ? await this.reverse(incoming, outgoing, offset, caller, unit)
        : await this.tell(incoming, cents, { ...outgoing, note: returnedNote, room: 'money' }, caller, unit);
    const matchWith = (other: BankTransaction) => ({
      caller,
      action: 'match' as const,
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

  /** Records that a refund came back, which is as if it was not sent. Throws 400 under the wrong field. */
  async makeReturned(
    incoming: BankTransaction,
    { transactionId = '', amount, note }: OutgoingMatchInput,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<{ made: string[]; statusKept: boolean }> {
    const outgoing = await this.loadOther(transactionId, unit);
    const cents = toCents(amount);
    const money = (some: Cents) => formatCents(absolute(some), incoming.currency);
    if (outgoing.cents >= 0 || !outgoing.allocations.length)
      throw invalidFields({ transactionId: 'Only a refund that went out can come back' });
    if (outgoing.currency !== incoming.currency)
      throw invalidFields({ transactionId: `That transaction is in ${outgoing.currency}` });
    if (cents > incoming.restCents)
      throw invalidFields({ amount: `Only ${money(incoming.restCents)} are left of this transaction` });
    const { allocation, payment, back } = await this.refundOf(outgoing, cents, unit);
    const offset: StoredOffset = {
      _id: new Types.ObjectId(),
      kind: 'refundReturned',
      cents,
      transactionId: outgoing._id,
      paymentId: payment._id,
      day: outgoing.day,
      ...(outgoing.payer && { payer: outgoing.payer }),
      ...(note && { note }),
      by: caller.by,
      at: new Date(),
    };
    const { currency } = incoming;
    // Parts in another currency are rounded so that they add up to the refund.
    const whole = Math.round((allocation.settledCents * (back.cents + cents)) / allocation.cents);
    const settled = Math.max(0, whole - back.settled);
    const entry: EntryDraft = {
      kind: 'refundReturned',
      of: allocation._id.toHexString(),
      step: offset._id.toHexString(),
      ...bankMoney(incoming),
      amount: toAmount(asCents(settled)),
      ...asMoved(incoming, { ...allocation, cents }),
      evidence: { transactionId: incoming._id.toHexString() },
      ...(note && { note }),
    };
    const told = refundReturnedNote(
      { cents, currency },
      incoming,
      await this.writes.accountName(incoming, unit),
    );
    const after = await this.payments.act(
      payment,
      { entries: [entry], note: note ? `${told} · ${note}` : told, typed: note, isFact: true },
      caller,
      unit,
    );
    const fields = [
      { field: 'refundReturned', from: null, to: { transactionId: String(outgoing._id), amount } },
    ];
    await this.writes.write(
      incoming,
      { offsets: [...(incoming.offsets ?? []), offset], reason: null },
      { caller, action: 'match', fields },
      unit,
    );
    return { made: [String(offset._id)], statusKept: isStatusKept(payment, after) };
  }

  /**
   * Returns the refund of the transaction that this much of came back: one of exactly it, else one of more; with what had
   * come back of it, in the transaction's currency and the payment's.
   */
  private async refundOf(outgoing: BankTransaction, cents: Cents, unit: UnitOfWork) {
    const found = [];
    for (const allocation of outgoing.allocations) {
      const payment = await this.payments.findStored(allocation.paymentId, unit);
      const id = allocation._id.toHexString();
      const came = (payment.ledger ?? []).filter(({ of, voided }) => of === id && !voided);
      const back = {
        cents: sumOfCents(came.map((entry) => movedCents(entry, allocation))),
        settled: sumOfCents(came.map(({ amount = 0 }) => toCents(amount))),
      };
      const left = allocation.cents - back.cents;
      if (left >= cents) found.push({ allocation, payment, back, left });
    }
    const refund = found.find(({ left }) => left === cents) ?? found[0];
    if (!refund)
      throw invalidFields({
        amount: `No refund of that transaction has ${formatCents(cents, outgoing.currency)} that could come back`,
      });
    return refund;
  }

  private async loadOther(transactionId: string, unit: UnitOfWork): Promise<BankTransaction> {
    return this.writes.load(new Types.ObjectId(transactionId), unit).catch((error: unknown) => {
      if (!(error instanceof NotFoundException)) throw error;
      throw invalidFields({ transactionId: reconciliationMessages.transactionNotFound });
    });
  }

  /** Records the reversal of a transaction's allocations with their payments: the bank has made it. */
  private async reverse(
    incoming: BankTransaction,
    { transaction, account }: Outgoing,
    { _id }: StoredOffset,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<boolean> {
    let kept = false;
    const step = _id.toHexString();
    for (const allocation of [...incoming.allocations].reverse()) {
      const payment = await this.payments.findStored(allocation.paymentId, unit);
      const { settledCents: settled, shortfallCents } = allocation;
      const entry = {
        kind: 'reversal' as const,
        of: allocation._id.toHexString(),
        step,
        ...bankMoney(transaction),
        amount: toAmount(settled),
        ...asMoved(transaction, allocation),
        ...(shortfallCents && standingShortfall(payment, shortfallCents)),
        evidence: { transactionId: transaction._id.toHexString() },
      };
      const note = reversedNote(allocatedAmount(incoming, allocation), transaction, account);
      const after = await this.payments.act(payment, { entries: [entry], note, isFact: true }, caller, unit);
      kept ||= isStatusKept(payment, after);
    }
    return kept;
  }

  /** Adds a return, or its undoing, to the histories of the payments that the transaction has settled. */
  private async tell(
    incoming: BankTransaction,
    cents: Cents,
    { transaction, account, note, room }: Outgoing & { note: typeof returnedNote } & Pick<PaymentAct, 'room'>,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<boolean> {
    const amount = { cents, currency: incoming.currency };
    const ids = new Map(incoming.allocations.map(({ paymentId }) => [String(paymentId), paymentId]));
    for (const id of ids.values()) {
      const payment = await this.payments.findStored(id, unit);
      await this.payments.act(payment, { note: note(amount, transaction, account), room }, caller, unit);
    }
    return false;
  }

  /**
   * Undoes one offset at the incoming transaction and its payments; the caller writes its own transaction: the outgoing
   * one, or the incoming one of a refund that came back. Returns whether a payment keeps a status that a person has set.
   * Throws 409 where a payment has been settled otherwise since.
   */
  async takeBack(transaction: BankTransaction, offset: StoredOffset, caller: Caller, unit: UnitOfWork) {
    const { _id, kind, cents, transactionId, paymentId } = offset;
    if (kind === 'refundReturned' && paymentId) {
      const payment = await this.payments.findStored(paymentId, unit);
      const account = await this.writes.accountName(transaction, unit);
      const note = refundReturnUndoneNote({ cents, currency: transaction.currency }, transaction, account);
      const after = await this.payments.act(payment, { voids: [_id.toHexString()], note }, caller, unit);
      return isStatusKept(payment, after);
    }
    const incoming = await this.writes.load(transactionId!, unit);
    const outgoing = { transaction, account: await this.writes.accountName(transaction, unit) };
    const offsets = (incoming.offsets ?? []).filter((one) => !one._id.equals(_id));
    const { reversed = [] } = incoming;
    const kept =
      kind === 'reversal'
        ? await this.restore(reversed, incoming, { ...outgoing, step: _id.toHexString() }, caller, unit)
        : await this.tell(
            incoming,
            cents,
            { ...outgoing, note: returnUndoneNote, room: 'any' },
            caller,
            unit,
          );
    const restored = kind === 'reversal' && { allocations: reversed, reversed: [] };
    const from = { transactionId: String(transaction._id), amount: toAmount(cents) };
    const fields = [{ field: kind, from, to: null }];
    await this.writes.write(incoming, { offsets, ...restored }, { caller, action: 'undo', fields }, unit);
    return kept;
  }

  private async restore(
    allocations: readonly StoredAllocation[],
    incoming: BankTransaction,
    { transaction, account, step }: Outgoing & { step: string },
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<boolean> {
    let kept = false;
    for (const allocation of allocations) {
      const payment = await this.payments.findStored(allocation.paymentId, unit);
      const note = reversalUndoneNote(allocatedAmount(incoming, allocation), transaction, account);
      const after = await this.payments.act(payment, { voids: [step], note }, caller, unit);
      kept ||= isStatusKept(payment, after);
    }
    return kept;
  }
}

/** Returns what came back by an entry, in the currency of the refund’s transaction; earlier versions kept what it settles only. */
const movedCents = ({ amount = 0, original }: LedgerEntry, { cents, settledCents }: StoredAllocation) =>
  original ? toCents(original.amount) : asCents(Math.round((toCents(amount) * cents) / settledCents));

/** The part of an accepted shortfall that a reversal ends, of what still stands; in decimals. */
function standingShortfall(payment: Payment, shortfall: Cents): Pick<LedgerEntry, 'shortfall'> {
  const ended = Math.min(shortfall, moneyOf(payment).shortfall);
  return ended ? { shortfall: toAmount(asCents(ended)) } : {};
}

/** Throws 400 or 409 where the outgoing transaction cannot take back that much of the incoming one. */
function check(
  kind: Exclude<TransactionKind, 'refundReturned'>,
  cents: Cents,
  incoming: BankTransaction,
  outgoing: BankTransaction,
): void {
  const fault = offsetFault(kind, cents, offsetSide(outgoing), offsetSide(incoming));
  const money = (some: Cents) => formatCents(absolute(some), incoming.currency);
  switch (fault) {
    case undefined:
      return;
    case 'direction':
      throw invalidFields({ transactionId: 'Only money that arrived can be reversed or returned' });
    case 'currency':
      throw invalidFields({ transactionId: `That transaction is in ${incoming.currency}` });
    case 'reversed':
      return refuseReversed(incoming);
    case 'left':
      throw invalidFields({ amount: `Only ${money(outgoing.restCents)} are left of this transaction` });
    case 'nothing':
    case 'over':
      throw invalidFields({ amount: `Only ${money(incoming.restCents)} are left over of that transaction` });
    case 'account':
      throw invalidFields({ transactionId: 'That transaction is in another account' });
    case 'returned':
      throw new ConflictException('A part of that transaction was returned: undo that first');
    case 'whole':
      throw invalidFields({
        amount: `A reversal takes back all of that transaction: ${money(incoming.cents)}`,
      });
  }
}

const offsetSide = ({
  cents,
  restCents,
  currency,
  bankAccountId,
  offsets = [],
}: BankTransaction): OffsetSide => ({
  cents,
  restCents,
  currency,
  bankAccountId: String(bankAccountId),
  isReversed: offsets.some(({ kind }) => kind === 'reversal'),
  isReturned: offsets.length > 0,
});
