import type { CsvMapping } from '#bank-files/contract';
import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model, Types } from 'mongoose';
import { bankAccountAdded, type BankAccountInput, reconciliationMessages } from '#domain/bank/reconciliation';
import { ChangesService } from '../../platform/changes/changes.service.js';
import { fieldChanges } from '../../platform/changes/field-changes.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { EditConflictException } from '../../platform/http/errors/edit-conflict.exception.js';
import { readList } from '../../platform/database/read-page.js';
import { indexesOf, type ListSpec, parseListQuery } from '../../platform/http/list-query.js';
import { SubmissionsService } from '../../platform/submissions/submissions.service.js';
import { BankAccount, BankAccountSchema, type RememberedLayout } from './bank-account.schema.js';
import { hasSameColumns, type SeenContents, withSeen } from '#bank-files';

type Id = Types.ObjectId;

/** Maximum number of remembered layouts of an account; the oldest is dropped. */
const maximumLayouts = 20;

/** Sort fields of the list of bank accounts. */
export const bankAccountListSpec: ListSpec = {
  filters: {},
  sorts: { createdAt: 'createdAt', name: 'name' },
  indexes: indexesOf(BankAccountSchema),
};

/** Reads and writes bank accounts; no other service writes them. */
@Injectable()
export class BankAccountsService {
  constructor(
    @InjectModel(BankAccount.name) private readonly accounts: Model<BankAccount>,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
    private readonly submissions: SubmissionsService,
  ) {}

  async list(query: Record<string, unknown>) {
    const list = parseListQuery(query, bankAccountListSpec);
    const { found, pagination } = await readList(this.accounts, list);
    return { bankAccounts: found, pagination };
  }

  /** Returns all accounts, in the order in which they were added. */
  all(): Promise<BankAccount[]> {
    return this.accounts.find().sort({ _id: 1 }).lean();
  }

  /** Returns the names of the accounts of transactions, by account id. */
  async namesOf(transactions: { bankAccountId: Id }[]): Promise<Map<string, string>> {
    const ids = transactions.map(({ bankAccountId }) => bankAccountId);
    const accounts = await this.accounts.find({ _id: { $in: ids } }, 'name').lean();
    return new Map(accounts.map(({ _id, name }) => [String(_id), name]));
  }

  /** Returns an account with its remembered layouts. Throws 404. */
  async find(id: Id, session: ClientSession | null = null): Promise<BankAccount> {
    const account = await this.accounts.findById(id).select('+layouts').session(session).lean();
    if (!account) throw new NotFoundException(reconciliationMessages.bankAccountNotFound);
    return account;
  }

  /** Adds an account, once per key: see SubmissionsService. */
  create(input: BankAccountInput, caller: Caller, key?: string): Promise<BankAccount> {
    return this.submissions.once('bank-account', key, input, {
      make: (remember) =>
        this.unitOfWork.run(async (unit) => {
          const account = await this.insert(input, caller, unit);
          remember({ bankAccountId: account._id }, unit);
          return account;
        }),
      replay: ({ bankAccountId }) => this.shown(bankAccountId),
      refusal: async ({ bankAccountId }) => bankAccountAdded((await this.shown(bankAccountId)).name),
    });
  }

  private async shown(id: Id): Promise<BankAccount> {
    const account = await this.accounts.findById(id).lean();
    if (!account) throw new NotFoundException(reconciliationMessages.bankAccountNotFound);
    return account;
  }

  private async insert({ name, currency, lastDigits }: BankAccountInput, caller: Caller, unit: UnitOfWork) {
    const fields = { name, currency, ...(lastDigits && { lastDigits }) };
    const [created] = await this.accounts.create([fields], { session: unit.session });
    if (!created) throw new Error('The account was not created');
    const account = created.toObject();
    const shown = fieldChanges({}, fields);
    await this.changes.record(
      'bank-accounts',
      { after: account, caller, action: 'create', fields: shown },
      unit,
    );
    return account;
  }

  /** Replaces the fields of the form. Throws 404, 409 for another version, or another currency with transactions. */
  update(
    id: Id,
    { name, currency, lastDigits, version }: BankAccountInput,
    caller: Caller,
  ): Promise<BankAccount> {
    return this.unitOfWork.run(async (unit) => {
      const before = await this.accounts.findById(id).session(unit.session).lean();
      if (!before) throw new NotFoundException(reconciliationMessages.bankAccountNotFound);
      if (version !== undefined && version !== (before.version ?? 0)) throw new EditConflictException();
      const after = await this.accounts
        .findByIdAndUpdate(
          id,
          {
            $set: { name, currency, ...(lastDigits && { lastDigits }) },
            ...(!lastDigits && { $unset: { lastDigits: '' } }),
            $inc: { version: 1 },
          },
          { session: unit.session, returnDocument: 'after' },
        )
        .lean()
        .orFail();
      await this.changes.record('bank-accounts', { before, after, caller, action: 'update' }, unit);
      return after;
    });
  }

  /**
   * Stores the mapping of a layout for later files, with the contents by which an admin has confirmed it, if any. The
   * contents that it was confirmed by before remain while its columns do.
   */
  async remember(id: Id, fingerprint: string, mapping: CsvMapping, confirmed?: SeenContents): Promise<void> {
    await this.unitOfWork.run(async ({ session }) => {
      const { layouts = [] } = await this.find(id, session);
      const others = layouts.filter((layout) => layout.fingerprint !== fingerprint);
      const before = layouts.find((layout) => layout.fingerprint === fingerprint);
      const earlier = before && hasSameColumns(before.mapping, mapping) ? before.seen : undefined;
      const seen = earlier && confirmed ? withSeen(earlier, confirmed) : (confirmed ?? earlier);
      const layout: RememberedLayout = { fingerprint, mapping, ...(seen && { seen }) };
      const $set = { layouts: [...others, layout].slice(-maximumLayouts) };
      await this.accounts.updateOne({ _id: id }, { $set }, { session });
    });
  }

  /** Makes imports of one account, and a change of its currency, conflict with each other. Returns the account. */
  async lockForImport(id: Id, unit: UnitOfWork): Promise<BankAccount> {
    const account = await this.accounts
      .findByIdAndUpdate(id, { $inc: { imports: 1 } }, { session: unit.session, timestamps: false })
      .lean();
    if (!account) throw new NotFoundException(reconciliationMessages.bankAccountNotFound);
    return account;
  }
}
