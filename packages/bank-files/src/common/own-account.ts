import type { FileAccount, ReadingDecision } from './contract.js';
import { recordOf, saidNow, weights, where } from './evidence.js';
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
  /** The accounts of a file with several, where nothing tells which one is meant; there are no rows then. */
  accounts?: FileAccount[];
  /** The one of the file's accounts that was chosen, and has these rows. */
  account?: string;
  /** The file's control sums beside the rows. */
  proof?: ProofCents;
  /** The decision on the account, where the file names one. */
  record?: ReadingDecision;
}

export interface OwnAccount {
  /** The last digits of the account's number. */
  lastDigits?: string | undefined;
  /** One of the file's accounts that an admin has chosen; true for all of them. */
  account?: true | string | undefined;
}

function describe(read: StatementRows, account: string, accounts: readonly string[]): FileAccount {
  const rows = read.rows.filter((row) => row.account === account);
  const days = rows.map(({ day }) => day).sort();
  return {
    ...{ account: nameOf(account, accounts), rows: rows.length, from: days[0] ?? '', to: days.at(-1) ?? '' },
    example: rows[0]?.text.slice(0, 100) ?? '',
  };
}

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
  if (!areAll && own.length !== 1)
    return {
      ...{ rows: [], skipped: [], unreadable: [] },
      accounts: accounts.slice(0, maximumOffered).map((account) => describe(read, account, accounts)),
      record: recordOf('account', {
        reads: '',
        evidence: where(true, `the file has ${accounts.length}`, -1),
      }),
    };
  const isOwn = ({ account }: { account?: string }) => areAll || !account || account === own[0];
  const [number = ''] = own;
  const differs =
    chosen === undefined && lastDigits && isAccountNumber(number) && !endsIn(number, lastDigits);
  const names = own.map((account) => nameOf(account, accounts)).join(', ');
  const evidence = [
    ...(isChosen(number) || (areAll && chosen === true) ? [saidNow] : []),
    ...where(own.length === 1 && accounts.length === 1, 'the file has no other', weights.content),
    ...where(isOwnNumber(number), `it ends in ${lastDigits}`, weights.proof),
    ...where(differs, `the bank account ends in ${lastDigits}`, -weights.proof),
  ];
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
    ...(names && { record: recordOf('account', { reads: `the rows are of ${names}`, evidence }) }),
    ...(typeof chosen === 'string' && isChosen(number) && { account: chosen }),
    ...(differs && { fileAccounts: [endOf(number, []) ?? wholeName(number)] }),
  };
}
