import { FileRefusedError, type StatementRows } from './statement-row.js';

/** Shows the end of an account's number only. */
const endOf = (account: string): string => `…${account.slice(-4)}`;

/** Shortest number of an account: shorter ones are no account's, or only a part of its number. */
const minimumDigits = 4;

const digitsOf = (account: string): string => account.replace(/\D/g, '');

/** True for text that can be the number of an account, in full or with its beginning masked. */
export const isAccountNumber = (text: string): boolean => digitsOf(text).length >= minimumDigits;

/** The rows of one account, and the end of its number where that is another one than the account's. */
export interface OwnRows extends StatementRows {
  fileAccounts?: string[];
}

/**
 * Leaves out the rows of other accounts than the one with these last digits. Throws where the file has several accounts
 * and the digits do not tell one of them.
 */
export function keepOwnAccount(read: StatementRows, lastDigits?: string): OwnRows {
  const accounts = [
    ...new Set([...read.rows, ...read.unreadable].flatMap(({ account }) => (account ? [account] : []))),
  ];
  const own =
    accounts.length > 1
      ? accounts.filter((account) => lastDigits && digitsOf(account).endsWith(lastDigits))
      : accounts;
  if (accounts.length > 1 && own.length !== 1)
    throw new FileRefusedError(
      `The file has several accounts (${accounts.slice(0, 5).map(endOf).join(', ')}): export one alone, or give the bank account the last four digits of its number`,
    );
  const isOwn = ({ account }: { account?: string }) => !account || account === own[0];
  const differing =
    lastDigits && own[0] && isAccountNumber(own[0]) && !digitsOf(own[0]).endsWith(lastDigits)
      ? own[0].slice(-4)
      : undefined;
  const others = [...read.rows, ...read.unreadable].filter((row) => !isOwn(row));
  return {
    rows: read.rows.filter(isOwn),
    skipped: [...read.skipped, ...others.map(({ row }) => ({ row, reason: 'account' as const }))],
    unreadable: read.unreadable.filter(isOwn).map(({ row, reason }) => ({ row, reason })),
    ...(differing && { fileAccounts: [differing] }),
  };
}
