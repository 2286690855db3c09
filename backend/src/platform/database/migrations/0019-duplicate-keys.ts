import type mongoose from 'mongoose';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Migration } from './migration.js';

interface Customer {
  _id: mongoose.Types.ObjectId;
  fullName?: unknown;
  email?: unknown;
  phone?: unknown;
  city?: unknown;
  postalCode?: unknown;
  duplicateKeys?: string[];
  duplicatesDue?: boolean;
}

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
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function phoneForm(phone: string): string {
  const digits = phone.normalize('NFKC').replace(/\D/g, '').slice(-20);
  const local = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return local.length < 7 ? '' : local;
}

const nameForm = (name: string): string =>
  fold(name).split(/\s+/).map(compact).filter(Boolean).sort().join(' ');

function mailboxForm(email: string): string {
  const [, local = '', domain = ''] = /^([^+]*)(?:\+.*)?@([^@]*)$/.exec(email.trim().toLowerCase()) ?? [];
  const plain = local.replaceAll('.', '');
  return plain && domain ? `${plain}@${domain}` : '';
}

function keysOf(customer: Customer): string[] {
  const number = phoneForm(textOf(customer.phone));
  const name = nameForm(textOf(customer.fullName));
  const mailbox = mailboxForm(textOf(customer.email));
  const places = [customer.postalCode, customer.city].map((place) => compact(textOf(place))).filter(Boolean);
  const keys = [
    ...(number ? [`#${number}`] : []),
    ...(name.includes(' ') ? places.map((place) => `=${name}/${place}`) : []),
    ...(mailbox ? [`@${mailbox}`] : []),
  ];
  return [...new Set(keys.map((key) => key.slice(0, 200)))];
}

/** A customer that has keys is done: an interrupted run goes on with the others. */
const undone = { duplicateKeys: { $exists: false } };

/** Writes the keys by which possible duplicates are found into the customers, each of which is then to be looked at. */
export const duplicateKeysMigration: Migration = {
  number: 19,
  name: 'duplicate keys',
  async run(database) {
    const customers = database.collection<Customer>('customers');
    const projection = { fullName: 1, email: 1, phone: 1, city: 1, postalCode: 1 };
    for await (const batch of cursorBatches(customers.find(undone, { projection, batchSize: 1000 })))
      await customers.bulkWrite(
        batch.map((customer) => ({
          updateOne: {
            filter: { _id: customer._id, ...undone },
            update: { $set: { duplicateKeys: keysOf(customer), duplicatesDue: true } },
          },
        })),
        { ordered: false },
      );
  },
};
