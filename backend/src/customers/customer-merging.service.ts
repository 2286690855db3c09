import { ConflictException, Injectable } from '@nestjs/common';
import type { Types, mongo } from 'mongoose';
import { emailKey } from '#domain/customers/customers';
import {
  maximumDifferent,
  maximumFurtherEmails,
  mergeFields,
  type MergeInput,
  mergeMessages,
} from '#domain/care/merges';
import { erasureMessages } from '#domain/care/personal-data';
import { ChangesService } from '../platform/changes/changes.service.js';
import { fieldChanges } from '../platform/changes/field-changes.js';
import { InjectCollection } from '../platform/database/collections.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { omitUnselected } from '../platform/database/unselected-fields.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import type { CustomerMerge } from './customer-merge.schema.js';
import { Customer, CustomerSchema, derivedFields } from './customer.schema.js';
import { CustomersService } from './customers.service.js';
import {
  broughtWith,
  isSame,
  mergedFields,
  pick,
  storedFields,
  type Values,
  withFields,
  withoutBrought,
} from './merged-values.js';

type Id = Types.ObjectId;

function distinctEmails(emails: readonly string[], but: string): string[] {
  const byKey = new Map(emails.map((email) => [emailKey(email), email]));
  byKey.delete(emailKey(but));
  return [...byKey.values()];
}

/** The fields whose changes the history tells. */
const told = (customer: Customer): Values => pick(customer, [...mergedFields, 'furtherEmails', 'test']);

const named = ({ fullName, email }: Customer): string => `${fullName} (${email})`;

/** Joins the records of two customers, and takes them apart again, as parts of a transaction. */
@Injectable()
export class CustomerMerging {
  constructor(
    @InjectCollection(Customer) private readonly customers: mongo.Collection<Customer>,
    private readonly service: CustomersService,
    private readonly changes: ChangesService,
  ) {}

  /** Returns a customer with its hidden fields. Throws 404, or 409 for one that was merged or erased. */
  async findWhole(id: Id, unit: UnitOfWork): Promise<Customer> {
    const { erasedAt } = await this.service.findOwn(id, unit);
    if (erasedAt) throw new ConflictException(erasureMessages.erasedRecord);
    return (await this.customers.findOne({ _id: id }, { session: unit.session }))!;
  }

  /** Returns the customer that stays as it is after the merge. Throws 409 where it would have too much of both. */
  merged(into: Customer, from: Customer, fields: MergeInput['fields'] = {}): Customer {
    const { name, fullName = name, ...others } = fields;
    const chosen = { ...others, ...(fullName && { fullName }) };
    const taken = mergeFields.filter((field) => chosen[field] === 'from').flatMap(storedFields);
    const { test, ...values } = withFields(into, from, taken);
    const emails = [into, from].flatMap(({ email, furtherEmails = [] }) => [...furtherEmails, email]);
    const differentFrom = [...(into.differentFrom ?? []), ...(from.differentFrom ?? [])].filter(
      (id) => !id.equals(into._id) && !id.equals(from._id),
    );
    const furtherEmails = distinctEmails(emails, values.email);
    if (furtherEmails.length > maximumFurtherEmails) throw new ConflictException(mergeMessages.tooManyEmails);
    if (differentFrom.length > maximumDifferent) throw new ConflictException(mergeMessages.tooManyDifferent);
    return derived({
      ...values,
      furtherEmails,
      hasPayment: into.hasPayment || from.hasPayment,
      ...(test && from.test && { test }),
      differentFrom,
    });
  }

  /** A customer as calls answer it. */
  shown(customer: Customer): Customer {
    return omitUnselected(customer, CustomerSchema);
  }

  /** The part of a merge's record about the fields of the customer that stays. */
  values(customer: Customer): Values {
    return { ...told(customer), ...pick(customer, ['differentFrom']) };
  }

  /** Stores a merge: writes the customer that stays, whose history names the merge, and takes the other one away. */
  async store(
    mergeId: Id,
    into: Customer,
    after: Customer,
    from: Customer,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<void> {
    await this.service.lookAgain([...(into.duplicateKeys ?? []), ...(from.duplicateKeys ?? [])], unit);
    await this.customers.replaceOne({ _id: into._id }, after, { session: unit.session });
    await this.customers.deleteOne({ _id: from._id }, { session: unit.session });
    const gone = { field: 'merged', from: null, to: named(from) };
    const id = { field: 'mergeId', from: null, to: String(mergeId) };
    const fields = [...fieldChanges(told(into), told(after)), gone, id];
    const went = [{ field: 'mergedInto', from: null, to: named(after) }];
    await this.changes.record(
      'customers',
      [
        { before: into, after, caller, action: 'merge', fields },
        { before: from, caller, action: 'merge', fields: went },
      ],
      unit,
    );
  }

  /**
   * Takes the customers of a merge apart: the record that went is there again, and the one that stayed gets its former
   * fields, as far as they were not changed since. Throws 409 where that one is not there, or was erased.
   */
  async takeApart(
    merge: CustomerMerge,
    hasPayment: boolean,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<{ customer: Customer; restored: Customer }> {
    const { from, before, after, intoId } = merge;
    const stayed = await this.findWhole(intoId, unit).catch((error: unknown) => {
      throw error instanceof ConflictException ? error : new ConflictException(mergeMessages.gone);
    });
    const { isAddress } = broughtWith(merge);
    const unchanged = mergeFields
      .map(storedFields)
      .filter(
        (fields) =>
          isSame(stayed, after, fields) ||
          // An address of the one that went is no edit to keep, as that one has it again.
          (fields.includes('email') && isAddress(stayed.email)),
      )
      .flat();
    const values = withFields(stayed, before, unchanged);
    delete values.test;
    const { furtherEmails, differentFrom } = withoutBrought(merge, stayed);
    const customer = derived({
      ...values,
      furtherEmails: distinctEmails(furtherEmails, values.email),
      differentFrom,
      hasPayment,
      ...(before.test && !hasPayment && { test: true as const }),
    });
    const now = new Date();
    const restored: Customer = {
      ...from,
      version: from.version + 1,
      updatedAt: now,
      paymentsChangedAt: now,
      duplicatesDue: true,
    };
    await this.customers.replaceOne({ _id: intoId }, customer, { session: unit.session });
    await this.customers.insertOne(restored, { session: unit.session });
    const gone = { field: 'merged', from: named(from), to: null };
    const fields = [...fieldChanges(told(stayed), told(customer)), gone];
    const left = [{ field: 'mergedInto', from: named(stayed), to: null }];
    await this.changes.record(
      'customers',
      [
        { before: stayed, after: customer, caller, action: 'unmerge', fields },
        { after: restored, caller, action: 'unmerge', fields: left },
      ],
      unit,
    );
    return { customer, restored };
  }
}

/** Returns a changed customer with the fields that follow from the others. */
function derived({ furtherEmails = [], differentFrom = [], ...fields }: Customer): Customer {
  delete fields.furtherEmailKeys;
  const found = derivedFields({ ...fields, furtherEmails });
  const now = new Date();
  return {
    ...fields,
    ...found,
    ...(furtherEmails.length && { furtherEmails, furtherEmailKeys: furtherEmails.map(emailKey) }),
    ...(differentFrom.length && { differentFrom }),
    duplicatesDue: true,
    version: fields.version + 1,
    updatedAt: now,
    paymentsChangedAt: now,
  };
}
