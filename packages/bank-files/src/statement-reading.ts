import type {
  CsvColumn,
  CsvMapping,
  DirectionWord,
  EncodingOption,
  FileAccount,
  ReadingDecision,
  StatementEncoding,
  StatementFormat,
  StatementQuestion,
  StatusWord,
  YearOption,
} from './common/contract.js';
import type { SeenContents } from './csv/seen.js';
import type { ProofCents } from './common/proof.js';
import type { StatementRows } from './common/statement-row.js';

/** The content of a bank's file. */
export interface StatementReading extends Omit<StatementRows, 'proofs'> {
  format: StatementFormat;
  columns: CsvColumn[];
  /** Null for formats that need none. */
  mapping: CsvMapping | null;
  fingerprint?: string;
  /** The same for files whose texts are made from the same columns. */
  layout: string;
  /** Of CSV files: the contents to remember with the layout, and whether its reading is confirmed. */
  contents?: SeenContents;
  isConfirmed?: boolean;
  /** Of CSV files: the words of the direction column, where one is open. */
  directionWords?: DirectionWord[];
  /** Of CSV files: the words of the status column that are not known. */
  statusWords?: StatusWord[];
  /** Of CSV files: the years that dates without one may be of, where that is open. */
  years?: YearOption[];
  /** Of CSV files: the columns that may be the one of the amounts' currency, where that is open. */
  currencyColumns?: number[];
  /** The encoding of a text that is no Unicode, and those that it may be in, where that is open; the likeliest first. */
  encoding?: StatementEncoding;
  encodings?: EncodingOption[];
  /** The decisions with their evidence. */
  decisions?: ReadingDecision[];
  /** The file's account number, or the end of a long one, where it is not the account's. */
  fileAccounts?: string[];
  /** The accounts of a file with several, where none is chosen; there are no rows then. */
  accounts?: FileAccount[];
  /** The one of the file's accounts that was chosen, and has these rows. */
  account?: string;
  /** The file's control sums beside the rows. */
  proof?: ProofCents;
  questions: StatementQuestion[];
}
