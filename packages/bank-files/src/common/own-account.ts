import type { FileAccount, ReadingDecision } from './contract.js';
import { openDecision, type Option } from './decide.js';
import { joinProofs, type ProofCents } from './proof.js';
import { cleanText, exampleOf, type StatementRows } from './statement-row.js';

/** Shortest number of an account: shorter ones are no account's, or only a part of its number. */
const minimumDigits = 4;
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

const wholeName = (account: string): string => cleanText(account, maximumName);

/** An account's number or name as it is offered and chosen, beside the others of the file. */
function nameOf(account: string, accounts: readonly string[]): string {
  const end = endOf(
    account,
    accounts.filter((other) => other !== account),
  );
  return end === undefined ? wholeName(account) : `•••• ${end}`;
}

/** Accounts that are told by the lines of their lists: the next file has other lines. */
const ofLines = /^Lines? \d/;

const endsIn = (account: string, lastDigits: string): boolean =>
  !ofLines.test(account) && digitsOf(account).endsWith(lastDigits);

/** The choice among a file's accounts that is remembered with its layout: one of them by its name, or all. */
export interface ChosenAccount {
  account: true | string;
  /** The names of all of them, as they were offered: a further one is asked about. */
  accounts: string[];
}

/** The rows of one account, and what is open of it. */
export interface OwnRows extends Pick<StatementRows, 'rows' | 'skipped' | 'unreadable'> {
  /** The number in the file, or the end of a long one, where it is another one than the account's. */
  fileAccounts?: string[];
  /** The one of the file's accounts that was chosen, and has these rows. */
  account?: string;
  /** The file's control sums beside the rows. */
  proof?: ProofCents;
  /** The decision on the account, where the file names one; there are no rows while one of several is to be chosen. */
  decision?: ReadingDecision;
  /** The choice of a person, to be remembered. */
  chosen?: ChosenAccount;
}

export interface OwnAccount {
  /** The last digits of the account's number. */
  lastDigits?: string | undefined;
  /** One of the file's accounts that an admin has chosen; true for all of them. */
  account?: true | string | undefined;
}

function optionOf({ rows }: StatementRows, account: string, name: string): Option<FileAccount> {
  const own = rows.filter((row) => row.account === account);
  const [first] = own;
  const days = own.map(({ day }) => day).sort();
  const period = first ? `, ${days[0]} to ${days.at(-1)}` : '';
  return {
    value: name,
    answer: { account: name },
    reads: `${name}: ${own.length} rows${period}`,
    ...(first && { example: exampleOf(first) }),
  };
}

/** Returns the proof of the rows of one account, or of the several that belong together; none where one has none. */
function proofOf({ rows, unreadable, proofs = [] }: StatementRows): ProofCents | undefined {
  const accounts = new Set(rows.flatMap(({ account }) => (account ? [account] : [])));
  // A row that cannot be read is missing in every sum.
  if (unreadable.length) return undefined;
  return joinProofs(proofs.filter(({ account }) => !accounts.size || !account || accounts.has(account)));
}

/** Leaves out the rows of other accounts than the bank account's; where nothing tells it, there are none, and it is asked. */
export function keepOwnAccount(
  read: StatementRows,
  { lastDigits, account: said }: OwnAccount = {},
  before?: ChosenAccount,
): OwnRows {
  const accounts = [
    ...new Set([...read.rows, ...read.unreadable].flatMap(({ account }) => (account ? [account] : []))),
  ];
  const names = accounts.map((account) => nameOf(account, accounts));
  const named = (name: string) =>
    accounts.filter((account, index) => names[index] === name || wholeName(account) === name);
  const ofSaid = typeof said === 'string' ? named(said) : [];
  const ofNumber = accounts.filter((account) => lastDigits !== undefined && endsIn(account, lastDigits));
  const isAsBefore = before && names.every((name) => before.accounts.includes(name));
  const ofBefore = !isAsBefore ? [] : before.account === true ? accounts : named(before.account);
  const isDoubted = before !== undefined && names.length > 0 && !ofBefore.length;
  const settled = (
    [
      ['said', ofSaid.length === 1 ? ofSaid : []],
      ['proof', ofNumber.length === 1 ? ofNumber : []],
      ['said', said === true ? accounts : []],
      ['remembered', ofBefore],
      ['only', accounts.length === 1 && !isDoubted ? accounts : []],
    ] as const
  ).find(([, own]) => own.length > 0);
  if (!settled && accounts.length) {
    const offered = accounts
      .slice(0, maximumOffered)
      .map((account, index) => optionOf(read, account, names[index]!));
    const reads = 'all rows belong to this bank account';
    const whole = { value: true, answer: { account: true }, reads } as const;
    // Other numbers in nearly each row are those of the other parties.
    const areOthers =
      accounts.length > 2 && 4 * accounts.length > 3 * (read.rows.length + read.unreadable.length);
    const options = areOthers ? [whole, ...offered] : [...offered, whole];
    const decision = openDecision<true | FileAccount>('account', options);
    return { rows: [], skipped: [], unreadable: [], decision };
  }
  const [by, own] = settled ?? ['only' as const, accounts];
  const isOwn = ({ account }: { account?: string }) => !account || own.includes(account);
  const [number = ''] = own;
  const differs = by === 'only' && lastDigits !== undefined && isAccountNumber(number);
  const reads = `the rows are of ${own.map((account) => nameOf(account, accounts)).join(', ')}`;
  const says = by === 'proof' && { says: `it ends in ${lastDigits}` };
  const rows = read.rows.filter(isOwn);
  const unreadable = read.unreadable.filter(isOwn);
  const proof = proofOf({ ...read, rows, unreadable });
  const others = [...read.rows, ...read.unreadable].filter((row) => !isOwn(row));
  const isKept = by === 'said' && names.length > 0 && !names.some((name) => ofLines.test(name));
  return {
    rows,
    skipped: [...read.skipped, ...others.map(({ row }) => ({ row, reason: 'account' as const }))],
    unreadable: unreadable.map(({ row, reason }) => ({ row, reason })),
    ...(proof && { proof }),
    ...(number && {
      decision: { on: 'account', reads, ...(differs ? { isOpen: true } : { by, ...says, isOpen: false }) },
    }),
    ...(ofSaid.length === 1 && { account: said as string }),
    ...(differs && { fileAccounts: [endOf(number, []) ?? wholeName(number)] }),
    ...(isKept && {
      chosen: { account: ofSaid.length ? names[accounts.indexOf(number)]! : true, accounts: names },
    }),
    ...(by === 'remembered' && { chosen: before }),
  };
}
