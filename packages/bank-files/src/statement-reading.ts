import type {
  CsvColumn,
  CsvMapping,
  ReadingDecision,
  StatementEncoding,
  StatementFormat,
  StatementQuestion,
} from './common/contract.js';
import type { SeenContents } from './csv/seen.js';
import type { ProofCents } from './common/proof.js';
import type { StatementRows } from './common/statement-row.js';

/** The content of a bank's file. */
export interface StatementReading extends Omit<StatementRows, 'proofs' | 'isUnnamed'> {
  format: StatementFormat;
  columns: CsvColumn[];
  /** Null for formats that need none. */
  mapping: CsvMapping | null;
  /** The key under which the layout is remembered: that of a CSV file's columns, else the format. */
  fingerprint: string;
  /** The same for files whose texts are made from the same columns. */
  layout: string;
  /** The contents to remember with the layout, and whether its reading is confirmed. */
  contents: SeenContents;
  isConfirmed: boolean;
  /** The encoding of a text that is no Unicode. */
  encoding?: StatementEncoding;
  /** The reading of each part of the file, and what settles it; those that are open have choices. */
  decisions: ReadingDecision[];
  /** The file's account number, or the end of a long one, where it is not the account's. */
  fileAccounts?: string[];
  /** The one of the file's accounts that was chosen, and has these rows. */
  account?: string;
  /** The file's control sums beside the rows. */
  proof?: ProofCents;
  questions: StatementQuestion[];
}
