import { isDeepStrictEqual } from 'node:util';
import type { ClientSession, Connection } from 'mongoose';
import { erasedText } from '#domain/personalData';
import type { AuditEntry } from '../audit/audit.schema.js';
import { namesPerson, type Person } from './person.js';
import { withoutFields, withoutTexts } from './replace.js';

/** Fields of entries whose values stay: amounts, days, references, statuses, numbers and ids. */
const kept: ReadonlySet<string> = new Set([
  ...['status', 'state', 'amount', 'currency', 'paymentMethod', 'source', 'kind', 'way', 'how', 'hasPayment'],
  ...['country', 'province', 'tax', 'quoted', 'referenceNumber', 'transactionId', 'transferDate', 'saidSent'],
  ...['customerId', 'paymentId', 'resendOf', 'card', 'payout', 'version', 'linkVersion', 'test'],
  ...[
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
  ],
  ...['refunded', 'shortfall', 'surplus', 'missing', 'net', 'sale', 'closedUntil', 'mergeId'],
  ...['allocations', 'reversal', 'refundReturned', 'returned', 'statusHistory', 'ledger', 'credits'],
  ...['bankAccountId', 'statementIds', 'mails', 'payments', 'moved', 'pinned', 'pinnedOn', 'authorId'],
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

/**
 * The condition of the entries about a person's records. Those of erasures name no person, and are needed to check the
 * others.
 */
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

/** An entry of an export whose filter names the person, without that. */
function withoutFilter(entry: AuditEntry, person: Person): AuditEntry {
  const value = (content: unknown) =>
    typeof content === 'string' && namesPerson(content, person.words) ? erasedText : content;
  return {
    ...entry,
    ...(entry.changes && {
      changes: entry.changes.map(({ field, from, to }) => ({ field, from: value(from), to: value(to) })),
    }),
  };
}

/** Finds the entries that say something of a person, each with what an erasure makes of it. */
export async function findEntries(
  connection: Connection,
  person: Person,
  session?: ClientSession,
): Promise<{ before: AuditEntry; after: AuditEntry }[]> {
  const find = (filter: object) =>
    connection
      .collection('audit')
      .find(filter, { ...(session && { session }) })
      .sort({ at: 1, _id: 1 })
      .toArray() as unknown as Promise<AuditEntry[]>;
  const own = (await find(entriesOf(person))).map((before) => ({
    before,
    after: withoutPerson(before),
  }));
  const exports = (await find({ action: 'export' })).map((before) => ({
    before,
    after: withoutFilter(before, person),
  }));
  return [...own, ...exports].filter(({ before, after }) => !isDeepStrictEqual(before, after));
}
