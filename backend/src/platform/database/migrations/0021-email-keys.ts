import { setFields } from '../batches/set-fields.js';
import type { Migration } from './migration.js';

interface Keyed {
  emailKey?: string;
  furtherEmailKeys?: string[];
  duplicateKeys?: string[];
  duplicatesDue?: boolean;
}

/** More than ASCII, of which other forms have the same key. */
const more = /[^ -~]/;
const keyOf = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Writes the keys of emails anew, which are the same for composed and decomposed letters. */
export const emailKeysMigration: Migration = {
  number: 21,
  name: 'email keys',
  async run(database) {
    const customers = database.collection<Keyed>('customers');
    const projection = { emailKey: 1, furtherEmailKeys: 1, duplicateKeys: 1 };
    const found = customers.find({ $or: [{ emailKey: more }, { furtherEmailKeys: more }] }, { projection });
    await setFields(customers, found, ({ emailKey, furtherEmailKeys, duplicateKeys }) => ({
      ...(emailKey && { emailKey: keyOf(emailKey) }),
      ...(furtherEmailKeys && { furtherEmailKeys: furtherEmailKeys.map(keyOf) }),
      ...(duplicateKeys && {
        duplicateKeys: duplicateKeys.map((key) => (key.startsWith('@') ? keyOf(key) : key)),
      }),
      duplicatesDue: true,
    }));
    const payments = database.collection<{ payerEmailKey?: string }>('payments');
    const paid = payments.find({ payerEmailKey: more }, { projection: { payerEmailKey: 1 } });
    await setFields(payments, paid, ({ payerEmailKey = '' }) => ({ payerEmailKey: keyOf(payerEmailKey) }));
  },
};
