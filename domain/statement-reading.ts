export type MoneyDirection = 'in' | 'out';

/** The state of a row: what is pending is no transaction yet. */
export type RowStatus = 'booked' | 'pending';

/** Encodings of one byte per letter, of the countries whose banks write none of Unicode. */
export const statementEncodings = ['windows-1252', 'windows-1250', 'windows-1251', 'windows-874'] as const;
export type StatementEncoding = (typeof statementEncodings)[number];

/** An encoding that a file's text may be in, with texts of its rows in it. */
export interface EncodingOption {
  encoding: StatementEncoding;
  samples: string[];
}

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

/** One decision on how a file is read, with its evidence; it is asked about where the evidence leaves it open. */
export interface ReadingDecision {
  on: Exclude<StatementQuestion, 'confirm'>;
  /** The reading in words; '' where there is none. */
  reads: string;
  for: string[];
  against: string[];
  isOpen: boolean;
}

/** A year that the newest day of a file may be of whose dates have none, with the days that the file is then from and to. */
export interface YearOption {
  year: number;
  /** YYYY-MM-DD. */
  from: string;
  to: string;
}

/** A word of the status column that is not known. */
export interface StatusWord {
  word: string;
  rows: number;
  /** The first row with this word, with its amount as it is in the file. */
  example: { row: number; amount: string; text: string };
}

/** One of the accounts of a file with several. */
export interface FileAccount {
  /**
   * Its number or name as in the file, or the lines of its list; of a number with more than 12 digits, as of a card, only
   * the last ones that tell it from the others: "•••• 4821".
   */
  account: string;
  rows: number;
  from: string;
  to: string;
  /** The text of its first row. */
  example: string;
}

/** A word of the direction column, or a mark of amounts, with the direction that it is taken for, if any. */
export interface DirectionWord {
  word: string;
  direction?: MoneyDirection;
  /** True where the word, or the sign of an amount beside it, leaves the direction open. */
  isOpen: boolean;
  rows: number;
  /** The text and the amount of the first row with this word, as they are in the file. */
  example: { row: number; amount: string; text: string };
}

/** The control sums of a file: its opening and closing balance, counts and sums of rows, or the balance after each row. */
export type ProofMeans = 'balance' | 'totals' | 'running';

/** A file's control sum beside its rows, with amounts in the account's currency. */
export interface StatementProof {
  by: ProofMeans;
  agrees: boolean;
  opening?: number;
  closing?: number;
  /** The file's sum less that of its rows; missing where they agree, or only the numbers of rows differ. */
  difference?: number;
  /** The first row at which they part, where the file tells it. */
  row?: number;
}

/** Days between two statements of an account, the second of which begins elsewhere than the first ended. */
export interface StatementGap {
  /** YYYY-MM-DD: the last day of the one, and the first of the other. */
  after: string;
  before: string;
  /** The balance at the beginning of the second less the one at the end of the first. */
  difference: number;
}
