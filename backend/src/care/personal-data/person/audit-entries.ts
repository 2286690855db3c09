import { isDeepStrictEqual } from 'node:util';
import type { ClientSession, Connection } from 'mongoose';
import { erasedText } from '#domain/care/personal-data';
import type { AuditEntry } from '../../../audit/audit.schema.js';
import { fold } from '../../../platform/search-index/search-terms.js';
import type { Person } from './person.js';
import { withoutFields, withoutTexts } from './replace.js';
import { readSlices } from './slices.js';
import { namesPerson, namesPersonIn } from './words.js';

/** Fields of entries whose values stay: amounts, days, references, statuses, numbers and ids. */
const kept: ReadonlySet<string> = new Set([
  'status',
  'state',
  'amount',
  'currency',
  'paymentMethod',
  'source',
  'kind',
  'way',
  'how',
  'hasPayment',
  'country',
  'province',
  'tax',
  'quoted',
  'referenceNumber',
  'transactionId',
  'transferDate',
  'saidSent',
  'customerId',
  'paymentId',
  'resendOf',
  'card',
  'payout',
  'version',
  'linkVersion',
  'test',
  'number',
  'day',
  'bookedOn',
  'language',
  'place',
  'net',
  'total',
  'createdBy',
  'documentCount',
  'received',
  'refunded',
  'shortfall',
  'surplus',
  'missing',
  'net',
  'sale',
  'fee',
  'closedUntil',
  'mergeId',
  'allocations',
  'reversal',
  'refundReturned',
  'returned',
  'statusHistory',
  'ledger',
  'credits',
  'bankAccountId',
  'statementIds',
  'mails',
  'payments',
  'moved',
  'pinned',
  'pinnedOn',
  'authorId',
]);

/** The parts of kept values that are words. */
const words = ['note', 'payer', 'text', 'reason'];

/** The records of a person by the resource of their entries. */
const recordsOf = (person: Person) =>
  ({
    customers: person.customerIds,
    payments: person.paymentIds,
    mails: person.mailIds,
    'bank-transactions': person.transactionIds,
    'interac-notices': person.noticeIds,
    'card-events': person.eventIds,
    documents: person.documentIds,
    comments: person.commentIds,
  }) as const;

/** The condition of the entries about a person's records; not of erasures, which name none and check the others. */
export const entriesOf = (person: Person) => ({
  action: { $ne: 'erase' },
  $or: Object.entries(recordsOf(person)).map(([resource, ids]) => ({
    resource,
    resourceId: { $in: ids.map(String) },
  })),
});

/** An entry about one of the person's records without their words, and without a visitor's network address. */
function withoutPerson(entry: AuditEntry): AuditEntry {
  const value = (field: string, content: unknown) =>
    kept.has(field) ? withoutFields(content, words) : withoutTexts(content);
  return {
    ...entry,
    ...(entry.actor?.kind === 'visitor' && { ip: erasedText }),
    ...(entry.changes && {
      changes: entry.changes.map(({ field, from, to }) => ({
        field,
        from: value(field, from),
        to: value(field, to),
      })),
    }),
  };
}

/** Fields of acts of two customers, whose text is the name of the other one. */
const namedFields: readonly string[] = ['merged', 'mergedInto', 'differentFrom'];

/** An entry about others in which the values that a condition is true of are replaced. */
function withoutValues(entry: AuditEntry, isOfPerson: (text: string, field: string) => boolean): AuditEntry {
  const value = (field: string, content: unknown): unknown => {
    if (Array.isArray(content)) return content.map((one) => value(field, one));
    return typeof content === 'string' && isOfPerson(content, field) ? erasedText : content;
  };
  return {
    ...entry,
    ...(entry.changes && {
      changes: entry.changes.map(({ field, from, to }) => ({
        field,
        from: value(field, from),
        to: value(field, to),
      })),
    }),
  };
}

/** The entries that may say something of a person, and what an erasure makes of each: their own, those of others, and exports. */
const kindsOf = (person: Person): { filter: object; after: (entry: AuditEntry) => AuditEntry }[] => {
  const { words, trail } = person;
  const isWordOf = (text: string, field: string) =>
    namedFields.includes(field) || words.texts.includes(fold(text)) || namesPerson(text, words);
  return [
    { filter: entriesOf(person), after: withoutPerson },
    ...(trail.others.length
      ? [
          {
            filter: { $or: trail.others, resourceId: { $nin: person.customerIds.map(String) } },
            after: (entry: AuditEntry) => withoutValues(entry, isWordOf),
          },
        ]
      : []),
    ...(trail.thirds.length
      ? [
          {
            filter: {
              $or: trail.thirds,
              $nor: trail.others,
              resourceId: { $nin: person.customerIds.map(String) },
            },
            after: (entry: AuditEntry) => withoutValues(entry, (text) => namesPerson(text, words)),
          },
        ]
      : []),
    {
      filter: { action: 'export' },
      after: (entry) => withoutValues(entry, (text) => namesPersonIn(text, words)),
    },
  ];
};

/** An entry before and after an erasure. */
export interface ErasedEntry {
  before: AuditEntry;
  after: AuditEntry;
}

/** Finds the entries that say something of a person, slice by slice, each with what an erasure makes of it. */
export async function* findEntries(
  connection: Connection,
  person: Person,
  session?: ClientSession,
): AsyncGenerator<ErasedEntry[]> {
  for (const { filter, after } of kindsOf(person))
    for await (const entries of readSlices<AuditEntry>(connection, 'audit', filter, { session })) {
      const erased = entries.map((before) => ({ before, after: after(before) }));
      yield erased.filter((entry) => !isDeepStrictEqual(entry.before, entry.after));
    }
}
