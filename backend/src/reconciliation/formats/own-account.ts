import { FileRefusedError, type StatementRows } from './statement-row.js';

/** Shows the end of an account's number only. */
const endOf = (account: string): string => `…${account.slice(-4)}`;

/**
 * Leaves out the rows of other accounts than the one with these last digits. Throws where the file has several accounts
 * and the digits do not tell one of them.
 */
export function keepOwnAccount(read: StatementRows, lastDigits?: string): StatementRows {
  const accounts = [
    ...new Set([...read.rows, ...read.unreadable].flatMap(({ account }) => (account ? [account] : []))),
  ];
  const own =
    accounts.length > 1
      ? accounts.filter((account) => lastDigits && account.replace(/\D/g, '').endsWith(lastDigits))
      : accounts;
  if (accounts.length > 1 && own.length !== 1)
    throw new FileRefusedError(
      `The file has several accounts (${accounts.slice(0, 5).map(endOf).join(', ')}): export one alone, or give the bank account the last four digits of its number`,
    );
  const isOwn = ({ account }: { account?: string }) => !account || account === own[0];
  const others = [...read.rows, ...read.unreadable].filter((row) => !isOwn(row));
  return {
    rows: read.rows.filter(isOwn),
    skipped: [...read.skipped, ...others.map(({ row }) => ({ row, reason: 'account' as const }))],
    unreadable: read.unreadable.filter(isOwn).map(({ row, reason }) => ({ row, reason })),
  };
}
