import type { CsvMapping, Marks, StatementEncoding, StatementFormat } from './common/contract.js';
import { createHash } from 'node:crypto';
import { readCamt } from './camt/camt.js';
import type { Answers } from './csv/answers.js';
import { type CsvOptions, readCsv } from './csv/csv.js';
import { detectFormat, type RefuseText } from './common/decode.js';
import { isReadAnew } from './common/encodings.js';
import { readMt940 } from './mt940/mt940.js';
import { readOfx } from './ofx/ofx.js';
import { keepOwnAccount, type OwnAccount, type OwnRows } from './common/own-account.js';
import { type EncodingOptions, readInEncoding } from './read-encoding.js';
import { type QifReading, readQif } from './qif/qif.js';
import type { StatementReading } from './statement-reading.js';
import { FileRefusedError, type StatementRows } from './common/statement-row.js';

export interface ReadOptions extends CsvOptions, OwnAccount, EncodingOptions {
  /** Refuses texts that the caller knows as another kind of file. */
  refuse?: RefuseText;
}

type Reader = (
  text: string,
  account: string,
  told?: Marks,
) => StatementRows & Partial<Pick<QifReading, 'mapping' | 'questions' | 'decisions'>>;

const readers: Record<Exclude<StatementFormat, 'csv'>, Reader> = {
  ofx: readOfx,
  camt053: (text, account) => readCamt(text, 'camt053', account),
  camt052: (text, account) => readCamt(text, 'camt052', account),
  camt054: (text, account) => readCamt(text, 'camt054', account),
  mt940: readMt940,
  qif: readQif,
};

/**
 * Rises when the text of a row is made from a file in another way: a row that was stored with its earlier text is then
 * suspected, and not imported again.
 */
const textVersion = 2;

/** Reads a file for an account of this currency. Throws a FileRefusedError, whose message is for the admin. */
export function readStatement(bytes: Buffer, account: string, options: ReadOptions = {}): StatementReading {
  return readInEncoding(bytes, options, (text, encoding) =>
    readText(text, account, options, encoding && isReadAnew(encoding, bytes) ? encoding : undefined),
  );
}

/** Reads a file's text; `anew` is its encoding where letters of it were read as others before. */
function readText(
  text: string,
  account: string,
  { lastDigits, account: chosen, refuse, ...options }: ReadOptions,
  anew: StatementEncoding | undefined,
): StatementReading {
  const format = detectFormat(text, refuse);
  if (format === 'csv') {
    const reading = readCsv(text, account, options);
    const { fingerprint, mapping } = reading;
    // A text of an encoding that was read otherwise before is suspected where its row is stored.
    const texts = [
      `${fingerprint}|${[mapping.payer, ...mapping.text].join()}`,
      ...(anew ? [anew] : []),
      ...(reading.hasSpare ? ['spare'] : []),
    ].join('|');
    const layout = createHash('sha256').update(texts).digest('base64url').slice(0, 10);
    const whole = { ...reading };
    delete whole.proofs;
    delete whole.hasSpare;
    return withAccounts(
      { format, layout, ...whole },
      keepOwnAccount(reading, { lastDigits, account: chosen }),
    );
  }
  const reading = readers[format](text, account, marksOf({ ...options.answers, ...options.mapping }));
  const read = keepOwnAccount(reading, { lastDigits, account: chosen });
  if (!reading.rows.length && !reading.skipped.length && !reading.unreadable.length)
    throw new FileRefusedError('The file has no transactions');
  const { mapping = null, questions = [], decisions = [] } = reading;
  const whole = {
    ...{ format, layout: `${format}/${textVersion}`, columns: [], questions, decisions },
    mapping: mapping as CsvMapping | null,
  };
  if (!questions.length) return withAccounts(whole, read);
  const ofAccount = read.decision?.isOpen && read.decision.choices ? read.decision : undefined;
  return {
    ...{ ...whole, rows: [], skipped: [], unreadable: [] },
    ...(ofAccount && { questions: [...questions, 'account'], decisions: [...decisions, ofAccount] }),
  };
}

/** The order of dates and the decimal mark, as far as they are said. */
const marksOf = ({ dateOrder, decimal }: Answers): Marks => ({
  ...(dateOrder && { dateOrder }),
  ...(decimal && { decimal }),
});

/** Adds the rows of the own account; where it is open which one that is, nothing else is asked of the rows. */
function withAccounts(
  reading: Omit<StatementReading, keyof StatementRows>,
  { decision, ...read }: OwnRows,
): StatementReading {
  const { decisions, questions } = reading;
  const ofColumn = decisions.find(({ on }) => on === 'account');
  const ofAccount = decision && {
    ...decision,
    reads: [ofColumn?.reads, decision.reads].filter(Boolean).join(': '),
  };
  const isOpen = decision?.isOpen && decision.choices;
  return {
    ...{ ...reading, ...read, questions: isOpen ? ['account'] : questions },
    decisions: [...decisions.filter((one) => one !== ofColumn), ofAccount ?? ofColumn].filter(
      (one) => one !== undefined,
    ),
  };
}
