import { type Connection, type ClientSession, mongo, type Types } from 'mongoose';
import type { StoredCardEvent, CardEventBody } from '../../../cards/events/card-event.schema.js';
import type { AuditEntry } from '../../../audit/audit.schema.js';
import type { Calendar } from '#domain/platform/calendar';
import { emailKey } from '#domain/customers/customers';
import { payerNameKey } from '#domain/customers/person-fields';
import { referenceKey } from '#domain/payments/payments';
import type { ProviderPayer } from '../../../cards/providers/card-provider.js';
import type { CustomerMerge } from '../../../customers/customer-merge.schema.js';
import type { Customer } from '../../../customers/customer.schema.js';
import type { Payment } from '../../../payments/payment.schema.js';
import type { InteracNotice } from '../../../bank/notices/interac-notice.schema.js';
import type { BankTransaction } from '../../../bank/transactions/bank-transaction.schema.js';
import { compact } from '../../../platform/search-index/search-terms.js';
import { readByIds, readFields, readIds, readSlices, slicesOf } from './slices.js';
import { readTrail, type Trail } from './trail.js';
import { type PersonWords, wordsOf } from './words.js';

type Id = Types.ObjectId;
const { ObjectId } = mongo;

/** The fields of a payment by which its other records and words are found, and that stand in the way of an erasure. */
const paymentFields = [
  ...(['customerId', 'referenceNumber', 'formerReferences', 'paymentDetails', 'buyer', 'card'] as const),
  ...(['status', 'attention', 'documentsDueAt', 'createdAt', 'bookedOn'] as const),
];
export type PersonsPayment = Pick<Payment, '_id' | (typeof paymentFields)[number]>;

/** The records that one person is in, by which those of every collection are found. */
export interface Person {
  /** The customer who is asked for, and those who were merged into it. */
  customers: Customer[];
  payments: PersonsPayment[];
  customerIds: Id[];
  /** The payments, and those that were deleted. */
  paymentIds: Id[];
  mailIds: Id[];
  /** The comments, and those that were deleted with their payment or customer; mails and notices likewise. */
  commentIds: Id[];
  /** The bank transactions that are matched to payments of this person alone. */
  transactionIds: Id[];
  /** The payments of which a matched transaction of this person alone has money left over that waits for an admin. */
  leftOverIds: Id[];
  /** The bank transactions that are matched to payments of other customers, too. */
  sharedTransactionIds: Id[];
  noticeIds: Id[];
  eventIds: Id[];
  documentIds: Id[];
  /** The person's words, by which texts of others are found that name them. */
  words: PersonWords;
  trail: Trail;
}

/** An entry of the audit trail about a record. */
type GoneEntry = Pick<AuditEntry, '_id' | 'changes'> & { resourceId: string };

/** Reads the records of a person in a transaction. */
class PersonReader {
  constructor(
    readonly connection: Connection,
    readonly session: ClientSession | undefined,
  ) {}

  /** Reads records with these fields, all others with none. */
  find<Record extends mongo.Document>(
    collection: string,
    filter: object,
    fields: readonly string[],
  ): Promise<Record[]> {
    const projection = { _id: 1, ...Object.fromEntries(fields.map((field) => [field, 1])) };
    return readFields(this.connection, collection, filter, { projection, session: this.session });
  }

  /** Reads entries of the audit trail about records that may be gone. */
  entries(filter: object): Promise<GoneEntry[]> {
    return this.find<GoneEntry>('audit', filter, ['resourceId', 'changes']);
  }

  ids(collection: string, filter: object): Promise<Id[]> {
    return readIds(this.connection, collection, filter, { session: this.session });
  }
}

const contains = (ids: readonly Id[]) => {
  const all = new Set(ids.map(String));
  return (id: Id | undefined): boolean => id !== undefined && all.has(String(id));
};

const transactionFields = [
  'allocations',
  'reversed',
  'offsets',
  'cents',
  'restCents',
  'state',
  'text',
  'bankId',
];

/** The payments that a bank transaction is, or was, matched to. */
const paymentsOf = ({ allocations, reversed = [], offsets = [] }: BankTransaction): Id[] => [
  ...[...allocations, ...reversed].map(({ paymentId }) => paymentId),
  ...offsets.flatMap(({ paymentId }) => paymentId ?? []),
];

const hasLeftOver = ({ cents, restCents, state }: BankTransaction): boolean =>
  cents > 0 && restCents > 0 && state !== 'matched' && state !== 'ignored';

/** Returns bank transactions of payments: of these alone, those that take them back, and those of others too. */
async function transactionsOf(read: PersonReader, paymentIds: Id[]) {
  const isOwn = contains(paymentIds);
  const find = (filter: object) => read.find<BankTransaction>('banktransactions', filter, transactionFields);
  const found = await find({
    $or: [{ 'allocations.paymentId': { $in: paymentIds } }, { 'reversed.paymentId': { $in: paymentIds } }],
  });
  const isAlone = (transaction: BankTransaction) => paymentsOf(transaction).every(isOwn);
  const own = found.filter(isAlone);
  const shared = found.filter((transaction) => !isAlone(transaction));
  const others = own.flatMap(({ offsets = [] }) =>
    offsets.flatMap(({ transactionId }) => transactionId ?? []),
  );
  const isKnown = contains(own.map(({ _id }) => _id));
  const returned = (await find({ _id: { $in: others } })).filter(
    (transaction) =>
      !isKnown(transaction._id) &&
      paymentsOf(transaction).every(isOwn) &&
      (transaction.offsets ?? []).every(({ transactionId }) => !transactionId || isKnown(transactionId)),
  );
  return { own: [...own, ...returned], shared };
}

/** The parts of a text of the lengths of some keys, among which these are found. */
function* partsOf(text: string, lengths: readonly number[]): Generator<string> {
  for (const length of lengths)
    for (let at = 0; at + length <= text.length; at++) yield text.slice(at, at + length);
}

/** Returns whether a text contains one of some keys, in a time that their number does not matter to. */
function containsOneOf(keys: readonly string[]): (text: string) => boolean {
  const all = new Set(keys.filter((key) => key.length > 3));
  const lengths = [...new Set([...all].map(({ length }) => length))];
  return (text) => {
    for (const part of partsOf(text, lengths)) if (all.has(part)) return true;
    return false;
  };
}

/** The letters and digits of a text's words, and of each two that stand beside each other. */
function wordKeysIn(text: string): string[] {
  const words = text
    .split(/[^\p{L}\p{N}]+/u)
    .map(compact)
    .filter(Boolean);
  return [...words, ...words.slice(1).map((word, index) => `${words[index]}${word}`)];
}

type NoticeTexts = Pick<InteracNotice, '_id' | 'message' | 'numberKey' | 'senderKey'>;

/**
 * Returns the Interac notices of a person, deleted ones too: those that name one of the payments, those whose number stands
 * in a bank transaction of theirs, and those of a sender of this name, where no other customer has it.
 */
async function noticesOf(
  read: PersonReader,
  { payments, customerIds, trail }: Pick<Person, 'payments' | 'customerIds' | 'trail'>,
  nameKeys: string[],
  transactions: readonly BankTransaction[],
): Promise<Id[]> {
  const namesakes = await read.find<Customer>(
    'customers',
    { payerNameKey: { $in: nameKeys }, _id: { $nin: customerIds } },
    ['payerNameKey'],
  );
  const isOwnName = (key: string) =>
    nameKeys.includes(key) && !namesakes.some((customer) => customer.payerNameKey === key);
  const namesPayment = containsOneOf(
    [
      ...payments.flatMap(({ referenceNumber, formerReferences = [] }) => [
        referenceNumber,
        ...formerReferences,
      ]),
      ...trail.deletedReferences,
    ].map((reference) => compact(referenceKey(reference))),
  );
  const numbers = new Set(transactions.flatMap(({ text, bankId = '' }) => wordKeysIn(`${text} ${bankId}`)));
  const { connection, session } = read;
  const isOf = ({ message, numberKey, senderKey }: NoticeTexts) => {
    const number = compact(numberKey);
    return (
      namesPayment(compact(message)) ||
      (number.length > 3 && numbers.has(number)) ||
      (senderKey !== '' && isOwnName(senderKey))
    );
  };
  const projection = { message: 1, numberKey: 1, senderKey: 1 };
  const found: Id[] = [];
  for await (const notices of readSlices<NoticeTexts>(
    connection,
    'interacnotices',
    {},
    { session, projection },
  ))
    found.push(...notices.filter(isOf).map(({ _id }) => _id));
  const gone = await read.entries({ action: 'delete', resource: 'interac-notices' });
  return [
    ...found,
    ...gone
      .map(noticeOf)
      .filter(isOf)
      .map(({ _id }) => _id),
  ];
}

/** A deleted notice as its entry of the audit trail tells of it. */
function noticeOf({ resourceId, changes = [] }: GoneEntry): NoticeTexts {
  const text = (name: string) => {
    const value = changes.find(({ field }) => field === name)?.from;
    return typeof value === 'string' ? value : '';
  };
  return {
    _id: new ObjectId(resourceId),
    message: text('message'),
    numberKey: text('referenceNumber'),
    senderKey: payerNameKey(text('sender')),
  };
}

/** Returns a person's card events: the payments', and those held or dismissed with a mail or phone of the person. */
async function eventsOf(
  read: PersonReader,
  { payments, paymentIds }: Pick<Person, 'payments' | 'paymentIds'>,
  { emails, phones }: PersonWords,
): Promise<Id[]> {
  const { connection, session } = read;
  const without = await read.find<StoredCardEvent>(
    'cardevents',
    { state: { $in: ['held', 'waiting', 'dismissed'] }, paymentId: { $exists: false } },
    ['sessionId', 'paymentIntentId'],
  );
  const isOf = ({ email, phone }: Partial<ProviderPayer> = {}) =>
    (!!email && emails.includes(emailKey(email))) || phones.includes((phone ?? '').replace(/\D/g, ''));
  const byId = new Map(without.map((event) => [String(event._id), event]));
  const paid: StoredCardEvent[] = [];
  for (const slice of slicesOf(without)) {
    const ids = slice.map(({ _id }) => _id);
    const projection = { payer: 1 };
    for (const { _id, payer } of await readByIds<CardEventBody>(connection, 'cardeventbodies', ids, {
      session,
      projection,
    }))
      if (isOf(payer)) paid.push(byId.get(String(_id))!);
  }
  const cards = [...payments.map(({ card }) => card), ...paid];
  const sessions = cards.flatMap((card) => card?.sessionId ?? []);
  const intents = cards.flatMap((card) => card?.paymentIntentId ?? []);
  return read.ids('cardevents', {
    $or: [
      { _id: { $in: paid.map(({ _id }) => _id) } },
      { paymentId: { $in: paymentIds } },
      { sessionId: { $in: sessions } },
      { paymentIntentId: { $in: intents } },
    ],
  });
}

/** The ids of texts of the trail that name records: some acts note them as such, others as texts. */
const named = (ids: readonly Id[]) => ({ $in: ids.flatMap((id): unknown[] => [id, String(id)]) });

/** Returns the ids of comments that went with a deleted payment or customer, of which the audit trail tells. */
async function goneCommentsOf(read: PersonReader, { deletedPaymentIds, deletedIds }: Trail): Promise<Id[]> {
  const deleted = [...deletedPaymentIds, ...deletedIds];
  if (!deleted.length) return [];
  const place = { field: { $in: ['paymentId', 'customerId'] }, to: named(deleted) };
  const entries = await read.entries({ resource: 'comments', changes: { $elemMatch: place } });
  return entries.map(({ resourceId }) => new ObjectId(resourceId));
}

/**
 * Returns the ids of mails that went with a deleted customer, of which the audit trail tells: those about a payment, and
 * those that were sent again, to another address than one of the person.
 */
async function goneMailsOf(
  read: PersonReader,
  { trail, paymentIds }: Pick<Person, 'trail' | 'paymentIds'>,
  { emails }: PersonWords,
): Promise<Id[]> {
  if (!trail.deletedIds.length) return [];
  const entries = await read.entries({ action: 'send', resource: 'mails' });
  const isOwnPayment = contains(paymentIds);
  const isOwnEmail = (value: unknown) => typeof value === 'string' && emails.includes(emailKey(value));
  const found = new Set<string>();
  // In the order of time: a mail that is sent again may be sent again.
  for (const { resourceId, changes = [] } of entries)
    if (
      changes.some(
        ({ field, from, to }) =>
          (field === 'to' && (isOwnEmail(from) || isOwnEmail(to))) ||
          (field === 'paymentId' && isOwnPayment(to as Id)) ||
          (field === 'resendOf' && found.has(String(to))),
      )
    )
      found.add(resourceId);
  return [...found].map((id) => new ObjectId(id));
}

const distinctIds = (ids: readonly Id[]): Id[] => [
  ...new Map(ids.map((id) => [id.toHexString(), id])).values(),
];

/** Returns all customers that are one person by merges, with the records that went, and what the audit trail tells. */
async function customersOf(read: PersonReader, asked: readonly Id[]) {
  for (let ids = distinctIds(asked); ;) {
    const trail = await readTrail(read.connection, ids, read.session);
    const found = await read.find<CustomerMerge>(
      'customermerges',
      { $or: [{ intoId: { $in: ids } }, { fromId: { $in: ids } }], undone: { $exists: false } },
      ['fromId', 'intoId', 'from'],
    );
    const merged = found.flatMap(({ fromId, intoId }) => [fromId, intoId]);
    const all = distinctIds([...ids, ...merged, ...trail.mergedIds]);
    if (all.length === ids.length)
      return { customerIds: ids, trail, formers: found.flatMap(({ from }) => from ?? []) };
    ids = all;
  }
}

/**
 * Finds the records of a person by the customer's id.
 * @param known the payments and words, where they are remembered; else all payments of the customers, and the words in
 * their records
 * @returns undefined where none of the customers and payments exists, and no customer was deleted
 */
export async function findPerson(
  connection: Connection,
  ids: readonly Id[],
  { session, ...known }: Partial<Pick<Person, 'paymentIds' | 'words'>> & { session?: ClientSession } = {},
): Promise<Person | undefined> {
  const read = new PersonReader(connection, session);
  const { customerIds, trail, formers } = await customersOf(read, ids);
  const customers = await readByIds<Customer>(connection, 'customers', customerIds, { session });
  const payments = await read.find<PersonsPayment>(
    'payments',
    known.paymentIds ? { _id: { $in: known.paymentIds } } : { customerId: { $in: customerIds } },
    paymentFields,
  );
  if (!customers.length && !payments.length && !trail.deletedIds.length) return undefined;
  const paymentIds = distinctIds([
    ...payments.map(({ _id }) => _id),
    ...trail.deletedPaymentIds,
    ...(known.paymentIds ?? []),
  ]);
  const words = known.words ?? wordsOf([...customers, ...formers], payments, trail.told);
  const { own, shared } = await transactionsOf(read, paymentIds);
  const nameKeys = [...new Set(words.names.map(payerNameKey))].filter(Boolean);
  const ofBoth = { $or: [{ customerId: { $in: customerIds } }, { paymentId: { $in: paymentIds } }] };
  return {
    customers,
    payments,
    customerIds,
    paymentIds,
    mailIds: distinctIds([
      ...(await read.ids('mails', ofBoth)),
      ...(await goneMailsOf(read, { trail, paymentIds }, words)),
    ]),
    commentIds: distinctIds([
      ...(await read.ids('comments', ofBoth)),
      ...(await goneCommentsOf(read, trail)),
    ]),
    transactionIds: own.map(({ _id }) => _id),
    leftOverIds: own.filter(hasLeftOver).flatMap(paymentsOf),
    sharedTransactionIds: shared.map(({ _id }) => _id),
    noticeIds: await noticesOf(read, { payments, customerIds, trail }, nameKeys, own),
    eventIds: await eventsOf(read, { payments, paymentIds }, words),
    documentIds: await read.ids('documents', ofBoth),
    words,
    trail,
  };
}

/** The last day of a person's payments and of their bookings, YYYY-MM-DD; undefined without a payment. */
export const lastDayOf = ({ payments }: Person, calendar: Calendar): string | undefined =>
  payments
    .flatMap(({ createdAt, bookedOn = [] }) => [calendar.dayOf(createdAt), ...bookedOn])
    .reduce<string | undefined>((last, day) => (last && last > day ? last : day), undefined);
