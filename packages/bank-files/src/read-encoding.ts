import type { EncodingOption, StatementEncoding } from './common/contract.js';
import type { CsvOptions } from './csv/csv.js';
import { decodeFile } from './common/decode.js';
import { readsIn } from './common/encodings.js';
import { choose, saidBefore, saidNow, withSaid } from './common/evidence.js';
import type { StatementReading } from './statement-reading.js';
import { FileRefusedError, type StatementRow } from './common/statement-row.js';

/** Number of rows that show how the file is in an encoding, and characters of each. */
const samplesShown = 3;
const maximumSample = 100;

const sampleOf = ({ payer = '', text }: StatementRow): string =>
  (text.includes(payer) ? text : [payer, text].filter(Boolean).join(' · ')).slice(0, maximumSample);

/** True where rows have the same texts. */
const areAlike = (one: StatementReading, other: StatementReading): boolean => {
  const textsOf = ({ rows }: StatementReading) =>
    rows.map(({ row, payer, text, bankId }) => [row, payer, text, bankId]);
  return JSON.stringify(textsOf(one)) === JSON.stringify(textsOf(other));
};

/** Returns each encoding with some of the rows that differ between them. */
function describe(readings: readonly (readonly [StatementEncoding, StatementReading])[]): EncodingOption[] {
  const texts = readings.map(([, { rows }]) => new Map(rows.map((row) => [row.row, sampleOf(row)])));
  const differing = [...texts[0]!.keys()].filter(
    (row) => new Set(texts.map((ofRow) => ofRow.get(row))).size > 1,
  );
  return readings.map(([encoding], index) => ({
    encoding,
    samples: differing.slice(0, samplesShown).flatMap((row) => texts[index]!.get(row) ?? []),
  }));
}

/** The options that decide on a file's encoding. */
export interface EncodingOptions extends Pick<CsvOptions, 'remembered'> {
  /** The encoding that an admin said. */
  encoding?: StatementEncoding | undefined;
}

/**
 * Reads a file in the encoding that most speaks for: an admin, its letters, its own word for it, or the earlier files of its
 * layout. It is asked about where another one that fits as well gives the rows other texts.
 */
export function readInEncoding(
  bytes: Buffer,
  { encoding: told, remembered }: EncodingOptions,
  read: (text: string, encoding?: StatementEncoding) => StatementReading,
): StatementReading {
  const { textIn, encodings } = decodeFile(bytes);
  if (!encodings.length) return read(textIn(undefined));
  const readings = new Map<StatementEncoding, StatementReading>();
  const readIn = (encoding: StatementEncoding): StatementReading => {
    const reading = readings.get(encoding) ?? read(textIn(encoding), encoding);
    readings.set(encoding, reading);
    return reading;
  };
  const differ = (one: StatementEncoding, other: StatementEncoding): boolean => {
    try {
      return !areAlike(readIn(one), readIn(other));
    } catch (error) {
      // In that encoding, it is no bank file.
      if (error instanceof FileRefusedError) return false;
      throw error;
    }
  };
  const fitting = told ? [{ value: told, reads: readsIn(told), evidence: [saidNow] }] : encodings;
  const { fingerprint = '' } = readIn(choose('encoding', fitting, () => false).value!);
  const before = remembered?.(fingerprint)?.seen?.encoding;
  const options = withSaid(fitting, before, [saidBefore]);
  const { value, record } = choose('encoding', options, differ);
  const encoding = value!;
  const { questions, decisions = [], contents, ...reading } = readIn(encoding);
  const others = record.isOpen
    ? fitting.filter((one) => one.value !== encoding && differ(encoding, one.value))
    : [];
  const named = [encoding, ...others.map((one) => one.value)];
  return {
    ...{ ...reading, encoding, decisions: [record, ...decisions] },
    ...(contents && { contents: { ...contents, encoding } }),
    ...(record.isOpen && { encodings: describe(named.map((one) => [one, readIn(one)])) }),
    questions: record.isOpen ? ['encoding', ...questions] : questions,
  };
}
