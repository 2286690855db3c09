import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Collection } from 'mongodb';
import { type Model, Types } from 'mongoose';
import type { Currency } from '#domain/platform/money';
import { countOfThings } from '#domain/platform/numbers';
import {
  type ImportResult,
  maximumFilesOfRow,
  outgoingReason,
  reconciliationMessages,
} from '#domain/bank/reconciliation';
import { InjectCollection } from '../../platform/database/collections.js';
import { ChangesService } from '../../platform/changes/changes.service.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { EditConflictException } from '../../platform/http/errors/edit-conflict.exception.js';
import { BankAccountsService } from '../accounts/bank-accounts.service.js';
import { searchText } from '../transactions/bank-transaction-list.js';
import { BankTransaction } from '../transactions/bank-transaction.schema.js';
import { type ComparedRow, compareRows } from './known-transactions.js';
import { payerKey } from '../matching/names.js';
import { MatchingService } from '../matching/matching.service.js';
import type { FileReading } from './read-file.js';
import { decideRows } from './statement-preview.js';
import { Statement } from './statement.schema.js';
import { storedOf } from './stored-rows.js';
import { hasTransfersElsewhere } from './transfers-elsewhere.js';

/** Maximum difference between the clocks of two instances, in milliseconds. */
const clockDifferenceMs = 2000;

/** Imports the rows of a draft as transactions. */
@Injectable()
export class StatementImporter {
  constructor(
    @InjectModel(Statement.name) private readonly statements: Model<Statement>,
    @InjectCollection(BankTransaction) private readonly transactions: Collection<BankTransaction>,
    private readonly accounts: BankAccountsService,
    private readonly matching: MatchingService,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
  ) {}

  /**
   * Stores the new rows of a draft in one transaction; known transactions are linked to this statement, too. Does
   * nothing where the draft was imported already. Throws a 409 while a row is undecided, and where an admin has said how
   * the file is read since `read`, by which it was.
   */
  async store(read: Statement, reading: FileReading, caller: Caller): Promise<void> {
    const id = read._id;
    const started = new Date();
    const prepared = await this.prepare(id, reading);
    await this.unitOfWork.run(async (unit) => {
      const { session } = unit;
      const statement = await this.statements.findById(id).session(session).lean();
      if (!statement) throw new NotFoundException(reconciliationMessages.statementNotFound);
      if (statement.state === 'imported') return;
      if (statement.version !== read.version) throw new EditConflictException();
      const { bankAccountId } = statement;
      const { currency } = await this.accounts.lockForImport(bankAccountId, unit);
      const days = reading.rows.map(({ day }) => day).sort();
      const [from = null, to = null] = [days[0], days.at(-1)];
      const stored = await storedOf(this.transactions, bankAccountId, reading.rows, session);
      const compared = compareRows(String(bankAccountId), reading.rows, reading, stored);
      const decided = decideRows(reading, compared, statement);
      const isElsewhere =
        !statement.isOfAccount &&
        (await hasTransfersElsewhere(this.transactions, bankAccountId, decided.compared, session));
      if (isElsewhere)
        throw new ConflictException('The same transfers stand in another account: say first which is right');
      const open = [
        ...(decided.unreadable.length
          ? [`${countOfThings(decided.unreadable.length, 'row')} cannot be read`]
          : []),
        ...(decided.suspected.length
          ? [`${countOfThings(decided.suspected.length, 'row')} may be known already`]
          : []),
      ];
      if (open.length) throw new ConflictException(`${open.join(', ')}: decide on each of them first`);

      const now = new Date();
      const added = decided.compared.filter(({ status }) => status === 'new');
      const known = decided.compared.flatMap(({ known: one }) => (one ? [one._id] : []));
      const transactions = added.map((one): BankTransaction => {
        const made = newTransaction(one, reading, currency, statement, now);
        const matched = prepared.get(one.row.row);
        // A row that became new after the preparation is matched after it is stored.
        if (!matched) return made;
        const { candidates, claims, keys, state } = matched;
        delete made.isUnmatched;
        if (state === 'review') delete made.reason;
        return { ...made, candidates, state, ...(claims && { claims }), ...(keys && { keys }) };
      });
      if (transactions.length) await this.transactions.insertMany(transactions, { session });
      const full = { _id: { $in: known }, [`statementIds.${maximumFilesOfRow - 1}`]: { $exists: true } };
      if (
        known.length &&
        (await this.transactions.findOne(full as object, { session, projection: { _id: 1 } }))
      )
        throw new ConflictException(reconciliationMessages.transactionFiles);
      if (known.length)
        await this.transactions.updateMany(
          { _id: { $in: known } },
          { $addToSet: { statementIds: id } as never },
          { session },
        );
      const { proof } = reading;
      const result = { imported: added.length, known: known.length };
      await this.statements.updateOne(
        { _id: id },
        {
          $set: {
            state: 'imported',
            from,
            to,
            importedAt: now,
            importedBy: caller.by,
            ...result,
            ...(proof && { proof }),
          },
        },
        { session },
      );
      const told = Object.entries({ fileName: statement.fileName, ...result });
      const fields = told.map(([field, to]) => ({ field, from: null, to }));
      await this.changes.record(
        'bank-transactions',
        [...transactions.map((after) => ({ after })), { id, caller, action: 'import' as const, fields }],
        unit,
      );
    });
    await this.matching.checkImported(
      [...prepared.values()],
      new Date(started.getTime() - clockDifferenceMs),
    );
  }

  /** Matches the new rows before they are stored, so that each is written once. */
  private async prepare(id: Types.ObjectId, reading: FileReading): Promise<Map<number, BankTransaction>> {
    const statement = await this.statements.findById(id).lean();
    if (statement?.state !== 'draft') return new Map();
    const { bankAccountId } = statement;
    const stored = await storedOf(this.transactions, bankAccountId, reading.rows);
    const { currency } = await this.accounts.find(bankAccountId);
    const made = compareRows(String(bankAccountId), reading.rows, reading, stored)
      .filter(({ status }) => status !== 'known')
      .map((one) => [one.row.row, newTransaction(one, reading, currency, statement, new Date())] as const);
    await this.matching.prepare(made.map(([, transaction]) => transaction));
    return new Map(made);
  }

  /** Returns the result of an import, computed once and then stored. */
  async result({ _id, imported = 0, known = 0, ready, review }: Statement): Promise<ImportResult> {
    if (ready !== undefined && review !== undefined) return { imported, known, ready, review };
    await this.matching.matchNew();
    const count = (state: 'ready' | 'review') =>
      this.transactions.countDocuments({ statementIds: _id, 'statementIds.0': _id, state });
    const led = { ready: await count('ready'), review: await count('review') };
    await this.statements.updateOne({ _id, ready: { $exists: false } }, { $set: led });
    return { imported, known, ...led };
  }
}

/** Builds the transaction of a row. Outgoing money is ignored until it may be a refund of a payment. */
function newTransaction(
  { row, textHash, textOccurrence, idFingerprint, textFingerprint }: ComparedRow,
  { format, layout }: FileReading,
  currency: Currency,
  { _id, bankAccountId }: Statement,
  createdAt: Date,
): BankTransaction {
  const { day, cents, bundleCents, chargesCents, payer, text, bankId } = row;
  const payerName = payer ? payerKey(payer) : '';
  return {
    _id: new Types.ObjectId(),
    bankAccountId,
    statementIds: [_id],
    format,
    layout,
    day,
    cents,
    currency,
    ...(bundleCents && { bundleCents }),
    ...(chargesCents && { chargesCents }),
    ...(payer && { payer }),
    text,
    ...(bankId && { bankId }),
    textHash,
    textOccurrence,
    ...(idFingerprint && { idFingerprint }),
    ...(textFingerprint && { textFingerprint }),
    searchText: searchText([payer, text, bankId].filter(Boolean).join(' ')).slice(0, 1500),
    state: cents > 0 ? 'review' : 'ignored',
    ...(cents < 0 && { reason: outgoingReason }),
    restCents: cents,
    candidates: [],
    allocations: [],
    ...(payerName && { payerKey: payerName }),
    isUnmatched: true,
    version: 0,
    createdAt,
  };
}
