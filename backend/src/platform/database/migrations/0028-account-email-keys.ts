import type { Migration } from './migration.js';

interface Account {
  username: string;
  email: string;
  emailKey?: string;
}

const keyOf = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

/** Gives each account the key by which its address is its own; of accounts with one address, the first has it. */
export const accountEmailKeysMigration: Migration = {
  number: 28,
  name: 'account email keys',
  async run(database, tell) {
    const accounts = database.collection<Account>('users');
    const stored = await accounts.find().sort({ _id: 1 }).toArray();
    const taken = new Set(stored.map((account) => account.emailKey));
    for (const { _id, username, email, emailKey } of stored) {
      if (emailKey) continue;
      const key = keyOf(email);
      if (taken.has(key)) {
        tell?.(`The account "${username}" has the email address of another: give one of them its own`);
        continue;
      }
      taken.add(key);
      await accounts.updateOne({ _id }, { $set: { emailKey: key } });
    }
  },
};
