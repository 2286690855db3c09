import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Collection } from 'mongodb';
import type { Model, Types } from 'mongoose';
import { asCents, type Cents, sumOfCents } from '#domain/platform/money';
import { formatDay } from '#domain/platform/dates';
import {
  maximumParts,
  outgoingReason,
  reconciliationMessages,
  type TransactionState,
} from '#domain/bank/reconciliation';
import { InjectCollection } from '../../platform/database/collections.js';
import type { Act, FieldChange } from '../../platform/changes/change.js';
import { ChangesService } from '../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { EditConflictException } from '../../platform/http/errors/edit-conflict.exception.js';
import { BankAccount } from '../accounts/bank-account.schema.js';
import { BankTransaction } from './bank-transaction.schema.js';

type Parts = Pick<BankTransaction, 'allocations' | 'offsets'>;

/** The fields of a transaction that an act changes; all others follow from them. */
export type PartsChange = Partial<Parts & Pick<BankTransaction, 'reversed'>> & { reason?: string | null };

const partsOf = ({ allocations, offsets = [] }: Parts): number => allocations.length + offsets.length;

const isEmpty = (parts: Parts): boolean => !partsOf(parts);

/** Returns what its allocations and offsets leave of a transaction, with its sign. */
function restOf({ cents, allocations, offsets = [] }: Parts & Pick<BankTransaction, 'cents'>): Cents {
  const used = sumOfCents([...allocations, ...offsets].map((part) => part.cents));
  // Not -0.
  return asCents(cents - Math.sign(cents) * used || 0);
}

function stateOf(transaction: Parts & { restCents: Cents; reason?: string | undefined }): TransactionState {
  if (transaction.restCents === 0) return 'matched';
  if (!transaction.reason) return 'review';
  return isEmpty(transaction) ? 'ignored' : 'matched';
}

/** Throws 409 where the bank has reversed the transaction. */
export function refuseReversed({ offsets = [] }: Parts): void {
  const reversal = offsets.find(({ kind }) => kind === 'reversal');
  if (reversal)
    throw new ConflictException(
      `The bank reversed this transaction on ${formatDay(reversal.day)}: undo the reversal first`,
    );
}

/** Reads and writes the parts of bank transactions within a unit of work; no other service writes them. */
@Injectable()
export class TransactionWrites {
  constructor(
    @InjectCollection(BankTransaction) private readonly transactions: Collection<BankTransaction>,
    @InjectModel(BankAccount.name) private readonly accounts: Model<BankAccount>,
    private readonly changes: ChangesService,
  ) {}

  /** Returns a transaction as stored. Throws 404, or 409 where it was changed since `version`. */
  async load(id: Types.ObjectId, unit: UnitOfWork, version?: number): Promise<BankTransaction> {
    const transaction = await this.transactions.findOne({ _id: id }, { session: unit.session });
    if (!transaction) throw new NotFoundException(reconciliationMessages.transactionNotFound);
    if (version !== undefined && version !== transaction.version) throw new EditConflictException();
    return transaction;
  }

  async accountName({ bankAccountId }: BankTransaction, unit: UnitOfWork): Promise<string> {
    const account = await this.accounts.findById(bankAccountId).session(unit.session).lean();
    return account?.name ?? '';
  }

  /** Returns another open transaction that claims the payment. */
  findRival(id: Types.ObjectId, paymentId: Types.ObjectId, { session }: UnitOfWork) {
    // Only open transactions have claims.
    return this.transactions.findOne({ claims: paymentId, _id: { $ne: id } }, { session });
  }

  /**
   * Writes the changed parts with the rest and the state that follow, and marks the transaction for a look for its
   * candidates. Returns it as written. Throws 409 where it was changed since it was loaded, and where it would have too many
   * parts.
   */
  async write(
    before: BankTransaction,
    change: PartsChange,
    { fields, ...act }: Act & { fields: FieldChange[] | ((after: BankTransaction) => FieldChange[]) },
    unit: UnitOfWork,
  ): Promise<BankTransaction> {
    const { _id, version, cents } = before;
    const parts = { ...before, ...change };
    if (partsOf(parts) > Math.max(maximumParts, partsOf(before)))
      throw new ConflictException(reconciliationMessages.transactionParts);
    const isUntouched = cents < 0 && isEmpty(parts);
    const reason = parts.reason ?? (isUntouched ? outgoingReason : undefined);
    const restCents = restOf(parts);
    const state = stateOf({ ...parts, restCents, reason });
    const isClosed = state === 'matched' || state === 'ignored';
    const { allocations, offsets, reversed } = parts;
    const { matchedCount } = await this.transactions.updateOne(
      { _id, version },
      {
        $set: {
          allocations,
          restCents,
          state,
          needsLook: true,
          ...(reason && { reason }),
          ...(offsets?.length && { offsets }),
          ...(reversed?.length && { reversed }),
          ...(isClosed && { candidates: [] }),
        },
        $unset: {
          ...(!reason && { reason: '' }),
          ...(!offsets?.length && { offsets: '' }),
          ...(!reversed?.length && { reversed: '' }),
          ...(isClosed && { claims: '', keys: '' }),
        },
        $inc: { version: 1 },
      } as never,
      { session: unit.session },
    );
    if (!matchedCount) throw new EditConflictException();
    const after = { ...parts, restCents, state, version: version + 1 } as BankTransaction;
    const shown = typeof fields === 'function' ? fields(after) : fields;
    await this.changes.record('bank-transactions', { ...act, before, after, fields: shown }, unit);
    return after;
  }
}
