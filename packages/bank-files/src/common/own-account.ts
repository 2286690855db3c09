import type { DecisionChoice, ReadingDecision } from './contract.js';
import type { ProofCents } from './proof.js';
import { cleanText, type StatementRows } from './statement-row.js';

/** Shortest number of an account: shorter ones are no account's, or only a part of its number. */
const minimumDigits = 4;

/** Maximum number of accounts that are offered, and length of their names. */
const maximumOffered = 20;
const maximumName = 200;

const digitsOf = (account: string): string => account.replace(/\D/g, '');

/** True for text that can be the number of an account, in full or with its beginning masked. */
export const isAccountNumber = (text: string): boolean => digitsOf(text).length >= minimumDigits;

/** A number of more than 12 digits: those of cards have 13 at least (ISO/IEC 7812). Shorter ones are shown whole. */
const longNumber = /\d(?:[ .-]?\d){12,}/;

/** Returns the end of a long number: as many digits as tell it from the others; undefined for one that is shown whole. */
function endOf(account: string, others: readonly string[]): string | undefined {
  const digits = digitsOf(longNumber.exec(account)?.[0] ?? '');
  for (let length = minimumDigits; length < digits.length; length++) {
    const end = digits.slice(-length);
    if (!others.some((other) => digitsOf(other).endsWith(end))) return end;
  }
  return undefined;
}

/** An account's number or name in full. */
const wholeName = (account: string): string => cleanText(account, maximumName);

/** An account's number or name as it is offered and chosen, beside the others of the file. */
function nameOf(account: string, accounts: readonly string[]): string {
  const end = endOf(
    account,
    accounts.filter((other) => other !== account),
  );
  return end === undefined ? wholeName(account) : `•••• ${end}`;
}

/** The lines of a list are no number of an account. */
const endsIn = (account: string, lastDigits: string): boolean =>
  !/^Lines? \d/.test(account) && digitsOf(account).endsWith(lastDigits);

/** The rows of one account, and what is open of it. */
export interface OwnRows extends Omit<StatementRows, 'proofs'> {
  /** The number in the file, or the end of a long one, where it is another one than the account's. */
  fileAccounts?: string[];
  /** The one of the file's accounts that was chosen, and has these rows. */
  account?: string;
  /** The file's control sums beside the rows. */
  proof?: ProofCents;
  /** The decision on the account, where the file names one; there are no rows while one of several is to be chosen. */
  decision?: ReadingDecision;
}

export interface OwnAccount {
  /** The last digits of the account's number. */
  lastDigits?: string | undefined;
  /** One of the file's accounts that an admin has chosen; true for all of them. */
  account?: true | string | undefined;
}

/** Returns an account of the file as a choice, with its first row. */
function choiceOf(read: StatementRows, account: string, accounts: readonly string[]): DecisionChoice {
  const name = nameOf(account, accounts);
  const rows = read.rows.filter((row) => row.account === account);
  const [first] = rows;
  const days = rows.map(({ day }) => day).sort();
  const period = first ? `, ${days[0]} to ${days.at(-1)}` : '';
  return {
    ...{ value: { account: name }, reads: `${name}: ${rows.length} rows${period}`, columns: [] },
    ...(first && { example: exampleOfRow(first) }),
  };
}

/** A row as the example of a choice. */
const exampleOfRow = ({ row, day, cents, payer, text }: StatementRows['rows'][number]) => ({
  ...{ row, day, amount: cents / 100, ...(payer && { payer }), text: text.slice(0, 200) },
});

/** Returns the proof of the rows of one account, or of the several that belong together; none where one has none. */
function proofOf({ rows, unreadable, proofs = [] }: StatementRows): ProofCents | undefined {
  const accounts = new Set(rows.flatMap(({ account }) => (account ? [account] : [])));
  const own = proofs.filter(({ account }) => !accounts.size || !account || accounts.has(account));
  const proof = own.find(({ agrees }) => agrees === false) ?? own[0];
  // A row that cannot be read is missing in every sum.
  if (!proof || unreadable.length) return undefined;
  const { by, agrees, opening, closing, difference, row } = proof;
  const balances = own.length === 1 ? { opening, closing } : {};
  const fields = { by, agrees, ...balances, difference, row };
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as unknown as ProofCents;
}

/**
 * Leaves out the rows of other accounts than the chosen one, or the one with these last digits. Where the file has
 * several and nothing tells one of them, they are offered, and there are no rows.
 */
export function keepOwnAccount(
  read: StatementRows,
  { lastDigits, account: chosen }: OwnAccount = {},
): OwnRows {
  const accounts = [
    ...new Set([...read.rows, ...read.unreadable].flatMap(({ account }) => (account ? [account] : []))),
  ];
  const isChosen = (account: string): boolean =>
    typeof chosen === 'string' && [nameOf(account, accounts), wholeName(account)].includes(chosen);
  const isOwnNumber = (account: string) => lastDigits !== undefined && endsIn(account, lastDigits);
  const told = accounts.filter(accounts.some(isChosen) ? isChosen : isOwnNumber);
  // All of them belong to the account, as an admin said, only where no number is the account's.
  const areAll = accounts.length < 2 || (told.length !== 1 && chosen === true);
  const own = areAll ? accounts : told;
  if (!areAll && own.length !== 1) {
    const all = { account: true as const };
    const choices = accounts.slice(0, maximumOffered).map((account) => choiceOf(read, account, accounts));
    return {
      ...{ rows: [], skipped: [], unreadable: [] },
      decision: {
        ...{ on: 'account', reads: '', isOpen: true },
        choices: [...choices, { value: all, reads: 'all rows belong to this bank account', columns: [] }],
      },
    };
  }
  const isOwn = ({ account }: { account?: string }) => areAll || !account || account === own[0];
  const [number = ''] = own;
  const differs =
    chosen === undefined && lastDigits && isAccountNumber(number) && !endsIn(number, lastDigits);
  const names = own.map((account) => nameOf(account, accounts)).join(', ');
  const by = isChosen(number) || chosen === true ? 'said' : isOwnNumber(number) ? 'proof' : 'only';
  const reads = `the rows are of ${names}`;
  const decision: ReadingDecision = differs
    ? { on: 'account', reads, isOpen: true }
    : {
        ...{ on: 'account', reads, by, isOpen: false },
        ...(by === 'proof' && { says: `it ends in ${lastDigits}` }),
      };
  const proof = proofOf({
    ...read,
    rows: read.rows.filter(isOwn),
    unreadable: read.unreadable.filter(isOwn),
  });
  const others = [...read.rows, ...read.unreadable].filter((row) => !isOwn(row));
  return {
    rows: read.rows.filter(isOwn),
    skipped: [...read.skipped, ...others.map(({ row }) => ({ row, reason: 'account' as const }))],
    unreadable: read.unreadable.filter(isOwn).map(({ row, reason }) => ({ row, reason })),
    ...(proof && { proof }),
    ...(names && { decision }),
    ...(typeof chosen === 'string' && isChosen(number) && { account: chosen }),
    ...(differs && { fileAccounts: [endOf(number, []) ?? wholeName(number)] }),
  };
}
