import type { DecisionChoice, StatementEncoding } from './common/contract.js';
import type { CsvOptions } from './csv/csv.js';
import { decide, type Option } from './common/decide.js';
import { decodeFile } from './common/decode.js';
import type { StatementReading } from './statement-reading.js';
import { FileRefusedError } from './common/statement-row.js';

/** The options that decide on a file's encoding. */
export interface EncodingOptions extends Pick<CsvOptions, 'remembered'> {
  /** The encoding that a person said. */
  encoding?: StatementEncoding | undefined;
}

/**
 * Reads a file in the encoding that a person says, that it names itself, that the earlier files of its layout had, or that
 * alone fits its letters. It is asked about where another one that fits as well gives the rows other texts.
 */
export function readInEncoding(
  bytes: Buffer,
  { encoding: said, remembered }: EncodingOptions,
  read: (text: string, encoding?: StatementEncoding) => StatementReading,
): StatementReading {
  const { textIn, encodings, named } = decodeFile(bytes);
  if (!encodings.length) return read(textIn(undefined));
  const readings = new Map<StatementEncoding, StatementReading | undefined>();
  const readIn = (encoding: StatementEncoding, isTried = false): StatementReading | undefined => {
    if (readings.has(encoding)) return readings.get(encoding);
    try {
      readings.set(encoding, read(textIn(encoding), encoding));
    } catch (error) {
      // In an encoding that is tried only, it may be no bank file.
      if (!isTried || !(error instanceof FileRefusedError)) throw error;
      readings.set(encoding, undefined);
    }
    return readings.get(encoding);
  };
  const [likely] = [said, named, ...encodings].filter((one) => one !== undefined);
  const first = readIn(likely!)!;
  const before = remembered?.(first.fingerprint)?.seen?.encoding;
  const optionOf = (value: StatementEncoding): Option<StatementEncoding> => ({
    value,
    reads: `the text is in ${value}`,
    answer: { encoding: value },
  });
  const textsIn = (encoding: StatementEncoding) => {
    const rows = readIn(encoding, true)?.rows;
    return rows && JSON.stringify(rows.map(({ row, payer, text, bankId }) => [row, payer, text, bankId]));
  };
  const areAlike = (one: StatementEncoding, other: StatementEncoding): boolean => {
    const [texts, others] = [textsIn(one), textsIn(other)];
    return texts === undefined || others === undefined || texts === others;
  };
  const options = encodings.map(optionOf);
  const { value = likely!, decision } = decide('encoding', options, {
    said: said && optionOf(said),
    proof: named && { option: optionOf(named), says: 'the file names it' },
    remembered: before && encodings.includes(before) ? optionOf(before) : undefined,
    areAlike,
  });
  const { questions, decisions, contents, ...reading } = readIn(value)!;
  return {
    ...reading,
    encoding: value,
    decisions: [withExamples(), ...decisions],
    contents: { ...contents, encoding: value },
    questions: decision.isOpen ? ['encoding', ...questions] : questions,
  };

  /** Returns the decision with a row that the encodings read otherwise. */
  function withExamples() {
    const { choices, ...record } = decision;
    if (!choices || !record.isOpen) return record;
    const all = encodings.map((encoding) => readIn(encoding, true)?.rows ?? []);
    const differing = all[0]!.find((row, at) =>
      all.some((rows) => rows[at]?.text !== row.text || rows[at]?.payer !== row.payer),
    );
    const withExample = (choice: DecisionChoice, index: number): DecisionChoice => {
      const found = all[index]!.find(({ row }) => row === differing?.row);
      if (!found) return choice;
      const { row, text, payer } = found;
      return { ...choice, example: { row, text, ...(payer && { payer }) } };
    };
    return { ...record, choices: choices.map(withExample) };
  }
}
