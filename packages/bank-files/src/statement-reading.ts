import type { CsvMapping, StatementEncoding, StatementFormat } from './common/contract.js';
import type { OwnRows } from './common/own-account.js';
import type { StatementRows } from './common/statement-row.js';
import type { CsvReading } from './csv/csv.js';

/** The content of a bank's file. */
export interface StatementReading
  extends Omit<CsvReading, keyof StatementRows | 'mapping'>, Omit<OwnRows, 'decision' | 'chosen'> {
  format: StatementFormat;
  /** Null for formats that need none. */
  mapping: CsvMapping | null;
  /** The fingerprint of files whose texts are made from the same columns. */
  layout: string;
  /** The encoding of a text that is no Unicode. */
  encoding?: StatementEncoding;
}
