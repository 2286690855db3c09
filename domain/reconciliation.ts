import type { Pagination } from './lists.js';
import { type Currency, currencies } from './money.js';
import type { PaymentStatus } from './payments.js';
import { all, matching, oneOf, required, type Rules, text } from './rules.js';

/** Bounds of a bank's file: bytes, rows and columns; what is larger is refused. */
export const statementLimits = { bytes: 2 * 1024 * 1024, rows: 5000, columns: 200 } as const;

/** The largest mail with an Interac notification, in bytes. */
export const noticeMailBytes = 512 * 1024;

/** How long reading, matching and storing a bank's file may take until it is answered, in milliseconds. */
export const statementTimeoutMs = 120_000;

/** Rows that a draft shows. */
export const previewRows = 20;

/** Bounds of one call: transactions to confirm, parts of one match, and candidates of a transaction. */
export const reconciliationLimits = { confirmations: 100, allocations: 50, candidates: 5 } as const;

/** How much less than due may be accepted, in the payment's currency, unless SHORTFALL_LIMIT says otherwise. */
export const defaultShortfallLimit = 50;

export const statementFormats = ['csv', 'ofx', 'camt053'] as const;
export type StatementFormat = (typeof statementFormats)[number];

export const statementFormatNames: Record<StatementFormat, string> = {
  csv: 'CSV',
  ofx: 'OFX',
  camt053: 'CAMT.053',
};

export const transactionStates = ['ready', 'review', 'matched', 'ignored'] as const;
export type TransactionState = (typeof transactionStates)[number];

export const transactionStateNames: Record<TransactionState, string> = {
  ready: 'Ready',
  review: 'Needs review',
  matched: 'Matched',
  ignored: 'Ignored',
};

/** Why a payment is proposed for a transaction, the strongest first. */
export const candidateReasons = [
  'reference',
  'reference-close',
  'notice',
  'name',
  'payer',
  'settled',
] as const;
export type CandidateReason = (typeof candidateReasons)[number];

export const candidateReasonNames: Record<CandidateReason, string> = {
  reference: 'Reference',
  'reference-close': 'Similar reference',
  notice: 'Interac notice',
  name: 'Name and amount',
  payer: 'Paid before',
  settled: 'Possible double payment',
};

/** The reason of a payment out of the account, which nobody has ignored by hand. */
export const outgoingReason = 'outgoing';

export interface BankAccountInput {
  name: string;
  currency: Currency;
  /** The last four digits of the account's number. */
  lastDigits?: string;
}

export interface BankAccount extends BankAccountInput {
  _id: string;
  createdAt: string;
  updatedAt: string;
}

export const bankAccountRules = {
  name: all(required('Name is required'), text('Name', 80)),
  currency: all(
    required('Currency is required'),
    oneOf(currencies, `Currency must be one of ${currencies.join(', ')}`),
  ),
  lastDigits: all(text('Last digits', 4), matching(/^\d{4}$/, 'Last digits must be four digits')),
} satisfies Rules<BankAccountInput>;

export const dateOrders = ['DMY', 'MDY', 'YMD'] as const;
export type DateOrder = (typeof dateOrders)[number];
export type DecimalMark = '.' | ',';
export const csvDelimiters = [',', ';', '\t'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

/** How the columns of a CSV file are read; columns count from 0. */
export interface CsvMapping {
  delimiter: CsvDelimiter;
  /** The line of the header, from 1; left out where the file has none. */
  headerRow?: number;
  date: number;
  /** Left out while the file leaves it open. */
  dateOrder?: DateOrder;
  /** Left out while the file leaves it open. */
  decimal?: DecimalMark;
  /** One column of amounts, signed unless `direction` says which way they go. */
  amount?: number;
  /** Two columns of amounts without signs: money that came in, and that went out. */
  in?: number;
  out?: number;
  direction?: number;
  currency?: number;
  payer?: number;
  text: number[];
  bankId?: number;
  status?: number;
}

/** What a CSV file leaves open: the mapping's field that must be told. */
export type CsvQuestion = 'date' | 'dateOrder' | 'decimal' | 'amount';

export interface CsvColumn {
  index: number;
  /** The header's name; '' where there is none. */
  name: string;
  samples: string[];
}

/** Why rows are left out: not booked yet, of no amount, of another currency, or excluded by the admin. */
export type SkipReason = 'pending' | 'zero' | 'currency' | 'excluded';

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
  status: 'new' | 'known' | 'suspected';
}

/** What an import of a draft would do. */
export interface StatementPreview {
  /** The first rows of the file. */
  rows: PreviewRow[];
  new: number;
  known: number;
  /** Rows that may be known from a file of another format, until each is included or excluded. */
  suspected: number[];
  /** The same rows in full. */
  suspectedRows: PreviewRow[];
  skipped: Partial<Record<SkipReason, number>>;
  unreadable: { row: number; reason: string }[];
  questions: CsvQuestion[];
  /** The sum of the new rows. */
  total: number;
  from: string | null;
  to: string | null;
  /** Days without a statement between the last one and this. */
  gapDays?: number;
}

/** What PUT /statements/{id}/mapping takes; rows are numbers of the file. */
export interface MappingInput {
  mapping?: CsvMapping;
  excluded?: number[];
  included?: number[];
}

/** What an import did: new transactions, of them those ready and in review, and those that were known. */
export interface ImportResult {
  imported: number;
  known: number;
  ready: number;
  review: number;
}

/** A statement as a list shows it. */
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
}

/** A draft with what it was read as. */
export interface StatementDraft extends Statement {
  columns: CsvColumn[];
  /** Null where the format needs none. */
  mapping: CsvMapping | null;
  excluded: number[];
  included: number[];
  preview: StatementPreview;
}

export interface Candidate {
  paymentId: string;
  referenceNumber: string;
  customer: { _id: string; fullName: string } | null;
  amount: number;
  currency: Currency;
  status: PaymentStatus;
  due: number;
  /** What may still be allocated: unlike `due`, also of a payment that was marked paid by hand. */
  open: number;
  /** Of money that went out: what may be refunded of it. */
  refundable?: number;
  /** The total as the visitor was shown it, where it differs from what is recorded. */
  quoted?: { amount: number; currency: Currency };
  why: CandidateReason[];
}

/** The part of a transaction that settles a payment. */
interface Allocation {
  _id: string;
  paymentId: string;
  referenceNumber: string;
  /** In the transaction's currency, positive for refunds too. */
  amount: number;
  currency: Currency;
  /** That of what it settles and of a shortfall. */
  paymentCurrency: Currency;
  /** What it settles in the payment's currency, where that is another one. */
  settles?: number;
  /** What was missing and accepted, in the payment's currency. */
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
  state: TransactionState;
  /** The part of the amount, with its sign, that is allocated to no payment. */
  rest: number;
  candidates: Candidate[];
  allocations: Allocation[];
  /** Why it is ignored, or the rest of it. */
  reason?: string;
  /** Of a single one: how much less than due may be accepted, in the payment's currency. */
  shortfallLimit?: number;
  /** Counts the changes of its money; sent back with a change, a change in between is noticed. */
  version: number;
  createdAt: string;
}

/** A transaction after an undo: `statusKept` where a payment's status is not what it was before the match. */
export type UndoneTransaction = BankTransaction & { statusKept: boolean };

export interface BankTransactionPage {
  transactions: BankTransaction[];
  pagination: Pagination;
  counts: Record<TransactionState, number>;
}

export interface AllocationInput {
  paymentId: string;
  amount: number;
  settles?: number;
}

export interface MatchInput {
  allocations: AllocationInput[];
  acceptShortfall?: boolean;
  note?: string;
  version: number;
}

export interface ConfirmResult {
  id: string;
  ok: boolean;
  /** Why it is not ready any more. */
  message?: string;
}

/** An allocation as a payment's page lists it. */
export interface Receipt extends Allocation {
  transactionId: string;
  bankAccountId: string;
  bankAccount: string;
  day: string;
  /** The transaction's whole amount, negative for refunds. */
  transactionAmount: number;
  payer?: string;
  text: string;
}

/** An Interac notification: evidence of who sent what with which message, never money. */
export interface InteracNotice {
  _id: string;
  /** Interac's own reference number. */
  referenceNumber: string;
  amount: number;
  currency: Currency;
  sender: string;
  message: string;
  createdAt: string;
  createdBy: string;
}

export const ignoreReasonRule = all(required('Reason is required'), text('Reason', 200));
export const matchNoteRule = text('Note', 500);

export const reconciliationMessages = {
  bankAccountNotFound: 'Bank account not found',
  bankAccountCurrency: 'The currency cannot change once there are transactions',
  statementNotFound: 'Statement not found',
  statementImported: 'This statement was imported already',
  statementMatched: 'This statement has matched transactions: undo their matches first',
  transactionNotFound: 'Transaction not found',
  noticeUnreadable: 'This is not an Interac notification',
  hasReceipts: 'This payment has receipts',
} as const;
