import { setFields } from '../batches/set-fields.js';
import type { Migration } from './migration.js';

interface Paper {
  number: string;
  referenceNumber: string;
  buyer: { name: string };
  numberOrder?: string;
  searchText?: string;
}

interface Keyed {
  fullName?: unknown;
  city?: unknown;
  postalCode?: unknown;
  nameKey?: string;
  duplicateKeys?: string[];
  duplicatesDue?: boolean;
}

// Letters that Unicode's NFKD does not decompose.
const foldedLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

const oneApostrophe = (text: string): string => text.replace(/[’‘ʼ´`]/g, "'");

const fold = (text: string): string =>
  oneApostrophe(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłþı]/g, (letter) => foldedLetters[letter] ?? letter);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const compact = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

const nameForm = (name: string): string =>
  fold(name)
    .split(/[\s\p{Pd}']+/u)
    .map(compact)
    .filter(Boolean)
    .sort()
    .join(' ');

/** Returns the keys of a customer with the present form of its name, and without a phone number of one repeated digit. */
function keysOf({ fullName, city, postalCode, duplicateKeys = [] }: Keyed): string[] {
  const form = nameForm(textOf(fullName));
  const places = [postalCode, city].map((place) => compact(textOf(place))).filter(Boolean);
  const named = form.includes(' ') ? places.map((place) => `=${form}/${place}`.slice(0, 200)) : [];
  const others = duplicateKeys.filter((key) => !key.startsWith('=') && !/^#(.)\1*$/.test(key));
  const isPhone = (key: string): boolean => key.startsWith('#');
  return [...new Set([...others.filter(isPhone), ...named, ...others])];
}

/** Writes the texts by which papers are searched and sorted, and the keys of possible duplicates, in their present forms. */
export const foldedTextsMigration: Migration = {
  number: 22,
  name: 'folded texts',
  async run(database) {
    const papers = database.collection<Paper>('documents');
    const projection = { number: 1, referenceNumber: 1, 'buyer.name': 1 };
    const unordered = papers.find({ numberOrder: { $exists: false } }, { projection });
    await setFields(papers, unordered, ({ number, referenceNumber, buyer }) => ({
      numberOrder: number.replace(/\d+$/, (digits) => digits.padStart(16, '0')),
      searchText: fold([number, referenceNumber, buyer.name].join('\n')),
    }));
    const customers = database.collection<Keyed>('customers');
    const keyed = customers.find(
      { $or: [{ fullName: /[\p{Pd}'’‘ʼ´`]/u }, { duplicateKeys: /^#(.)\1*$/ }] },
      { projection: { fullName: 1, city: 1, postalCode: 1, nameKey: 1, duplicateKeys: 1 } },
    );
    await setFields(customers, keyed, ({ nameKey, ...customer }) =>
      customer.duplicateKeys
        ? {
            ...(nameKey && { nameKey: oneApostrophe(nameKey) }),
            duplicateKeys: keysOf(customer),
            duplicatesDue: true,
          }
        : undefined,
    );
  },
};
