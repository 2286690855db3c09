import type {
  Answer,
  CsvColumn,
  CsvMapping,
  Marks,
  ReadingDecision,
  SkipReason,
  StatementEncoding,
  StatementFormat,
  StatementQuestion,
} from '#bank-files/contract';
import type { Candidate } from './candidates.js';
import type { Pagination } from '../platform/lists.js';
import { type Currency, currencies } from '../platform/money.js';
import type { StatementGap, StatementProof } from './statement-reading.js';
import type { Offset, OutgoingProposal } from './outgoing.js';
import { all, matching, oneOf, type RecordVersion, required, type Rules, text } from '../platform/rules.js';

/** Response timeout of reading, matching and storing a bank's file, in milliseconds. */
export const statementTimeoutMs = 120_000;

/** Number of rows in a draft's preview. */
export const previewRows = 20;

/** Most parts of a transaction, allocated or taken back, and most imported files that it stands in. */
export const maximumParts = 500;
export const maximumFilesOfRow = 1000;

/** Limits of one call: transactions to confirm, allocations of one match, and candidates of a transaction. */
export const reconciliationLimits = { confirmations: 100, allocations: 50, candidates: 5 } as const;

export const transactionStates = ['ready', 'review', 'matched', 'ignored'] as const;
export type TransactionState = (typeof transactionStates)[number];

export const transactionStateNames: Record<TransactionState, string> = {
  ready: 'Ready',
  review: 'Needs Review',
  matched: 'Matched',
  ignored: 'Ignored',
};

/**
 * Reasons for which a transaction with a complete reference needs a review: several references, a payment that is not
 * pending, another currency, a part that is matched already, another amount than is due, another transaction with the
 * same reference, and a text that may have a further reference.
 */
export type ReviewReason =
  | 'references'
  | 'status'
  | 'currency'
  | 'part'
  | 'amount'
  | 'card-pending'
  | 'contested'
  | 'text';

/** The reason of an outgoing transaction, which is ignored without an admin's decision. */
export const outgoingReason = 'outgoing';

export interface BankAccountInput {
  name: string;
  currency: Currency;
  /** The last four digits of the account's number. */
  lastDigits?: string;
  /** Counts the changes; missing where there was none. A change on another one is refused; left out, it is made on any. */
  version?: RecordVersion;
}

export interface BankAccount extends BankAccountInput {
  _id: string;
  createdAt: string;
  updatedAt: string;
}

/** A bank account with the days that none of its statements holds, by the statements' own balances; newest first. */
export interface BankAccountWithGaps extends BankAccount {
  gaps: StatementGap[];
}

export const bankAccountRules = {
  name: all(required('Name is required'), text('Name', 80)),
  currency: all(
    required('Currency is required'),
    oneOf(currencies, `Currency must be one of ${currencies.join(', ')}`),
  ),
  lastDigits: all(text('Last digits', 4), matching(/^\d{4}$/, 'Last digits must be four digits')),
} satisfies Rules<Omit<BankAccountInput, 'version'>>;

/**
 * A row of a file, from 1.
 * @asType integer
 * @minimum 1
 */
type RowNumber = number;

export interface PreviewRow {
  row: number;
  /** YYYY-MM-DD. */
  day: string;
  /** Negative for money that went out. */
  amount: number;
  currency: Currency;
  payer?: string;
  text: string;
  bankId?: string;
  /** The currency that the file names for the row. */
  fileCurrency?: string;
  status: 'new' | 'known' | 'suspected';
}

/** The result that an import of the draft would have. */
export interface StatementPreview {
  /** The first rows of the file. */
  rows: PreviewRow[];
  new: number;
  known: number;
  /** Numbers of rows that may be known from a file of another format, until each is included or excluded. */
  suspected: number[];
  /** The suspected rows in full. */
  suspectedRows: PreviewRow[];
  skipped: Partial<Record<SkipReason, number>>;
  unreadable: { row: number; reason: string }[];
  questions: StatementQuestion[];
  /** The first new row of each direction, for the admin to confirm the reading by. */
  examples: PreviewRow[];
  /** The file's account numbers, where none is the account's; of those with more than 12 digits, as of cards, the end. */
  fileAccounts?: string[];
  /** The reading of each part of the file and what settles it, with the choices of those that are open. */
  decisions: ReadingDecision[];
  /** The sum of the new rows. */
  total: number;
  from: string | null;
  to: string | null;
  /** The file's control sums beside its rows; missing where it has none. */
  proof?: StatementProof;
  /** Days without a statement between the previous statement and this one. */
  gapDays?: number;
}

/** The body of PUT /statements/{id}/mapping; rows are numbers of the file. */
export interface MappingInput {
  mapping?: CsvMapping | Marks;
  /** Single parts of the mapping, null for a column that the file has not; those before them stay as they were said. */
  answers?: Answer['answers'];
  /**
   * Numbers of rows to leave out.
   * @maxItems 10000
   */
  excluded?: RowNumber[];
  /**
   * Numbers of suspected rows to import nevertheless.
   * @maxItems 10000
   */
  included?: RowNumber[];
  /** Answers `confirm` for the reading by this mapping; a later mapping opens the question again. */
  confirmed?: true;
  /**
   * Answers `account`: the file belongs to the account although its own number differs, and all rows of several accounts
   * do; or one of the file's accounts, whose rows alone belong to it.
   */
  account?: Answer['account'];
  /** Answers `encoding`, of a text that is no Unicode. */
  encoding?: StatementEncoding;
  /**
   * The version of the draft as it was seen: another one is refused.
   * @asType integer
   * @minimum 0
   */
  version?: number;
}

/** The result of an import: new transactions, those of them that are ready and in review, and known rows. */
export interface ImportResult {
  imported: number;
  known: number;
  ready: number;
  review: number;
}

/** A statement in a list. */
export interface Statement extends Partial<ImportResult> {
  _id: string;
  bankAccountId: string;
  fileName: string;
  format: StatementFormat;
  state: 'draft' | 'imported';
  /** Bytes of the file. */
  size: number;
  from: string | null;
  to: string | null;
  createdAt: string;
  createdBy: string;
  importedAt?: string;
  importedBy?: string;
  /** Of an import: the file's control sums beside its rows. */
  proof?: StatementProof;
}

/** A mapping as far as the file and what was said of it tell. */
interface DraftMapping extends CsvMapping {
  /**
   * -1 while no column is that of the day.
   * @asType integer
   * @minimum -1
   * @maximum 199
   */
  date: number;
}

/** A draft with the data that its file was read as. */
export interface StatementDraft extends Statement {
  columns: CsvColumn[];
  /** Null for formats that need none. */
  mapping: DraftMapping | Marks | null;
  excluded: number[];
  included: number[];
  /** Counts what was said of it. */
  version: number;
  preview: StatementPreview;
}

/** The part of a transaction that is allocated to a payment. */
export interface Allocation {
  _id: string;
  paymentId: string;
  referenceNumber: string;
  /** In the transaction's currency, positive for refunds too. */
  amount: number;
  currency: Currency;
  /** The currency of `settles` and `shortfall`. */
  paymentCurrency: Currency;
  /** The allocated amount in the payment's currency, where that is another one. */
  settles?: number;
  /** The accepted shortfall, in the payment's currency. */
  shortfall?: number;
  note?: string;
  by: string;
  at: string;
}

/** A row of a statement. */
export interface BankTransaction {
  _id: string;
  bankAccountId: string;
  statementId: string;
  /** YYYY-MM-DD. */
  day: string;
  /** Negative for money that went out. */
  amount: number;
  currency: Currency;
  payer?: string;
  text: string;
  bankId?: string;
  /** The charges that a bank took out of what was sent, as the file says. */
  charges?: number;
  state: TransactionState;
  /** The part of the amount, with its sign, that is not allocated. */
  rest: number;
  candidates: Candidate[];
  allocations: Allocation[];
  /** The parts that transactions of the opposite direction take back; missing without any. */
  offsets?: Offset[];
  /** The allocations that counted until the bank reversed the transaction. */
  reversed?: Allocation[];
  /** Outgoing transactions, and refunds that came back; not in lists: their likely meanings, best first. */
  proposals?: OutgoingProposal[];
  /** Incoming transactions whose text names the card provider: no payment is proposed for them by name or amount. */
  kind?: 'cardPayout';
  /** Transactions in review whose text has a complete reference. */
  reviewReason?: ReviewReason;
  /** The reason to ignore the transaction or its rest. */
  reason?: string;
  /** Largest shortfall that may be accepted, in the payment's currency; not in lists. */
  shortfallLimit?: number;
  /**
   * Counts the changes of its allocations and state; a change sends it back, so that the server detects a concurrent
   * change.
   */
  version: number;
  createdAt: string;
}

export interface BankTransactionPage {
  transactions: BankTransaction[];
  pagination: Pagination;
  counts: Record<TransactionState, number>;
}

export const ignoreReasonRule = all(required('Reason is required'), text('Reason', 200));
export const matchNoteRule = text('Note', 500);

/** The refusal of a form that was sent before, with other values. */
export const bankAccountAdded = (name: string): string =>
  `This account was added already, as ${name}, with other details. Change that one.`;

export const reconciliationMessages = {
  bankAccountNotFound: 'Bank account not found',
  bankAccountCurrency: 'The currency cannot change once there are transactions',
  statementNotFound: 'Statement not found',
  statementImported: 'This statement was imported already',
  statementMatched: 'This statement has matched transactions: undo their matches first',
  transactionNotFound: 'Transaction not found',
  transactionParts: 'This transaction has 500 parts, and takes no more',
  transactionFiles: 'Rows of this file stand in 1,000 imported files: delete some of these first',
  noticeUnreadable: 'This is not an Interac notification',
  noticeNoMoney: 'This notice tells of no money received',
  noticeNoNumber: 'This notice has no reference number: it is not deposited by itself',
  noticeSeveral: 'This text has several notices: add each of them by itself',
  noticeOutlookFile:
    'This is an Outlook file (.msg). Save the mail as .eml (in Outlook: More Actions, Save As, or Download as EML), or paste its text.',
  noticeDiffers: (number: string, differences: string): string =>
    `A notice with the number ${number} is stored, and this one says another ${differences}`,
  noticeNotFound: 'Interac notice not found',
  hasReceipts: 'This payment has receipts',
} as const;
