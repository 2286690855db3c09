/** Limits of a bank's file: bytes, rows and columns; larger files are refused. */
export const statementLimits = { bytes: 2 * 1024 * 1024, rows: 5000, columns: 200 } as const;

/** Maximum number of columns that a mapping joins to a row's text. */
export const mappedTextColumns = 20;

export const statementFormats = ['csv', 'ofx', 'camt053', 'camt052', 'camt054', 'mt940', 'qif'] as const;
export type StatementFormat = (typeof statementFormats)[number];

export const statementFormatNames: Record<StatementFormat, string> = {
  csv: 'CSV',
  ofx: 'OFX',
  camt053: 'CAMT.053',
  camt052: 'CAMT.052',
  camt054: 'CAMT.054',
  mt940: 'MT940',
  qif: 'QIF',
};

export const dateOrders = ['DMY', 'MDY', 'YMD'] as const;
export type DateOrder = (typeof dateOrders)[number];
export type DecimalMark = '.' | ',';
export const csvDelimiters = [',', ';', '\t'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

/**
 * A column of a file, from 0.
 * @asType integer
 * @minimum 0
 * @maximum 199
 */
export type ColumnNumber = number;

/** The order of dates, the decimal mark and the direction of a card's amounts: all that a QIF file leaves open. */
export type Marks = Pick<CsvMapping, 'dateOrder' | 'decimal' | 'directions'>;

/**
 * One of the file's accounts.
 * @maxLength 200
 */
export type FileAccount = string;

/** The meaning of the columns of a CSV file; columns count from 0. */
export interface CsvMapping {
  delimiter: CsvDelimiter;
  /**
   * The line of the header, from 1; undefined for a file without one.
   * @asType integer
   * @minimum 1
   */
  headerRow?: number;
  date: ColumnNumber;
  /** Undefined while the file does not determine it. */
  dateOrder?: DateOrder;
  /**
   * The year of the newest day, where dates have none; undefined until an admin has said it.
   * @asType integer
   * @minimum 1990
   * @maximum 2049
   */
  year?: number;
  /** Undefined while the file does not determine it. */
  decimal?: DecimalMark;
  /** One column of amounts, with signs unless there is a `direction` column. */
  amount?: ColumnNumber;
  /** True where amounts without a minus are outgoing money, as in the lists of credit cards. */
  reversed?: true;
  /** Two columns of amounts without signs: incoming and outgoing money. */
  in?: ColumnNumber;
  out?: ColumnNumber;
  direction?: ColumnNumber;
  /**
   * The direction that each word of the `direction` column stands for, by the word in upper case; without that column,
   * that of amounts with each mark: '', '+', '-', '()', 'CR', 'DR'.
   */
  directions?: Record<string, MoneyDirection>;
  /** The one that counts where an amount's sign contradicts its direction word; undefined until an admin has said it. */
  contradictions?: 'sign' | 'word';
  currency?: ColumnNumber;
  payer?: ColumnNumber;
  /** @maxItems 20 */
  text: ColumnNumber[];
  bankId?: ColumnNumber;
  status?: ColumnNumber;
  /** The meaning of words of the `status` column that are not known, by the word in upper case. */
  statuses?: Record<string, RowStatus>;
}

export interface CsvColumn {
  index: number;
  /** The name in the header; '' without a header. */
  name: string;
  samples: string[];
  /** True for the running balance, which the rows were compared with. */
  isBalance?: true;
}

/**
 * Reasons to leave out a row: not booked yet, amount 0, another currency or account, a balance or total instead of a
 * transaction, or excluded by the admin.
 */
export type SkipReason = 'pending' | 'zero' | 'currency' | 'account' | 'balance' | 'excluded';

export type MoneyDirection = 'in' | 'out';

/** The state of a row: what is pending is no transaction yet. */
export type RowStatus = 'booked' | 'pending';

/** Encodings of one byte per letter, of the countries whose banks write none of Unicode. */
export const statementEncodings = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-874',
] as const;
export type StatementEncoding = (typeof statementEncodings)[number];

/**
 * Questions that a file leaves open and that an admin must answer before an import: its encoding, fields of the mapping, the meaning of
 * words of a status column, the account of the file or of its rows, and whether the first reading of a layout is right.
 */
export type StatementQuestion =
  | 'encoding'
  | 'date'
  | 'dateOrder'
  | 'year'
  | 'decimal'
  | 'amount'
  | 'direction'
  | 'currency'
  | 'status'
  | 'text'
  | 'account'
  | 'confirm';

/** An answer of a person about a file: parts of the mapping, null for a column that the file has not; its account; its encoding. */
export interface Answer {
  answers?: { [Part in keyof CsvMapping]?: CsvMapping[Part] | null };
  account?: true | FileAccount;
  encoding?: StatementEncoding;
}

/** A row of the file as a choice reads it: what is still open, or of no matter, is missing. */
export interface ChoiceExample {
  /**
   * @asType integer
   * @minimum 1
   */
  row: number;
  /** YYYY-MM-DD. */
  day?: string;
  /** Negative for money that went out; without a sign while that is open. */
  amount?: number;
  /** The currency that the file names for the row. */
  currency?: string;
  payer?: string;
  text?: string;
}

/** One of the readings that a part of a file can have. */
export interface DecisionChoice {
  /** The answer that says it. */
  value: Answer;
  /** The reading in words. */
  reads: string;
  /** The columns that it is about. */
  columns: ColumnNumber[];
  example?: ChoiceExample;
}

/**
 * The means that settles a decision: the file's own numbers or calendar, a known layout of a bank, what was said of this layout
 * before, a person now, or that nothing else is possible. `likely` settles only what changes no day, sign, currency or
 * amount.
 */
export type DecidedBy = 'proof' | 'known' | 'remembered' | 'said' | 'only' | 'likely';

/** One decision on how a file is read. */
export interface ReadingDecision {
  on: Exclude<StatementQuestion, 'confirm'>;
  /** The reading in words; '' where it is open. */
  reads: string;
  /** Missing while it is open. */
  by?: DecidedBy;
  /** The proof in words. */
  says?: string;
  isOpen: boolean;
  /** The word, or the mark of amounts, that an open decision is about. */
  word?: string;
  choices?: DecisionChoice[];
}

/** The control sums of a file: its opening and closing balance, counts and sums of rows, or the balance after each row. */
export type ProofMeans = 'balance' | 'totals' | 'running';
