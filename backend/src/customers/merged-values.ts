import type { Types } from 'mongoose';
import { emailKey } from '#domain/customers/customers';
import { type MergeField, mergeFields } from '#domain/care/merges';
import type { CustomerMerge } from './customer-merge.schema.js';
import type { Customer } from './customer.schema.js';

type Field = keyof Customer;
/** The stored fields of a customer, as far as a merge is about them. */
export type Values = Partial<Customer>;

/** The stored fields of each field of the form. */
export const storedFields = (field: MergeField): readonly Field[] =>
  field === 'country' ? ['country', 'province', 'state', 'region'] : [field];
/** The stored fields of all of them. */
export const mergedFields = mergeFields.flatMap(storedFields);

/** Returns the values of some fields, without those that are missing. */
export const pick = (customer: Values, fields: readonly Field[]): Values =>
  Object.fromEntries(
    fields.flatMap((field) => (customer[field] === undefined ? [] : [[field, customer[field]]])),
  );

/** Returns a customer with the values of some fields of another one; a missing value is missing then. */
export function withFields<Record extends Values>(
  customer: Record,
  other: Values,
  fields: readonly Field[],
): Record {
  const result = { ...customer, ...pick(other, fields) };
  for (const field of fields) if (other[field] === undefined) delete result[field];
  return result;
}

/** Returns whether two customers have the same in some fields. */
export const isSame = (one: Values, other: Values, fields: readonly Field[]): boolean =>
  fields.every((field) => JSON.stringify(one[field] ?? null) === JSON.stringify(other[field] ?? null));

const emailKeysOf = ({ email = '', furtherEmails = [] }: Values): string[] =>
  [email, ...furtherEmails].map(emailKey);

/** Returns conditions of what a merge has brought: the addresses of the customer that went, and whom it was different from. */
export function broughtWith({ from, before }: CustomerMerge) {
  const emails = emailKeysOf(from);
  const own = emailKeysOf(before);
  const isOf = (ids: Values['differentFrom'], id: Types.ObjectId) => !!ids?.some((one) => one.equals(id));
  return {
    isAddress: (email: string) => emails.includes(emailKey(email)) && !own.includes(emailKey(email)),
    isDifferent: (id: Types.ObjectId) => isOf(from.differentFrom, id) && !isOf(before.differentFrom, id),
  };
}

/** Returns the addresses and the different people of a customer without those that a merge has brought. */
export function withoutBrought(
  merge: CustomerMerge,
  { furtherEmails = [], differentFrom = [] }: Values,
): Required<Pick<Values, 'furtherEmails' | 'differentFrom'>> {
  const { isAddress, isDifferent } = broughtWith(merge);
  return {
    furtherEmails: furtherEmails.filter((email) => !isAddress(email)),
    differentFrom: differentFrom.filter((id) => !isDifferent(id)),
  };
}

/**
 * Returns the values of the later merges into a customer, in their order, without those that a merge which is undone had
 * brought: a field has what it had before that one, up to the next merge or edit that changed it.
 */
export function valuesWithout(undone: CustomerMerge, later: readonly CustomerMerge[]) {
  const { before, after } = undone;
  const without = (values: Values, fields: readonly Field[]): Values => ({
    ...withFields(values, before, fields),
    ...withoutBrought(undone, values),
  });
  let inherited = mergeFields.map(storedFields);
  return later.map((merge) => {
    const until = inherited.filter((fields) => isSame(merge.before, after, fields));
    inherited = until.filter((fields) => isSame(merge.after, after, fields));
    return {
      _id: merge._id,
      before: without(merge.before, until.flat()),
      after: without(merge.after, inherited.flat()),
    };
  });
}
