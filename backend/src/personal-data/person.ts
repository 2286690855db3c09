import type { Connection, ClientSession, mongo, Types } from 'mongoose';
import type { Calendar } from '#domain/calendar';
import { emailKey } from '#domain/customers';
import { payerNameKey } from '#domain/names';
import { referenceKey } from '#domain/payments';
import type { CustomerMerge } from '../customers/customer-merge.schema.js';
import type { Customer } from '../customers/customer.schema.js';
import type { Payment } from '../payments/payment.schema.js';
import type { InteracNotice } from '../reconciliation/notices/interac-notice.schema.js';
import type { BankTransaction } from '../reconciliation/transactions/bank-transaction.schema.js';
import { compact, fold } from '../search-index/search-terms.js';

type Id = Types.ObjectId;

/** The records that one person is in, by which those of every collection are found. */
export interface Person {
  /** The customer who is asked for, and those who were merged into it. */
  customers: Customer[];
  payments: Payment[];
  customerIds: Id[];
  paymentIds: Id[];
  mailIds: Id[];
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
}

/** Names, email addresses and phone numbers of a person, folded as a search folds them. */
export interface PersonWords {
  names: string[];
  emails: string[];
  phones: string[];
}

/** Reads the records of a person in a transaction. */
class PersonReader {
  constructor(
    private readonly connection: Connection,
    private readonly session: ClientSession | undefined,
  ) {}

  async find<Record extends mongo.Document>(
    collection: string,
    filter: object,
    projection?: object,
  ): Promise<Record[]> {
    const options = { ...(this.session && { session: this.session }), ...(projection && { projection }) };
    const found = this.connection.collection(collection).find(filter, options).sort({ _id: 1 });
    return (await found.toArray()) as unknown as Record[];
  }

  async ids(collection: string, filter: object): Promise<Id[]> {
    return (await this.find<{ _id: Id }>(collection, filter, { _id: 1 })).map(({ _id }) => _id);
  }
}

const contains =
  (ids: readonly Id[]) =>
  (id: Id | undefined): boolean =>
    id !== undefined && ids.some((one) => one.equals(id));

/** The payments that a bank transaction is, or was, matched to. */
const paymentsOf = ({ allocations, reversed = [], offsets = [] }: BankTransaction): Id[] => [
  ...[...allocations, ...reversed].map(({ paymentId }) => paymentId),
  ...offsets.flatMap(({ paymentId }) => paymentId ?? []),
];

const hasLeftOver = ({ cents, restCents, state }: BankTransaction): boolean =>
  cents > 0 && restCents > 0 && state !== 'matched' && state !== 'ignored';

/**
 * Returns the bank transactions of payments: those matched to these alone, with those of the opposite direction that
 * take them back, and those matched to others as well.
 */
async function transactionsOf(read: PersonReader, paymentIds: Id[]) {
  const isOwn = contains(paymentIds);
  const found = await read.find<BankTransaction>('banktransactions', {
    $or: [{ 'allocations.paymentId': { $in: paymentIds } }, { 'reversed.paymentId': { $in: paymentIds } }],
  });
  const own = found.filter((transaction) => paymentsOf(transaction).every(isOwn));
  const shared = found.filter((transaction) => !own.includes(transaction));
  const others = own.flatMap(({ offsets = [] }) =>
    offsets.flatMap(({ transactionId }) => transactionId ?? []),
  );
  const isKnown = contains(own.map(({ _id }) => _id));
  const returned = (await read.find<BankTransaction>('banktransactions', { _id: { $in: others } })).filter(
    (transaction) =>
      !isKnown(transaction._id) &&
      paymentsOf(transaction).every(isOwn) &&
      (transaction.offsets ?? []).every(({ transactionId }) => !transactionId || isKnown(transactionId)),
  );
  return { own: [...own, ...returned], shared };
}

/** A reference as it stands in the text of a notice: its letters and digits. */
const referenceIn = (reference: string): string => compact(referenceKey(reference));

/**
 * Returns the Interac notices of a person: those that name one of the payments, those whose number stands in a bank
 * transaction of theirs, and those of a sender of this name, where no other customer has it.
 */
async function noticesOf(
  read: PersonReader,
  { payments, customerIds }: Pick<Person, 'payments' | 'customerIds'>,
  nameKeys: string[],
  transactions: readonly BankTransaction[],
): Promise<InteracNotice[]> {
  const namesakes = await read.find<Customer>(
    'customers',
    { payerNameKey: { $in: nameKeys }, _id: { $nin: customerIds } },
    { payerNameKey: 1 },
  );
  const ownNames = nameKeys.filter((key) => !namesakes.some((customer) => customer.payerNameKey === key));
  const references = payments
    .flatMap(({ referenceNumber, formerReferences = [] }) => [referenceNumber, ...formerReferences])
    .map(referenceIn);
  const texts = transactions.map(({ text, bankId = '' }) => compact(`${text} ${bankId}`));
  const all = await read.find<InteracNotice>('interacnotices', {});
  return all.filter(
    ({ message, numberKey, senderKey }) =>
      references.some((reference) => reference.length > 3 && compact(message).includes(reference)) ||
      texts.some((text) => numberKey.length > 3 && text.includes(compact(numberKey))) ||
      (senderKey !== '' && ownNames.includes(senderKey)),
  );
}

const textsOf = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value): value is string => typeof value === 'string' && value.trim() !== '')),
];

/** The words of customers, and of what was typed with their payments. */
function wordsOf(customers: readonly Customer[], payments: readonly Payment[]): PersonWords {
  const people: Record<string, unknown>[] = [
    ...customers.map((customer) => ({ ...customer })),
    ...customers.flatMap(({ furtherEmails = [] }) => furtherEmails.map((email) => ({ email }))),
    ...payments.map(({ paymentDetails = {} }) => paymentDetails),
    ...payments.map(({ buyer }) => ({ fullName: buyer?.name })),
  ];
  const of = (field: string) => textsOf(people.map((person) => person[field]));
  const phones = of('phone').map((phone) => phone.replace(/\D/g, ''));
  return {
    names: [...new Set(of('fullName').map(fold))].filter((name) => wordsIn(name).length),
    emails: [...new Set(of('email').map(emailKey))],
    phones: phones.filter((digits) => digits.length >= 7),
  };
}

const distinctIds = (ids: readonly Id[]): Id[] => [
  ...new Map(ids.map((id) => [id.toHexString(), id])).values(),
];

/** The merges into customers, and those into the customers that went. */
async function mergesInto(read: PersonReader, ids: readonly Id[]): Promise<CustomerMerge[]> {
  const found: CustomerMerge[] = [];
  for (let next = [...ids]; next.length;) {
    const undone = { $exists: false };
    const merges = await read.find<CustomerMerge>('customermerges', { intoId: { $in: next }, undone });
    found.push(...merges);
    next = merges.map(({ fromId }) => fromId);
  }
  return found;
}

/**
 * Finds the records of a person by the customer's id.
 * @param paymentIds the payments, where they are remembered; else all payments of the customers
 * @returns undefined where none of the customers and payments exists
 */
export async function findPerson(
  connection: Connection,
  ids: readonly Id[],
  { session, paymentIds: known }: { session?: ClientSession; paymentIds?: readonly Id[] } = {},
): Promise<Person | undefined> {
  const read = new PersonReader(connection, session);
  const merges = await mergesInto(read, ids);
  const customerIds = distinctIds([...ids, ...merges.map(({ fromId }) => fromId)]);
  const customers = await read.find<Customer>('customers', { _id: { $in: customerIds } });
  const payments = await read.find<Payment>(
    'payments',
    known ? { _id: { $in: [...known] } } : { customerId: { $in: customerIds } },
  );
  if (!customers.length && !payments.length) return undefined;
  const paymentIds = payments.map(({ _id }) => _id);
  const formers = merges.flatMap(({ from }) => from ?? []);
  const words = wordsOf([...customers, ...formers], payments);
  const { own, shared } = await transactionsOf(read, paymentIds);
  const nameKeys = [...new Set(words.names.map(payerNameKey))].filter(Boolean);
  const notices = await noticesOf(read, { payments, customerIds }, nameKeys, own);
  const sessions = payments.flatMap(({ card }) => card?.sessionId ?? []);
  const intents = payments.flatMap(({ card }) => card?.paymentIntentId ?? []);
  const ofBoth = { $or: [{ customerId: { $in: customerIds } }, { paymentId: { $in: paymentIds } }] };
  return {
    customers,
    payments,
    customerIds,
    paymentIds,
    mailIds: await read.ids('mails', ofBoth),
    commentIds: await read.ids('comments', ofBoth),
    transactionIds: own.map(({ _id }) => _id),
    leftOverIds: own.filter(hasLeftOver).flatMap(paymentsOf),
    sharedTransactionIds: shared.map(({ _id }) => _id),
    noticeIds: notices.map(({ _id }) => _id),
    eventIds: await read.ids('cardevents', {
      $or: [
        { paymentId: { $in: paymentIds } },
        { sessionId: { $in: sessions } },
        { paymentIntentId: { $in: intents } },
      ],
    }),
    documentIds: await read.ids('documents', ofBoth),
    words,
  };
}

/**
 * Returns whether a text names the person: by a whole name, an email address or a phone number, or where each of its
 * words is one of the name's, as in a search.
 */
export function namesPerson(text: string, { names, emails, phones }: PersonWords): boolean {
  const folded = fold(text);
  const digits = text.replace(/\D/g, '');
  const words = wordsIn(folded);
  const ofNames = new Set(names.flatMap(wordsIn));
  const spaced = (all: string[]) => ` ${all.join(' ')} `;
  return (
    names.some((name) => spaced(words).includes(spaced(wordsIn(name)))) ||
    emails.some((email) => folded.includes(fold(email))) ||
    phones.some((phone) => digits.includes(phone.slice(-10))) ||
    (words.length > 0 && words.every((word) => ofNames.has(word)))
  );
}

const wordsIn = (folded: string): string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The last day of a person's payments and of their bookings, YYYY-MM-DD; undefined without a payment. */
export const lastDayOf = ({ payments }: Person, calendar: Calendar): string | undefined =>
  payments
    .flatMap(({ createdAt, bookedOn = [] }) => [calendar.dayOf(createdAt), ...bookedOn])
    .reduce<string | undefined>((last, day) => (last && last > day ? last : day), undefined);
