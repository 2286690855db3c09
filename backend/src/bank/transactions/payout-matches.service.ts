import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { Types } from 'mongoose';
import { daysAfter } from '#domain/platform/dates';
import { absolute, type Cents, toAmount } from '#domain/platform/money';
import type { PayoutMatchInput, PayoutProposal } from '#domain/bank/outgoing';
import { payoutBankDays, payoutDifference, payoutMessages } from '#domain/payouts/payouts';
import { reconciliationLimits } from '#domain/bank/reconciliation';
import type { StoredPayout } from '../../payouts/card-payout.schema.js';
import { PayoutStore } from '../../payouts/payout-store.js';
import { presentPayout } from '../../payouts/payout-view.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import { isOfCardProvider } from '../matching/card-payout.js';
import type { BankTransaction, StoredOffset } from './bank-transaction.schema.js';
import { TransactionWrites } from './transaction-writes.service.js';

/** Ties bank transactions to the payouts of the card provider that they are, and undoes it. */
@Injectable()
export class PayoutMatches {
  constructor(
    private readonly payouts: PayoutStore,
    private readonly writes: TransactionWrites,
  ) {}

  /**
   * Returns the open payouts that a transaction may be: those of its amount within five days; where its text names the
   * provider, others of these days as well, nearest in amount first.
   */
  async proposals(transaction: BankTransaction): Promise<PayoutProposal[]> {
    const { cents, restCents, currency, day } = transaction;
    if (restCents !== cents) return [];
    const near = await this.payouts.openOf({
      currency,
      day: { $gte: daysAfter(day, -payoutBankDays), $lte: daysAfter(day, payoutBankDays) },
      ...(isOfCardProvider(transaction) ? {} : { netCents: cents }),
    });
    const distance = ({ netCents }: StoredPayout) => Math.abs(netCents - cents);
    return near
      .filter(({ netCents }) => isSameDirection(netCents, cents))
      .sort((one, other) => distance(one) - distance(other))
      .slice(0, reconciliationLimits.candidates)
      .map((payout): PayoutProposal => {
        const difference = payoutDifference(cents, payout.netCents, currency);
        return {
          kind: 'payout',
          amount: toAmount(absolute(cents)),
          payout: presentPayout(payout),
          why: difference ? [] : ['payout'],
          ...(difference && { difference }),
        };
      });
  }

  /**
   * Says that a transaction is a payout. Throws 400 under `payoutId`, and under `acceptDifference` for another amount; 409
   * where a part of it is matched, or the payout has another transaction.
   */
  async make(
    transaction: BankTransaction,
    { payoutId, acceptDifference = false, note }: PayoutMatchInput,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<{ made: string[]; statusKept: boolean }> {
    const { cents, restCents, currency } = transaction;
    const payout = await this.payouts.load(payoutId, unit).catch((error: unknown) => {
      if (!(error instanceof NotFoundException)) throw error;
      throw invalidFields({ payoutId: payoutMessages.notFound });
    });
    if (restCents !== cents)
      throw new ConflictException('A part of this transaction is matched already: undo that first');
    if (payout.currency !== currency)
      throw invalidFields({ payoutId: `That payout is in ${payout.currency}` });
    if (!isSameDirection(payout.netCents, cents))
      throw invalidFields({
        payoutId: cents > 0 ? 'That payout takes money from the account' : 'That payout brings money',
      });
    const difference = payoutDifference(cents, payout.netCents, currency);
    if (difference && !acceptDifference)
      throw invalidFields({ acceptDifference: `This transaction is ${difference}` });
    const { day } = await this.payouts.match(payoutId, transaction, caller, unit);
    const offset: StoredOffset = {
      _id: new Types.ObjectId(),
      kind: 'payout',
      cents: absolute(cents),
      payoutId,
      day,
      ...(note && { note }),
      by: caller.by,
      at: new Date(),
    };
    const to = { payoutId, amount: toAmount(absolute(cents)), ...(difference && { difference }) };
    await this.writes.write(
      transaction,
      { offsets: [...(transaction.offsets ?? []), offset], reason: null },
      { caller, action: 'match', fields: [{ field: 'payout', from: null, to }] },
      unit,
    );
    return { made: [String(offset._id)], statusKept: false };
  }

  /** Opens the payout of an offset again; the caller writes the transaction. */
  async takeBack({ payoutId = '' }: StoredOffset, caller: Caller, unit: UnitOfWork): Promise<void> {
    await this.payouts.release(payoutId, caller, unit);
  }
}

const isSameDirection = (one: Cents, other: Cents): boolean => Math.sign(one) === Math.sign(other);
