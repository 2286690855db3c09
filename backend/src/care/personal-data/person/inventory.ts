import {
  customerTerms,
  paymentTerms,
  type SearchedPayment,
} from '../../../platform/search-index/search-terms.js';
import { derivedFields } from '../../../customers/customer.schema.js';
import { personFields } from '#domain/customers/customers';
import { erasedText } from '#domain/care/personal-data';
import type { Person } from './person.js';
import { withoutFields, withoutTexts } from './replace.js';

type Stored = Record<string, unknown>;

/** An erasure of a field: its texts go, it goes as a whole, it stays for a reason, or a value takes its place. */
export type Decision =
  | 'erase'
  | 'drop'
  | { stays: string }
  | { becomes: (value: unknown, record: Stored, person: Person) => unknown };

/** A collection that holds records of persons, or why it holds none. */
export interface Holding {
  collection: string;
  /** Its name in what a person gets, where the records are part of that. */
  as?: string;
  /** The condition of a person's records. */
  find: (person: Person) => object;
  /** Each field that can hold a text, by its path. */
  fields: Record<string, Decision>;
}

const stays = (reason: string): Decision => ({ stays: reason });
const becomes = (value: (value: unknown, record: Stored, person: Person) => unknown): Decision => ({
  becomes: value,
});
/** The same decision for several fields. */
const each = (decision: Decision, ...fields: string[]): Record<string, Decision> =>
  Object.fromEntries(fields.map((field) => [field, decision]));
/** A part of a field goes: the fields of these names at any depth. */
const without = (...names: string[]): Decision => becomes((value) => withoutFields(value, names));

const id = stays('an id or a number, by which records are found');
const enumerated = stays('one of a few values');
const day = stays('a day');
const byUs = stays('a colleague or a program');
const figures = stays('the figures count by it');
const reference = stays('references stay');
const money = stays('amounts and currencies stay');

const erasedPerson = { fullName: erasedText, email: erasedText, phone: erasedText };
const erasedKeys = derivedFields(erasedPerson);

/** The fields of details that were typed at the checkout which stay. */
const keptDetails = ['country', 'province', 'state', 'transferDate'];

const unsent: readonly unknown[] = ['held', 'queued', 'retrying', 'sending'];

const inIds = (field: string, ids: readonly unknown[]) => ({ [field]: { $in: ids } });

/**
 * The one description of where personal data lies: each collection with the fields of a person, how its records are
 * found, and what an erasure makes of each field. `others.ts` names the collections that hold none, and the spec beside
 * it compares both with the schemas. The audit trail is in audit-entries.ts, as its marks change with it.
 */
export const holdings: readonly Holding[] = [
  {
    collection: 'customers',
    as: 'customers',
    find: ({ customerIds }) => inIds('_id', customerIds),
    fields: {
      ...each('erase', ...personFields, 'region'),
      firstName: becomes(() => erasedKeys.firstName),
      lastName: becomes(() => erasedKeys.lastName),
      ...each(figures, 'country', 'province', 'state'),
      nameKey: becomes(() => erasedKeys.nameKey),
      emailKey: becomes(() => erasedKeys.emailKey),
      // No bank's text is of a person without a name.
      payerNameKey: becomes(() => ''),
      terms: becomes(() => customerTerms(erasedPerson)),
      ...each('drop', 'furtherEmails', 'furtherEmailKeys', 'duplicateKeys'),
      ...each(id, 'differentFrom', 'wordsDue'),
    },
  },
  {
    collection: 'customermerges',
    find: ({ customerIds }) => ({ $or: [inIds('fromId', customerIds), inIds('intoId', customerIds)] }),
    // The ids stay, by which an erasure finds the customers that were merged.
    fields: {
      ...each('drop', 'from', 'before', 'after'),
      moved: id,
      by: byUs,
      undone: byUs,
      following: enumerated,
    },
  },
  {
    collection: 'payments',
    as: 'payments',
    find: ({ paymentIds }) => inIds('_id', paymentIds),
    fields: {
      ...each(money, 'currency', 'quoted', 'plan'),
      ...each(enumerated, 'language', 'paymentMethod', 'status', 'source', 'attention'),
      lettersMissing: 'drop',
      paymentType: becomes((type, { paymentMethod }) => (type === paymentMethod ? type : withoutTexts(type))),
      ...each(reference, 'referenceNumber', 'referenceKey', 'referenceParts'),
      ...each(reference, 'formerReferences', 'formerReferenceKeys'),
      terms: becomes((_, payment) => paymentTerms(withoutDetails(payment), erasedPerson)),
      transferReference: 'erase',
      notes: 'erase',
      payerEmailKey: 'drop',
      paymentDetails: becomes((details) => withoutTexts(details, keptDetails)),
      ledger: without('note'),
      ...each(day, 'bookedOn', 'awaitsPayout', 'expectedOn', 'plannedOn', 'saidSent', 'reminders'),
      statusHistory: without('note'),
      ...each(id, 'transactionId', 'followed', 'card', 'payout'),
      ...each(figures, 'country', 'province', 'tax'),
      createdBy: byUs,
      acceptedTerms: stays('the version of the terms, and when it was accepted'),
      buyer: 'erase',
    },
  },
  {
    collection: 'mails',
    as: 'mails',
    find: ({ mailIds }) => inIds('_id', mailIds),
    fields: {
      // The key of links has the address.
      key: becomes((key, { _id }) => (String(key).includes('@') ? `erased:${String(_id)}` : key)),
      kind: enumerated,
      messageId: id,
      ...each('erase', 'to', 'subject', 'text', 'html', 'smtpResponse'),
      state: becomes((state) => (unsent.includes(state) ? 'cancelled' : state)),
      ...each('drop', 'dueAt', 'leaseUntil', 'facts', 'sealedToken'),
      dismissed: byUs,
      searchText: becomes(() => `${erasedText}\n${erasedText}`.toLowerCase()),
    },
  },
  {
    collection: 'comments',
    as: 'comments',
    find: ({ commentIds }) => inIds('_id', commentIds),
    fields: { text: 'erase', terms: 'drop', by: byUs, authorId: byUs, deleted: byUs },
  },
  {
    collection: 'cardevents',
    as: 'cardEvents',
    find: ({ eventIds }) => inIds('_id', eventIds),
    fields: {
      ...each(enumerated, 'provider', 'type', 'state', 'heldReason'),
      ...each(id, 'paymentId', 'eventId', 'sessionId', 'key'),
      ...each(id, 'paymentIntentId', 'chargeId', 'refundId', 'disputeId'),
      fact: stays('the state of the money: it names no person'),
      decided: without('reason'),
      acceptedTerms: stays('the version of the terms'),
    },
  },
  {
    collection: 'cardeventbodies',
    as: 'cardEventBodies',
    find: ({ eventIds }) => inIds('_id', eventIds),
    fields: { ...each('drop', 'payer', 'searchText'), body: becomes(() => ({ content: erasedText })) },
  },
  {
    collection: 'banktransactions',
    as: 'bankTransactions',
    find: ({ transactionIds }) => inIds('_id', transactionIds),
    fields: {
      format: enumerated,
      state: enumerated,
      layout: enumerated,
      day,
      currency: money,
      bankId: id,
      payer: 'erase',
      text: 'erase',
      payerKey: 'drop',
      keys: 'drop',
      reason: 'erase',
      textHash: stays('a hash, by which the row is not imported twice'),
      idFingerprint: stays('likewise'),
      textFingerprint: stays('likewise'),
      searchText: becomes((_, { bankId }) => [erasedText, bankId].filter(Boolean).join(' ').toLowerCase()),
      candidates: stays('ids of payments, and the kinds of evidence'),
      allocations: without('note'),
      reversed: without('note'),
      offsets: without('note', 'payer'),
    },
  },
  {
    collection: 'banktransactions',
    find: ({ sharedTransactionIds }) => inIds('_id', sharedTransactionIds),
    fields: { allocations: becomes(withoutOwnNotes), reversed: becomes(withoutOwnNotes) },
  },
  {
    collection: 'interacnotices',
    as: 'interacNotices',
    find: ({ noticeIds }) => inIds('_id', noticeIds),
    fields: {
      referenceNumber: id,
      numberKey: id,
      currency: money,
      createdBy: byUs,
      corrected: enumerated,
      sender: 'erase',
      message: 'erase',
      senderKey: becomes(() => ''),
    },
  },
  {
    collection: 'documents',
    as: 'documents',
    find: ({ documentIds }) => inIds('_id', documentIds),
    // Tax law keeps papers as they were issued: see `papers` below for their end.
    fields: each(
      stays('papers stay until their term'),
      'number',
      'kind',
      'day',
      'bookedOn',
      'referenceNumber',
      'language',
      'credits',
      'reason',
      'company',
      'buyer',
      'description',
      'place',
      'currency',
      'quoted',
      'tax',
      'payments',
      'returned',
      'countedOn',
      'numberOrder',
      'paymentMethod',
      'searchText',
    ),
  },
  {
    collection: 'bookings',
    as: 'bookings',
    find: ({ paymentIds }) => inIds('paymentId', paymentIds),
    fields: {
      _id: id,
      entryId: id,
      referenceNumber: reference,
      country: figures,
      province: figures,
      way: enumerated,
      kind: enumerated,
      day,
      bookedOn: day,
      currency: money,
      takesBack: id,
      by: byUs,
    },
  },
  {
    collection: 'checkoutkeys',
    find: ({ paymentIds, customerIds }) => ({
      $or: [inIds('paymentId', paymentIds), inIds('customerId', customerIds)],
    }),
    // A submission that comes again is refused, as its body is another one now.
    fields: { _id: id, paymentId: id, customerId: id, bodyHash: 'erase', referenceNumber: reference },
  },
];

/** The papers of a person at the end of their term: amounts, numbers and days stay. */
export const papers: Holding = {
  collection: 'documents',
  find: ({ documentIds }) => inIds('_id', documentIds),
  fields: {
    buyer: becomes(() => ({ name: erasedText, address: [], email: erasedText })),
    searchText: becomes((_, { number, referenceNumber }) =>
      [number, referenceNumber, erasedText].join('\n').toLowerCase(),
    ),
  },
};

/** A payment as the search finds it, without what was typed at the checkout. */
const withoutDetails = (payment: Stored): SearchedPayment => ({ ...payment, paymentDetails: {} });

/** Returns allocations in which those to the person's payments have no note. */
function withoutOwnNotes(allocations: unknown, _: Stored, { paymentIds }: Person): unknown {
  const own = new Set(paymentIds.map(String));
  return (allocations as { paymentId: unknown }[] | undefined)?.map((allocation) =>
    own.has(String(allocation.paymentId)) ? withoutFields(allocation, ['note']) : allocation,
  );
}
