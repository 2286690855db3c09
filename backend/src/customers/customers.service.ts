import { ConflictException, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { addedAlready, emailKey, type CustomerInput, type CustomerStats } from '#domain/customers/customers';
import { maximumSearchResults, type Pagination } from '#domain/platform/lists';
import { mergedMessage } from '#domain/care/merges';
import { messages } from '#domain/platform/messages';
import { erasureMessages } from '#domain/care/personal-data';
import { queryTimeoutOptions } from '../platform/database/query-timeout.js';
import { collectionOf } from '../platform/database/collection-of.js';
import { AuditService } from '../audit/audit.service.js';
import type { Change } from '../platform/changes/change.js';
import { ChangesService } from '../platform/changes/changes.service.js';
import { fieldChanges } from '../platform/changes/field-changes.js';
import { InChange } from '../platform/changes/subscribers.js';
import type { BusinessConfig } from '../platform/config/business-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { readPage } from '../platform/database/read-page.js';
import { omitUnselected, withoutUnselected } from '../platform/database/unselected-fields.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { searchedCustomers } from '../platform/search-index/search-words.js';
import { type CustomerGroup, parseCustomerGroupKey } from '../ledger/stats/stats-keys.js';
import { StatsService } from '../ledger/stats/stats.service.js';
import { SubmissionsService } from '../platform/submissions/submissions.service.js';
import { EditConflictException } from '../platform/http/errors/edit-conflict.exception.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import {
  type ListQuery,
  paginationOf,
  parseFilter,
  parseListQuery,
  textParameter,
  totalByPage,
} from '../platform/http/list-query.js';
import { cursorBatches } from '../platform/database/batches/cursor-batches.js';
import { exportCursor } from '../platform/exports/export-file.js';
import type { Export } from '../platform/exports/export.js';
import { exportedFields, exportFormat } from '../platform/exports/export-query.js';
import { customerColumns } from './customer-export.js';
import { CustomerMerges } from './customer-merges.service.js';
import { customerListSpec, plainFilters } from './customer-list.js';
import { completed, Customer, CustomerSchema, derivedFields, furtherEmailsAfter } from './customer.schema.js';
import { duplicateKeys } from './duplicate-keys.js';

type Id = Types.ObjectId;

/** The projection of the fields that responses contain. */
const shownFields = withoutUnselected(CustomerSchema);

/** Most customers of one key who are looked at again after one of them has changed. */
const mostLookedAt = 100;

/** Reads and writes customers; no other service writes them. */
@Injectable()
export class CustomersService {
  constructor(
    @InjectModel(Customer.name) private readonly customers: Model<Customer>,
    private readonly unitOfWork: TransactionsService,
    private readonly stats: StatsService,
    private readonly changes: ChangesService,
    private readonly audit: AuditService,
    private readonly submissions: SubmissionsService,
    private readonly merges: CustomerMerges,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  async list(query: Record<string, unknown>): Promise<{ customers: unknown[]; pagination: Pagination }> {
    const list = parseListQuery(query, customerListSpec, this.config.calendar);
    const page = this.page(list);
    const [customers, total] = await Promise.all([
      page,
      this.total(list, async () => totalByPage(list, await page)),
    ]);
    return { customers, pagination: paginationOf(list, total) };
  }

  private page(list: ListQuery): Promise<unknown[]> {
    return readPage(this.customers.collection, list, shownFields);
  }

  /** The newest customers in which every word of the text is found, at most eight. */
  search(text: string): Promise<unknown[]> {
    return this.page({
      conditions: searchedCustomers(text),
      sort: { createdAt: -1, _id: -1 },
      page: 1,
      limit: maximumSearchResults,
    });
  }

  /** Returns a list's total: from the statistics where they have it, from the last page, else by counting. */
  private async total(
    { conditions }: Pick<ListQuery, 'conditions'>,
    known?: () => Promise<number | undefined>,
  ): Promise<number> {
    const { country, ...others } = conditions as { country?: { $in: string[] } };
    if (!Object.keys(others).length) {
      // The list has customers that the figures leave out.
      const groups = [...(await this.stats.customers())].filter(
        ([key]) => !country || country.$in.includes(parseCustomerGroupKey(key).country),
      );
      return groups.reduce((total, [, { count }]) => total + count, 0);
    }
    return (await known?.()) ?? this.customers.countDocuments(conditions);
  }

  /** A customer by id, or the one that a merged one is now, with `mergedInto`. Throws 404 "Customer not found". */
  async find(id: Id, unit?: UnitOfWork): Promise<Customer & { mergedInto?: Id }> {
    const session = unit?.session ?? null;
    const customer = await this.customers.findById(id).session(session).lean();
    if (customer) return customer;
    const mergedInto = await this.merges.standsFor(id, unit);
    const other = mergedInto && (await this.customers.findById(mergedInto).session(session).lean());
    if (!other) throw new NotFoundException(messages.customerNotFound);
    return { ...other, mergedInto };
  }

  /** A customer by id that a person changes. Throws 404, or 409 for one that was merged into another. */
  async findOwn(id: Id, unit: UnitOfWork): Promise<Customer> {
    const { mergedInto, ...customer } = await this.find(id, unit);
    if (mergedInto) throw new ConflictException(mergedMessage(customer.fullName));
    return customer;
  }

  /** Returns a customer by id; null where imported data lacks it. */
  findIfKept(id: Id, unit: UnitOfWork): Promise<Customer | null> {
    return this.customers.findById(id).session(unit.session).lean();
  }

  /** Adds a customer, once per key: see SubmissionsService. */
  create(input: CustomerInput, caller: Caller, key?: string): Promise<Customer> {
    return this.submissions.once('customer', key, input, {
      make: (remember) =>
        this.unitOfWork.run(async (unit) => {
          const customer = await this.insert(input, caller, unit);
          remember({ customerId: customer._id }, unit);
          return omitUnselected(customer, CustomerSchema);
        }),
      replay: ({ customerId }) => this.find(customerId),
      refusal: async ({ customerId }) => addedAlready((await this.find(customerId)).fullName),
    });
  }

  /** Inserts a customer in a transaction; `hasPayment` where a payment follows, `isTest` where that is a test's. */
  async insert(
    input: CustomerInput,
    caller: Caller,
    unit: UnitOfWork,
    { hasPayment = false, isTest = false } = {},
  ): Promise<Customer> {
    const now = new Date();
    const customer: Customer = {
      _id: new Types.ObjectId(),
      ...completed(input),
      ...derivedFields(input),
      hasPayment,
      ...(isTest && { test: true }),
      duplicatesDue: true,
      version: 0,
      createdAt: now,
      updatedAt: now,
    };
    unit.deferInsert(this.customers.collection, [customer]);
    const fields = fieldChanges({}, input);
    await this.changes.record('customers', { after: customer, caller, action: 'create', fields }, unit);
    return customer;
  }

  /** Replaces the fields of the form. Throws 404, or 409 for another version than `version`, and where its words are erased. */
  update(id: Id, { version, ...input }: CustomerInput, caller: Caller): Promise<Customer> {
    return this.unitOfWork.run(async (unit) => {
      const before = await this.findOwn(id, unit);
      if (before.erasedAt) throw new ConflictException(erasureMessages.erasedRecord);
      if (version !== undefined && version !== before.version) throw new EditConflictException();
      return this.write(before, input, caller, unit);
    });
  }

  /** Gives a customer another email as a part of a transaction, and leaves the other fields. */
  changeEmail(before: Customer, email: string, caller: Caller, unit: UnitOfWork): Promise<Customer> {
    return this.write(before, { ...before, email } as CustomerInput, caller, unit);
  }

  private async write(before: Customer, input: CustomerInput, caller: Caller, unit: UnitOfWork) {
    const hidden = { duplicateKeys: 1 } as const;
    const stored = await this.customers.findById(before._id, hidden).session(unit.session).lean().orFail();
    const furtherEmails = furtherEmailsAfter(before, input.email);
    const derived = derivedFields({ ...input, furtherEmails });
    const gone = stored.duplicateKeys?.filter((key) => !derived.duplicateKeys.includes(key));
    await this.lookAgain(gone, unit);
    const further = furtherEmails && { furtherEmails, furtherEmailKeys: furtherEmails.map(emailKey) };
    const fields = { ...completed(input), ...derived, ...further, duplicatesDue: true };
    const after = await this.customers
      .findByIdAndUpdate(
        before._id,
        { $set: fields, $inc: { version: 1 } },
        { session: unit.session, returnDocument: 'after' },
      )
      .lean()
      .orFail();
    await this.changes.record('customers', { before, after, caller, action: 'update' }, unit);
    return after;
  }

  /** Returns the customer of the oldest mark whose older payments have its former words; null where there is none. */
  findWordsDue(unit?: UnitOfWork): Promise<Customer | null> {
    return collectionOf<Customer>(this.customers).findOne(
      { 'wordsDue.at': { $exists: true } },
      { sort: { 'wordsDue.at': 1, _id: 1 }, ...(unit ? { session: unit.session } : queryTimeoutOptions()) },
    );
  }

  /** Marks the payment before which those are that have the former words; none are left where it is undefined. */
  async setWordsDue(_id: Id, wordsDue: Customer['wordsDue'], { session }: UnitOfWork): Promise<void> {
    const mark = wordsDue ? { $set: { wordsDue } } : { $unset: { wordsDue: '' as const } };
    await collectionOf<Customer>(this.customers).updateOne({ _id }, mark, { session });
  }

  /** Deletes a customer without payments. Throws 404, or 409 where there are payments. */
  async delete(id: Id, caller: Caller): Promise<void> {
    await this.unitOfWork.run(async (unit) => {
      const before = await this.findOwn(id, unit);
      if (before.hasPayment) throw new ConflictException(messages.customerHasPayments);
      await this.merges.forget(id, unit);
      await this.lookAgain(duplicateKeys(before), unit);
      await this.customers.deleteOne({ _id: id }, { session: unit.session });
      await this.changes.record('customers', { before, caller, action: 'delete' }, unit);
    });
  }

  /**
   * Has the customers that share keys looked at again, of which one is changed or goes. Those of a key that many share stay
   * duplicates without one of them.
   */
  async lookAgain(keys: readonly string[] = [], { session }: UnitOfWork): Promise<void> {
    for (const key of keys) {
      const sharing = await this.customers.collection
        .find({ duplicateKeys: key }, { projection: { _id: 1 }, session })
        .limit(mostLookedAt + 1)
        .toArray();
      if (sharing.length > mostLookedAt) continue;
      await this.customers.collection.updateMany(
        { _id: { $in: sharing.map(({ _id }) => _id) }, isDuplicate: true },
        { $set: { duplicatesDue: true } },
        { session },
      );
    }
  }

  /**
   * Keeps a customer from being deleted while a transaction adds a record that belongs to it: the write makes a deletion
   * at the same moment conflict. Returns it, or the one that it was merged into. Throws 404.
   */
  hold(_id: Id, unit: UnitOfWork): Promise<Customer> {
    return this.setHasPayment(_id, undefined, unit);
  }

  /**
   * Holds the customers of new mails likewise: an erasure at the same moment would not see them. Throws 409 where an admin
   * sends one to an erased customer.
   */
  @InChange('mails', 'belongings')
  async holdForMails(changes: readonly Change<'mails'>[], unit: UnitOfWork): Promise<void> {
    // A shared transaction, which makes records only, has no session, and its customer is new.
    if (unit.isShared) return;
    for (const { before, after, caller } of changes) {
      if (before || !after?.customerId) continue;
      const customer = await this.mark({ _id: after.customerId }, undefined, unit);
      if (customer?.erasedAt && caller) throw new ConflictException(erasureMessages.erasedRecord);
    }
  }

  /**
   * Sets `hasPayment` of a customer, or of the one that it was merged into, and returns the previous document, or throws
   * 404. Always writes, so that a concurrent delete hits a write conflict and is retried.
   */
  async setHasPayment(id: Id, hasPayment: boolean | undefined, unit: UnitOfWork): Promise<Customer> {
    const customer = await this.mark({ _id: id }, hasPayment, unit);
    if (customer) return customer;
    const standsFor = await this.merges.standsFor(id, unit);
    const other = standsFor && (await this.mark({ _id: standsFor }, hasPayment, unit));
    if (!other) throw new NotFoundException(messages.customerNotFound);
    return other;
  }

  /**
   * Sets `hasPayment` of the customer with this email, ignoring case and outer spaces: the oldest one where several
   * have it, else one that it is a further email of. Returns the previous document, or null where none has it.
   */
  claimByEmail(email: string, unit: UnitOfWork): Promise<Customer | null> {
    return this.markByEmail(email, true, unit);
  }

  /** Finds the customer with this email likewise for a test-mode payment, which leaves its `hasPayment`. */
  findForTest(email: string, unit: UnitOfWork): Promise<Customer | null> {
    return this.markByEmail(email, undefined, unit);
  }

  private async markByEmail(email: string, hasPayment: true | undefined, unit: UnitOfWork) {
    const key = emailKey(email);
    const own = await this.mark({ emailKey: key }, hasPayment, unit);
    return own ?? this.mark({ furtherEmailKeys: key }, hasPayment, unit);
  }

  private async mark(
    conditions: { _id: Id } | { emailKey: string } | { furtherEmailKeys: string },
    hasPayment: boolean | undefined,
    unit: UnitOfWork,
  ): Promise<Customer | null> {
    const customers = collectionOf<Customer>(this.customers);
    const before = await customers.findOneAndUpdate(
      conditions,
      {
        $set: { ...(hasPayment !== undefined && { hasPayment }), paymentsChangedAt: new Date() },
        // A payment that counts makes the customer one that counts.
        ...(hasPayment && { $unset: { test: '' } }),
      },
      { session: unit.session, sort: { createdAt: 1, _id: 1 } },
    );
    if (!before || hasPayment === undefined) return before;
    const { test, ...fields } = before;
    const after = { ...fields, hasPayment, ...(test && !hasPayment && { test }) };
    await this.changes.record('customers', { before, after }, unit);
    return before;
  }

  /** Returns a file of customers, newest first, and records it; `query` has format, filters and plain parameters. */
  async export(query: Record<string, unknown>, caller: Caller): Promise<Export<Customer>> {
    const format = exportFormat(query);
    const plain = plainFilters.map((name) => [name, textParameter(query, name)]);
    const { filter } = query;
    const conditions = parseFilter(
      // A text has no fields: it is refused.
      typeof filter === 'string' && filter ? filter : { ...Object.fromEntries(plain), ...(filter as object) },
      customerListSpec,
      this.config.calendar,
    );
    const total = await this.total({ conditions });
    await this.audit.add(caller, 'export', 'customers', undefined, { changes: exportedFields(query) });
    return {
      name: 'customers',
      format,
      columns: customerColumns,
      rows: cursorBatches(
        this.customers.collection
          .find<Customer>(conditions as object, exportCursor)
          .sort({ createdAt: -1, _id: -1 }),
      ),
      total,
      calendar: this.config.calendar,
    };
  }

  async readStats(): Promise<CustomerStats> {
    const groups = [...(await this.stats.customers())].map(([key, { count }]) => ({
      ...parseCustomerGroupKey(key),
      count,
    }));
    const sum = (matches: (group: CustomerGroup) => boolean): number =>
      groups
        .filter((group) => !group.isTest && matches(group))
        .reduce((total, { count }) => total + count, 0);
    return {
      total: sum(() => true),
      active: sum(({ hasPayment }) => hasPayment),
      new: sum(({ hasPayment }) => !hasPayment),
      countries: [...new Set(groups.map(({ country }) => country))]
        .map((_id) => ({ _id, count: sum(({ country }) => country === _id) }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count || a._id.localeCompare(b._id)),
    };
  }
}
