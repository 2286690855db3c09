import type { CsvMapping, StatementFormat, StatementQuestion } from '#bank-files/contract';
import { createHash } from 'node:crypto';
import { ConflictException, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { formatDay } from '#domain/platform/dates';
import { type MappingInput, reconciliationMessages } from '#domain/bank/reconciliation';
import { isDuplicateKey } from '../../platform/database/duplicate-key.js';
import type { ChangedRecords } from '../../platform/changes/change.js';
import { ChangesService } from '../../platform/changes/changes.service.js';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { readList } from '../../platform/database/read-page.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import {
  enumFilter,
  idFilter,
  indexesOf,
  type ListSpec,
  parseListQuery,
} from '../../platform/http/list-query.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import { arrivalFields } from '../../ledger/stats/arrival-keys.js';
import { BankAccountsService } from '../accounts/bank-accounts.service.js';
import { BankTransaction } from '../transactions/bank-transaction.schema.js';
import { compareRows } from './known-transactions.js';
import { isWithoutColumns } from './mapping.dto.js';
import { presentProof } from './present-proof.js';
import { decideRows, describePreview } from './statement-preview.js';
import { Statement, StatementFile, StatementSchema } from './statement.schema.js';
import { gapsBetween } from './statement-gaps.js';
import { StatementImporter } from './statement-importer.js';
import { type Answers, mergeAnswers, withAnswers } from '#bank-files';
import type { FileReading } from './read-file.js';
import { saidOf, StatementReadings } from './statement-readings.service.js';
import { EditConflictException } from '../../platform/http/errors/edit-conflict.exception.js';
import { storedOf } from './stored-rows.js';
import { hasTransfersElsewhere } from './transfers-elsewhere.js';

type Id = Types.ObjectId;
type SaidInput = MappingInput & { mapping?: CsvMapping | undefined };

/** Number of an account's newest statements of which the balances are compared. */
const statementsCompared = 500;

/** Filters and sort fields of the list of statements. */
export const statementListSpec: ListSpec = {
  filters: {
    bankAccountId: idFilter('bankAccountId'),
    state: enumFilter('state', ['draft', 'imported']),
  },
  sorts: { createdAt: 'createdAt' },
  indexes: indexesOf(StatementSchema),
};

/** Reads and writes statements: drafts of a bank's files, their mapping, and imports. */
@Injectable()
export class StatementsService {
  constructor(
    @InjectModel(Statement.name) private readonly statements: Model<Statement>,
    @InjectModel(StatementFile.name) private readonly files: Model<StatementFile>,
    @InjectModel(BankTransaction.name) private readonly transactions: Model<BankTransaction>,
    private readonly accounts: BankAccountsService,
    private readonly readings: StatementReadings,
    private readonly importer: StatementImporter,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  async list(query: Record<string, unknown>) {
    const list = parseListQuery(query, statementListSpec);
    const { found, pagination } = await readList(this.statements, list);
    return { statements: found.map(presentStatement), pagination };
  }

  /** Returns a bank account with the days that none of its imported statements holds. Throws 404. */
  async accountWithGaps(id: Id) {
    const account = { ...(await this.accounts.find(id)) };
    delete account.layouts;
    const imported = await this.statements
      .find({ bankAccountId: id, state: 'imported', proof: { $exists: true } })
      .select('from to proof')
      .sort({ createdAt: -1 })
      .limit(statementsCompared)
      .lean();
    return { ...account, gaps: gapsBetween(imported) };
  }

  private async load(id: Id): Promise<Statement> {
    const statement = await this.statements.findById(id).lean();
    if (!statement) throw new NotFoundException(reconciliationMessages.statementNotFound);
    return statement;
  }

  /** Returns a statement; a draft with its columns, mapping and preview. Throws 404. */
  async find(id: Id) {
    const statement = await this.load(id);
    return statement.state === 'draft' ? this.describe(statement) : presentStatement(statement);
  }

  /** Returns a statement with its unchanged bytes. Throws 404. */
  async file(id: Id): Promise<{ fileName: string; bytes: Buffer }> {
    const { fileName } = await this.load(id);
    return { fileName, bytes: await this.readings.bytesOf(id) };
  }

  /** Stores a file as a draft. Throws 404, 400 for an unreadable file, 409 for one that is stored already. */
  async upload(bankAccountId: Id, bytes: Buffer, fileName: string, caller: Caller) {
    const account = await this.accounts.find(bankAccountId);
    const read = await this.readings.read(bytes, account);
    const { reading } = read;
    const hash = createHash('sha256').update(bytes).digest('base64url');
    const _id = new Types.ObjectId();
    await this.unitOfWork
      .run(async ({ session }) => {
        const draft = {
          _id,
          bankAccountId,
          fileName,
          format: reading.format,
          state: 'draft' as const,
          hash,
          size: bytes.length,
          mapping: reading.mapping,
          createdBy: caller.by,
        };
        await this.statements.create([draft], { session });
        await this.files.create([{ _id, bytes, ...this.readings.stored(read, account, {}) }], { session });
      })
      .catch(async (error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        throw await this.alreadyThere(bankAccountId, hash);
      });
    return this.describe(await this.load(_id), reading);
  }

  private async alreadyThere(bankAccountId: Id, hash: string): Promise<ConflictException> {
    const known = await this.statements.findOne({ bankAccountId, hash }).lean();
    if (!known) return new ConflictException('This file was uploaded already');
    const { _id, fileName, state, createdAt } = known;
    const how = state === 'draft' ? 'uploaded' : 'imported';
    const day = formatDay(this.config.calendar.dayOf(createdAt));
    const message = `This file was ${how} already: "${fileName}" on ${day}`;
    return new ConflictException({ message, errors: { statementId: String(_id) } });
  }

  /** Returns the draft with its columns, mapping and preview. */
  private async describe(statement: Statement, read?: FileReading) {
    const account = await this.accounts.find(statement.bankAccountId);
    const reading = read ?? (await this.readings.of(statement, account));
    const days = reading.rows.map(({ day }) => day).sort();
    const [stored, previous] = await Promise.all([
      storedOf(this.transactions.collection, statement.bankAccountId, reading.rows),
      this.statements
        .findOne({ bankAccountId: statement.bankAccountId, state: 'imported', to: { $lt: days[0] ?? '' } })
        .sort({ to: -1 })
        .lean(),
    ]);
    const compared = compareRows(String(account._id), reading.rows, reading, stored);
    const decided = decideRows(reading, compared, statement);
    const isElsewhere =
      !statement.isOfAccount &&
      (await hasTransfersElsewhere(this.transactions.collection, statement.bankAccountId, decided.compared));
    return {
      ...presentStatement(statement),
      columns: reading.columns,
      mapping: reading.mapping,
      excluded: statement.excluded,
      included: statement.included,
      version: versionOf(statement),
      preview: describePreview(
        { ...reading, questions: openQuestions(reading, statement, isElsewhere) },
        ...([decided, account.currency, previous] as const),
      ),
    };
  }

  /**
   * Reads a draft by another mapping, or with decisions on rows and answers to its questions. A confirmation belongs to
   * the mapping that the draft is read by in the same call. Throws 404, 400 and, once it is imported, 409.
   */
  async setMapping(id: Id, input: SaidInput) {
    for (;;) {
      const set = await this.trySetMapping(id, input);
      if (set) return this.describe(set.changed, set.reading);
    }
  }

  /** Does so by what was said before; returns undefined where another admin has said something meanwhile. */
  private async trySetMapping(id: Id, input: SaidInput) {
    const { mapping: whole, answers, excluded, included, confirmed, account: ofFile, encoding } = input;
    const statement = await this.load(id);
    if (statement.state !== 'draft') throw new ConflictException(reconciliationMessages.statementImported);
    checkVersion(statement, input.version);
    if (whole) checkMapping(whole, statement.format);
    if (answers) checkAnswers(answers, statement.format);
    const isWhole = whole !== undefined || (statement.isTold === true && statement.mapping !== null);
    // An answer to a mapping that was said whole changes it; else it is added to the answers before.
    const mapping = answers && isWhole ? withAnswers(whole ?? statement.mapping!, answers) : whole;
    const added = answers && !isWhole ? mergeAnswers(statement.answers ?? {}, answers) : undefined;
    const account = await this.accounts.find(statement.bankAccountId);
    const accountSaid = {
      ...(ofFile === true && { isOfAccount: true }),
      ...(typeof ofFile === 'string' && { fileAccount: ofFile }),
    };
    const said = {
      ...saidOf({ ...statement, ...accountSaid }),
      ...(mapping && { mapping }),
      ...(added && { answers: added }),
      ...(confirmed && { confirmed }),
      ...(encoding && { encoding }),
    };
    const read =
      mapping || added || confirmed || ofFile || encoding
        ? await this.readings.read(await this.readings.bytesOf(id), account, said)
        : undefined;
    const reading = read?.reading ?? (await this.readings.of(statement, account));
    if (typeof ofFile === 'string' && reading.account !== ofFile)
      throw invalidFields({ account: 'The file has no such account' });
    if (encoding && reading.encoding !== encoding)
      throw invalidFields({ encoding: 'The text of the file is Unicode: it has no other encoding' });
    if ((mapping || added) && statement.format === 'csv' && reading.mapping)
      checkColumns(mapping ?? reading.mapping, reading.columns.length);
    const $set = {
      mapping: reading.mapping,
      ...(mapping && { isTold: true }),
      ...(added && { answers: added }),
      ...(confirmed && reading.isConfirmed && reading.mapping && { confirmed: reading.mapping }),
      ...accountSaid,
      ...(encoding && { encoding }),
      ...(excluded && { excluded }),
      ...(included && { included }),
    };
    const changed = await this.unitOfWork.run(async ({ session }) => {
      const present = await this.statements.findById(id).session(session).lean();
      if (present?.state !== 'draft' || present.version !== statement.version) return null;
      const update = { $set, $inc: { version: 1 } };
      return this.statements.findByIdAndUpdate(id, update, { session, returnDocument: 'after' }).lean();
    });
    if (!changed) return undefined;
    if ((mapping || added) && reading.mapping)
      await this.accounts.remember(statement.bankAccountId, reading.fingerprint, reading.mapping);
    if (read)
      await this.readings.keep(id, read, await this.accounts.find(statement.bankAccountId), saidOf(changed));
    return { changed, reading };
  }

  /**
   * Stores the draft's new transactions and matches them. A repeated import returns the first result. Throws 404, and
   * 409 while a question is open or a row undecided, and where another admin has said meanwhile how the file is read.
   */
  async import(id: Id, caller: Caller, version?: number) {
    const statement = await this.load(id);
    if (statement.state === 'imported') return this.importer.result(statement);
    checkVersion(statement, version);
    const account = await this.accounts.find(statement.bankAccountId);
    const reading = await this.readings.of(statement, account);
    const questions = openQuestions(reading, statement);
    if (questions.length)
      throw new ConflictException(
        questions.every((question) => question === 'confirm')
          ? 'Confirm first that the file is read right'
          : 'The file leaves something open: complete its mapping first',
      );
    await this.importer.store(statement, reading, caller);
    const { fingerprint, mapping, contents, isConfirmed } = reading;
    await this.accounts.remember(
      statement.bankAccountId,
      fingerprint,
      mapping ?? noColumns,
      isConfirmed ? contents : undefined,
    );
    await this.readings.forget(id);
    return this.importer.result(await this.load(id));
  }

  /** Deletes a draft, or an import without matches, with the transactions of no other statement. Throws 404, 409. */
  async delete(id: Id, caller: Caller): Promise<void> {
    await this.unitOfWork.run(async (unit) => {
      const { session } = unit;
      const statement = await this.statements.findById(id).session(session).lean();
      if (!statement) throw new NotFoundException(reconciliationMessages.statementNotFound);
      await this.accounts.lockForImport(statement.bankAccountId, unit);
      const held = this.transactions.collection;
      const matched = await held.findOne(
        {
          statementIds: id,
          $or: [
            { state: 'matched' },
            { 'allocations.0': { $exists: true } },
            { 'offsets.0': { $exists: true } },
          ],
        },
        { session },
      );
      if (matched) throw new ConflictException(reconciliationMessages.statementMatched);
      const removed = await held
        .find<ChangedRecords['bank-transactions']>(
          { statementIds: [id] },
          { session, projection: { ...arrivalFields, claims: 1 } },
        )
        .toArray();
      await held.deleteMany({ statementIds: [id] }, { session });
      await held.updateMany({ statementIds: id }, { $pull: { statementIds: id } as never }, { session });
      await this.statements.deleteOne({ _id: id }, { session });
      await this.files.deleteOne({ _id: id }, { session });
      const { fileName, state, imported } = statement;
      const fields = Object.entries({ fileName, state, imported: imported ?? null }).map(([field, from]) => ({
        field,
        from,
        to: null,
      }));
      await this.changes.record(
        'bank-transactions',
        removed.map((before) => ({ before })),
        unit,
      );
      await this.changes.record('statements', { id, caller, action: 'delete', fields }, unit);
    });
  }
}

const versionOf = ({ version = 0 }: Statement): number => version;

/** Throws a 409 where an answer is to an earlier state of the draft. */
function checkVersion(statement: Statement, seen: number | undefined): void {
  if (seen !== undefined && seen !== versionOf(statement)) throw new EditConflictException();
}

/** The remembered mapping of a format that has none. */
const noColumns = {} as CsvMapping;

/** Fields of a statement that are no part of a list. */
const draftFields = [
  ...(['mapping', 'isTold', 'answers', 'confirmed', 'isOfAccount', 'fileAccount'] as const),
  ...(['encoding', 'excluded', 'included', 'version'] as const),
];

/** A statement as a list shows it. */
function presentStatement({ proof: stored, ...statement }: Statement) {
  const shown: Partial<Statement> = { ...statement };
  for (const field of draftFields) delete shown[field];
  const proof = stored && presentProof(stored);
  return { ...(shown as Omit<Statement, (typeof draftFields)[number] | 'proof'>), ...(proof && { proof }) };
}

/** Throws a 400 for a mapping that is not one of this format: only CSV has columns, and QIF dates and amounts. */
function checkMapping(mapping: CsvMapping, format: StatementFormat): void {
  if (format !== 'csv' && !(format === 'qif' && isWithoutColumns(mapping)))
    throw invalidFields({
      mapping: `A file of this format needs no mapping${format === 'qif' ? ' of columns' : ''}`,
    });
  if (format === 'csv' && isWithoutColumns(mapping))
    throw invalidFields({ mapping: 'Choose the column of the date' });
}

/** Throws a 400 for answers about columns that a file of this format does not have. */
function checkAnswers(answers: Answers, format: StatementFormat): void {
  const own = ['currency', 'directions', ...(format === 'qif' ? ['dateOrder', 'decimal'] : [])];
  const isOfFormat =
    typeof answers.currency !== 'number' && Object.keys(answers).every((part) => own.includes(part));
  if (format !== 'csv' && !isOfFormat)
    throw invalidFields({ answers: 'A file of this format has no such parts' });
}

/** Returns the questions of a draft that an import waits for. */
const openQuestions = (
  { questions, fileAccounts }: FileReading,
  { isOfAccount }: Statement,
  isElsewhere = false,
): StatementQuestion[] =>
  (fileAccounts || isElsewhere) && !isOfAccount ? [...questions, 'account'] : questions;

function checkColumns(mapping: NonNullable<Statement['mapping']>, width: number): void {
  const { date, amount, in: moneyIn, out, direction, currency, payer, text, bankId, status } = mapping;
  const used = [date, amount, moneyIn, out, direction, currency, payer, bankId, status, ...text];
  if (used.some((column) => column !== undefined && column >= width))
    throw invalidFields({ mapping: `The file has ${width} columns: they count from 0` });
}
