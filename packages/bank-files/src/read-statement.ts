import type { CsvMapping, Marks, StatementEncoding, StatementFormat } from './common/contract.js';
import { createHash } from 'node:crypto';
import { readCamt } from './camt/camt.js';
import type { Answers } from './csv/mapping.js';
import { type CsvOptions, type CsvReading, readCsv } from './csv/csv.js';
import type { SeenContents } from './csv/seen.js';
import { detectFormat, type RefuseText } from './common/decode.js';
import { isReadAnew } from './common/encodings.js';
import { readMt940 } from './mt940/mt940.js';
import { readOfx } from './ofx/ofx.js';
import { keepOwnAccount, type OwnAccount } from './common/own-account.js';
import { directOwn } from './common/own-direction.js';
import { decideUnnamed } from './common/own-currency.js';
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
  told: Answers,
  before: Marks | undefined,
) => StatementRows & Partial<QifReading>;

const readers: Record<Exclude<StatementFormat, 'csv'>, Reader> = {
  ofx: readOfx,
  camt053: (text, account) => readCamt(text, 'camt053', account),
  camt052: (text, account) => readCamt(text, 'camt052', account),
  camt054: (text, account) => readCamt(text, 'camt054', account),
  mt940: readMt940,
  qif: readQif,
};

/** Rises when texts are made in another way: a row that was stored with its earlier text is suspected, not imported again. */
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
  currency: string,
  { lastDigits, account, refuse, ...options }: ReadOptions,
  anew: StatementEncoding | undefined,
): StatementReading {
  const format = detectFormat(text, refuse);
  const { rows, skipped, unreadable, proofs, isUnnamed, hasSpare, undirected, ...read } =
    format === 'csv' ? readCsv(text, currency, options) : readOther(format, text, currency, options);
  const { fingerprint, mapping } = read;
  // A text of an encoding that was read otherwise before is suspected where its row is stored.
  const columns = [mapping?.payer, ...(mapping?.text ?? [])].join();
  const texts = [fingerprint, columns, anew, hasSpare && 'spare'].filter((part) => part !== undefined);
  const layout =
    format === 'csv'
      ? createHash('sha256').update(texts.join('|')).digest('base64url').slice(0, 10)
      : `${format}/${textVersion}`;
  const before = options.remembered?.(fingerprint)?.seen;
  const found: StatementRows = { rows, skipped, unreadable, ...(proofs && { proofs }) };
  const { decision, chosen, proof, ...own } = keepOwnAccount(found, { lastDigits, account }, before?.chosen);
  const directed = directOwn(own.rows, undirected, {
    said: { ...options.answers, ...options.mapping }.directions?.[''],
    remembered: before?.directions?.[''],
  });
  const directions = directed.value && { '': directed.value };
  const ofColumn = read.decisions.find(({ on }) => on === 'account');
  const reads = [ofColumn?.reads, decision?.reads].filter(Boolean).join(': ');
  const unnamed = isUnnamed && decideUnnamed(own, currency, sourceOf(options, before));
  const decisions = [
    ...read.decisions.filter((one) => one !== ofColumn),
    ...[directed.decision ?? [], unnamed || []].flat(),
    ...(decision ? [{ ...decision, reads }] : ofColumn ? [ofColumn] : []),
  ];
  const open = decisions.filter(({ isOpen, choices }) => isOpen && choices).map(({ on }) => on);
  // The account is asked about before the yes to a row of each way.
  const isConfirmAsked = read.questions.includes('confirm') && !open.includes('account');
  const isOther = format !== 'csv' && open.length > 0;
  return {
    ...read,
    format,
    layout,
    ...own,
    decisions,
    rows: directed.rows,
    ...(read.mapping && directions && { mapping: { ...read.mapping, directions } }),
    // Balances are those of the signs as they are written.
    ...(proof && directed.value !== 'out' && { proof }),
    // While a part is open, no row of these formats is certain.
    ...(isOther && { rows: [], skipped: [], unreadable: [] }),
    contents: {
      ...read.contents,
      ...(chosen && { chosen }),
      ...(directions && { directions }),
      ...(unnamed && !unnamed.isOpen && { isUnnamed: true as const }),
    },
    questions: [...new Set(open), ...(isConfirmAsked ? (['confirm'] as const) : [])],
  };
}

/** Returns what says that amounts of no currency are the account's. */
const sourceOf = ({ answers }: CsvOptions, before: SeenContents | undefined) =>
  answers?.currency === null ? 'said' : before?.isUnnamed ? 'remembered' : undefined;

function readOther(
  format: Exclude<StatementFormat, 'csv'>,
  text: string,
  currency: string,
  { answers, mapping: told, remembered }: CsvOptions,
): StatementRows & Omit<CsvReading, 'mapping'> & Pick<StatementReading, 'mapping'> {
  const before = remembered?.(format)?.mapping;
  const reading = readers[format](text, currency, { ...answers, ...told }, before);
  if (!reading.rows.length && !reading.skipped.length && !reading.unreadable.length)
    throw new FileRefusedError('The file has no transactions');
  const { mapping = null, decisions = [], ...rows } = reading;
  return {
    ...rows,
    mapping: mapping as CsvMapping | null,
    decisions,
    columns: [],
    fingerprint: format,
    questions: [],
    isConfirmed: true,
    contents: { filled: [], words: [] },
  };
}
