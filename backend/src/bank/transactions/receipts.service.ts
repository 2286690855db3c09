import { Injectable, NotFoundException } from '@nestjs/common';
import type { Collection } from 'mongodb';
import type { Types } from 'mongoose';
import { messages } from '#domain/platform/messages';
import { asCents, sumOfCents, toAmount } from '#domain/platform/money';
import { InjectCollection } from '../../platform/database/collections.js';
import { queryTimeoutOptions } from '../../platform/database/query-timeout.js';
import { PaymentLookups } from '../../payments/payment-lookups.js';
import type { Payment } from '../../payments/payment.schema.js';
import { BankAccountsService } from '../accounts/bank-accounts.service.js';
import { BankTransaction, type StoredAllocation, type StoredOffset } from './bank-transaction.schema.js';
import { type ReferencesById, presentAllocation } from './transaction-view.js';

type Id = Types.ObjectId;

/** Reads the movements of money that concern one payment. */
@Injectable()
export class ReceiptsService {
  constructor(
    @InjectCollection(BankTransaction) private readonly transactions: Collection<BankTransaction>,
    private readonly accounts: BankAccountsService,
    private readonly payments: PaymentLookups,
  ) {}

  /** Returns a payment's money by every way, that of a bank with its transactions, latest day first. Throws 404. */
  async of(paymentId: Id) {
    const [payment] = await this.payments.byIds([paymentId], ['referenceNumber', 'currency', 'ledger']);
    if (!payment) throw new NotFoundException(messages.paymentNotFound);
    const payments: ReferencesById = new Map([[String(paymentId), payment]]);
    // Two queries, as each has an index of its own.
    const [counted, reversed] = await Promise.all([
      this.find({ 'allocations.paymentId': paymentId }),
      this.find({ 'reversed.paymentId': paymentId }),
    ]);
    const incoming = [...counted, ...reversed].filter(({ cents }) => cents > 0);
    const takers = await this.find({
      _id: { $in: incoming.flatMap(({ offsets = [] }) => offsets.map((offset) => offset.transactionId)) },
    });
    const accounts = await this.accounts.namesOf([...counted, ...reversed, ...takers]);
    const takerOf = new Map(takers.map((taker) => [String(taker._id), taker]));
    const isOwn = (allocation: StoredAllocation) => allocation.paymentId.equals(paymentId);
    const line = (transaction: BankTransaction, allocation: StoredAllocation) => ({
      ...presentAllocation(allocation, transaction.currency, payments),
      ...sourceOf(transaction, accounts),
      way: 'bank' as const,
    });
    const receipts = counted.flatMap((transaction) =>
      transaction.allocations.filter(isOwn).map((allocation) => ({
        ...line(transaction, allocation),
        ...(transaction.cents < 0 && { kind: 'refund' as const }),
      })),
    );
    const lost = reversed.flatMap((transaction) => {
      const own = (transaction.reversed ?? []).filter(isOwn);
      const [reversal] = transaction.offsets ?? [];
      return own.map((allocation) => ({ ...line(transaction, allocation), reversedOn: reversal?.day }));
    });
    const taken = incoming.flatMap((transaction) =>
      (transaction.offsets ?? []).flatMap((offset) => {
        // A refund that came back is of the payment that it refunded, which may be another one.
        const taker = offset.kind !== 'refundReturned' && takerOf.get(String(offset.transactionId));
        const own = [...transaction.allocations, ...(transaction.reversed ?? [])].filter(isOwn);
        return taker && own[0] ? [line(taker, takenPart(offset, own))].map(addKind(offset)) : [];
      }),
    );
    const others = otherEntries(payment);
    return { receipts: [...receipts, ...lost, ...taken, ...others].sort((a, b) => (a.day < b.day ? 1 : -1)) };
  }

  private find(conditions: object): Promise<BankTransaction[]> {
    return this.transactions.find(conditions, queryTimeoutOptions()).sort({ day: -1, _id: -1 }).toArray();
  }
}

/** The entries of money that came or went by card or by hand, of which no bank transaction is known. */
const otherEntries = ({
  _id: paymentId,
  referenceNumber,
  currency,
  ledger = [],
}: Pick<Payment, '_id' | 'referenceNumber' | 'currency' | 'ledger'>) =>
  ledger
    .filter(({ way, voided }) => way && way !== 'bank' && !voided)
    .map(({ _id, way, kind, amount = 0, shortfall, note, by, at, day }) => ({
      _id,
      paymentId,
      referenceNumber,
      amount,
      currency,
      paymentCurrency: currency,
      way,
      day,
      ...(kind !== 'receipt' && { kind }),
      ...(shortfall && { shortfall }),
      ...(note && { note }),
      by,
      at,
    }));

const addKind =
  ({ kind }: StoredOffset) =>
  <Line>(line: Line) => ({ ...line, kind });

/** The fields of a receipt that its transaction has. */
const sourceOf = (
  { _id, bankAccountId, day, cents, payer, text }: BankTransaction,
  accounts: ReadonlyMap<string, string>,
) => ({
  transactionId: _id,
  bankAccountId,
  bankAccount: accounts.get(String(bankAccountId)) ?? '',
  day,
  transactionAmount: toAmount(cents),
  ...(payer && { payer }),
  text,
});

/** Returns the part of an offset that concerns a payment: what a reversal took of it, or a whole return. */
function takenPart(offset: StoredOffset, own: readonly StoredAllocation[]): StoredAllocation {
  const { _id, kind, cents, note, by, at } = offset;
  const total = (field: 'cents' | 'settledCents') => sumOfCents(own.map((part) => part[field]));
  const { paymentId, referenceNumber, customerId, paymentCurrency } = own[0]!;
  return {
    _id,
    paymentId,
    referenceNumber,
    customerId,
    paymentCurrency,
    ...(kind === 'reversal'
      ? { cents: total('cents'), settledCents: total('settledCents') }
      : { cents, settledCents: asCents(0) }),
    ...(note && { note }),
    by,
    at,
  };
}
