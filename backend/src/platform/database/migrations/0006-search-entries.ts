import type mongoose from 'mongoose';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Database, Migration } from './migration.js';

type Id = mongoose.Types.ObjectId;

interface Person {
  fullName?: unknown;
  email?: unknown;
  phone?: unknown;
}

interface Customer extends Person {
  _id: Id;
}

interface Payment {
  _id: Id;
  customerId: Id;
  referenceNumber?: string;
  transactionId?: string;
  paymentDetails?: Person;
}

interface Found {
  id: Id;
  terms: string[];
}

/** Maximum length of a term, in characters. */
const maximumTerm = 64;

// Letters that Unicode's NFKD does not decompose.
const foldedLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' },
};

/** Returns text without case and accents. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłþı]/g, (letter) => foldedLetters[letter] ?? letter);

const compact = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');
const reversed = (text: string): string => [...text].reverse().join('');
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns a word and each of its ends that begins after a punctuation mark. */
const wordTerms = (text: string): string[] =>
  fold(text)
    .split(/\s+/)
    .flatMap((word) => {
      const parts = word.match(/[\p{L}\p{N}]+/gu) ?? [];
      return parts.map((_, at) => parts.slice(at).join('').slice(0, maximumTerm));
    });

/** Returns the words of name and email, without the top-level domain, and the phone number from its end. */
function personTerms({ fullName, email, phone }: Person): string[] {
  const digits = textOf(phone).normalize('NFKC').replace(/\D/g, '').slice(-20);
  return [
    ...wordTerms(textOf(fullName)),
    ...wordTerms(textOf(email).trim()).slice(0, -1),
    ...(digits ? [`#${reversed(digits)}`] : []),
  ];
}

/** Removes terms that begin another term: a search by prefix finds that one, too. */
function distinct(terms: string[]): string[] {
  const sorted = [...new Set(terms)].sort();
  return sorted.filter((term, at) => !sorted[at + 1]?.startsWith(term));
}

function paymentTerms(payment: Payment, customer: Customer | undefined): string[] {
  const reference = reversed(compact(textOf(payment.referenceNumber))).slice(0, maximumTerm);
  const transaction = compact(textOf(payment.transactionId)).slice(0, maximumTerm);
  return distinct([
    ...(reference ? [`<${reference}`] : []),
    ...(transaction ? [`!${transaction}`] : []),
    ...personTerms(payment.paymentDetails ?? {}),
    ...personTerms(customer ?? {}),
  ]);
}

/** Inserts entries; existing ones stay unchanged. */
async function write(database: Database, letter: 'c' | 'p', found: Found[]): Promise<void> {
  const entries = found.flatMap(({ id, terms }) =>
    terms.map((term) => ({ _id: `${letter}${term} ${id.toHexString()}` })),
  );
  if (!entries.length) return;
  await database
    .collection<{ _id: string }>('searchentries')
    .insertMany(entries, { ordered: false })
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== 11000) throw error;
    });
}

/** Adds the search terms of customers and payments to the search index. */
export const searchEntriesMigration: Migration = {
  number: 6,
  name: 'search entries',
  async run(database) {
    const customers = database.collection<Customer>('customers');
    const person = { fullName: 1, email: 1, phone: 1 } as const;
    for await (const batch of cursorBatches(customers.find({}, { projection: person, batchSize: 1000 })))
      await write(
        database,
        'c',
        batch.map((customer) => ({ id: customer._id, terms: distinct(personTerms(customer)) })),
      );
    const projection = { customerId: 1, referenceNumber: 1, transactionId: 1, paymentDetails: 1 };
    const payments = database.collection<Payment>('payments').find({}, { projection, batchSize: 1000 });
    for await (const batch of cursorBatches(payments)) {
      const ids = batch.map(({ customerId }) => customerId);
      const found = await customers.find({ _id: { $in: ids } }, { projection: person }).toArray();
      const byId = new Map(found.map((customer) => [String(customer._id), customer]));
      await write(
        database,
        'p',
        batch.map((payment) => ({
          id: payment._id,
          terms: paymentTerms(payment, byId.get(String(payment.customerId))),
        })),
      );
    }
  },
};
