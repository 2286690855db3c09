import { described, isId, recordId, type RecordVersion, type Rule } from '../platform/rules.js';
import type { Pagination } from '../platform/lists.js';
import { type Customer, type CustomerField, customerFields } from '../customers/customers.js';
import type { RegionField } from '../places/countries.js';

/** The fields of two customers between which a merge chooses; the country brings province and state. */
export type MergeField = Exclude<CustomerField, RegionField>;
export const mergeFields = customerFields.filter((field) => field !== 'province' && field !== 'state');

/** The record whose value a field gets: `this` stays, `from` goes. */
type MergeChoice = 'this' | 'from';

/** The body of POST /customers/{id}/merge. */
export interface MergeInput {
  /** The id of the customer that goes. */
  from: string;
  /** A field that is left out is that of the customer that stays; `name` is the full name. */
  fields?: Partial<Record<MergeField | 'name', MergeChoice>>;
  /** The versions of both records, by id. */
  versions: Record<string, RecordVersion>;
}

/** The records that a merge moves, or its undo moves back. */
export interface MovedCounts {
  payments: number;
  comments: number;
  mails: number;
  documents: number;
}

/** The response of POST /customers/{id}/merge. */
export interface MergeResult {
  customer: Customer;
  moved: MovedCounts;
  /** The id by which it can be undone. */
  merge: string;
}

/** The response of POST /customers/merges/{id}/undo: the one that stayed, and the one that is there again. */
export interface MergeUndone {
  customer: Customer;
  restored: Customer;
  moved: MovedCounts;
}

export type DuplicateReason = 'phone' | 'name' | 'email' | 'payer';

export const duplicateReasonNames: Record<DuplicateReason, string> = {
  phone: 'Same phone',
  name: 'Same name and place',
  email: 'Same email but for dots and “+…”',
  payer: 'Same payer in the bank',
};

/** The response of GET /customers/{id}/duplicates. */
export interface Duplicates {
  duplicates: { customer: Customer; reasons: DuplicateReason[] }[];
  pagination: Pagination;
}

/**
 * Most payments that a merge moves, as it is one transaction, and most comments, mails and papers. Of a customer with more
 * payments those of visitors that nothing was ever paid or said of do not count: they follow by themselves, in steps.
 */
export const maximumMergedPayments = 1000;
export const maximumMergedRecords = 5000;

/** Most merges that lead from one customer to the one that stands for it. */
export const maximumChain = 200;

/** Most further emails of a customer. */
export const maximumFurtherEmails = 200;

/** Most customers that a person has called other people than one. */
export const maximumDifferent = 1000;

export const mergeMessages = {
  itself: 'A customer cannot be merged with itself',
  differentItself: 'A customer is not different from itself',
  versions: 'Versions has the versions of both customers, by their ids',
  fields: 'Fields takes this or from for each field of a customer',
  tooMany: 'A customer with more than 1,000 payments cannot be merged into another one',
  tooManyRecords:
    'A customer with more than 5,000 comments, mails and papers cannot be merged into another one',
  tooManyMerges: 'Too many merges lead to this customer for it to be merged into another one',
  following: 'Payments of an earlier merge of these customers still follow. Try again in a minute.',
  tooManyEmails: `A customer has at most ${maximumFurtherEmails} further emails`,
  tooManyDifferent: 'This customer was marked as different from 1,000 others already',
  notFound: 'Merge not found',
  undone: 'This merge was undone already',
  gone: 'The customer of this merge is not there any more',
} as const;

/** The refusal to change a customer that was merged into another one. */
export const mergedMessage = (fullName: string): string => `This customer was merged into ${fullName}`;

/** The refusal to undo a merge of which records were changed since. */
export const changedSince = (names: readonly string[]): string =>
  `Changed since the merge, so that it cannot be undone: ${names.join(', ')}`;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const versionsRule: Rule = described(
  (value) =>
    isPlain(value) &&
    Object.keys(value).length <= 2 &&
    Object.entries(value).every(([id, version]) => isId(id) && Number.isSafeInteger(version))
      ? undefined
      : mergeMessages.versions,
  { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
);

const fieldsRule: Rule = described(
  (value) =>
    value === undefined ||
    (isPlain(value) &&
      Object.entries(value).every(
        ([field, choice]) =>
          ([...mergeFields, 'name'] as readonly string[]).includes(field) &&
          (choice === 'this' || choice === 'from'),
      ))
      ? undefined
      : mergeMessages.fields,
  { type: 'object', additionalProperties: { type: 'string', enum: ['this', 'from'] } },
);

export const mergeRules = {
  from: recordId('From is the id of a customer'),
  fields: fieldsRule,
  versions: versionsRule,
};
