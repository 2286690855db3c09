import type mongoose from 'mongoose';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Migration } from './migration.js';

type Id = mongoose.Types.ObjectId;

interface Person {
  fullName?: unknown;
  email?: unknown;
  phone?: unknown;
}

interface Customer extends Person {
  _id: Id;
  terms?: string[];
}

interface Payment {
  _id: Id;
  customerId: Id;
  referenceNumber?: string;
  formerReferences?: string[];
  transactionId?: string;
  paymentDetails?: Person;
  terms?: string[];
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

/** Returns a reference from its end, and its parts: a generated one's after the common prefix. */
function referenceTerms(reference: string): string[] {
  const key = reference.replace(/[\s-]/g, '').toUpperCase();
  const starts = /^CRTSOTN[\dA-F]{6}\d{6}$/.test(key) ? [7, 13] : [0];
  const marked: [mark: string, text: string][] = [
    ['<', reversed(compact(reference))],
    ...starts.map((start): [string, string] => ['=', compact(key.slice(start))]),
  ];
  return marked.filter(([, text]) => text).map(([mark, text]) => mark + text.slice(0, maximumTerm));
}

function paymentTerms(payment: Payment, customer: Customer | undefined): string[] {
  const references = [payment.referenceNumber, ...(payment.formerReferences ?? [])].map(textOf);
  const transaction = compact(textOf(payment.transactionId)).slice(0, maximumTerm);
  return distinct([
    ...references.flatMap(referenceTerms),
    ...(transaction ? [`!${transaction}`] : []),
    ...personTerms(payment.paymentDetails ?? {}),
    ...personTerms(customer ?? {}),
  ]);
}

const person = { fullName: 1, email: 1, phone: 1 } as const;
/** A record that has terms is done: an interrupted run goes on with the others. */
const undone = { terms: { $exists: false } };

/** Writes the search terms of customers and payments into the records, and ends the collection of their entries. */
export const searchTermsMigration: Migration = {
  number: 17,
  name: 'search terms',
  async run(database) {
    const customers = database.collection<Customer>('customers');
    for await (const batch of cursorBatches(customers.find(undone, { projection: person, batchSize: 1000 })))
      await customers.bulkWrite(
        batch.map((customer) => ({
          updateOne: {
            filter: { _id: customer._id, ...undone },
            update: { $set: { terms: distinct(personTerms(customer)) } },
          },
        })),
        { ordered: false },
      );
    const payments = database.collection<Payment>('payments');
    const projection = {
      ...{ customerId: 1, referenceNumber: 1, formerReferences: 1 },
      ...{ transactionId: 1, paymentDetails: 1 },
    };
    for await (const batch of cursorBatches(payments.find(undone, { projection, batchSize: 1000 }))) {
      const ids = batch.map(({ customerId }) => customerId);
      const found = await customers.find({ _id: { $in: ids } }, { projection: person }).toArray();
      const byId = new Map(found.map((customer) => [String(customer._id), customer]));
      await payments.bulkWrite(
        batch.map((payment) => ({
          updateOne: {
            filter: { _id: payment._id, ...undone },
            update: { $set: { terms: paymentTerms(payment, byId.get(String(payment.customerId))) } },
          },
        })),
        { ordered: false },
      );
    }
    await database.dropCollection('searchentries');
  },
};
