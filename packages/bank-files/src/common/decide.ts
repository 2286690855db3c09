import type {
  Answer,
  ChoiceExample,
  CsvMapping,
  DecidedBy,
  DecisionChoice,
  ReadingDecision,
} from './contract.js';

/** A reading that a part of a file can have. */
export interface Option<Value> {
  value: Value;
  /** The reading in words. */
  reads: string;
  /** The answer by which a person says it. */
  answer: Answer;
  /** The columns that it is about. */
  columns?: number[];
  example?: ChoiceExample;
}

/** The reading by which a part of the mapping has this value. */
export const partOption = <Value extends CsvMapping[keyof CsvMapping] | null>(
  part: keyof CsvMapping,
  value: Value,
  reads: string,
  columns: number[] = [],
): Option<Value> => ({ value, reads, columns, answer: { answers: { [part]: value } } });

/** All that is said and known of a part besides the file. */
export interface Told<Value> {
  said?: Value | undefined;
  remembered?: Value | undefined;
  known?: Value | undefined;
}

/** All that can settle a part, beside the number of its options. */
export interface Sources<Value> extends Told<Option<Value>> {
  /** The option that the file itself proves, and how. */
  proof?: { option: Option<Value>; says: string } | undefined;
  /** True where a file is read alike by both: the first option is as good as another. */
  areAlike?: (one: Value, other: Value) => boolean;
}

/** The value of a part, where something settles it, and the record of its decision. */
export interface Decided<Value> {
  value?: Value;
  decision: ReadingDecision;
}

const choiceOf = <Value>({ answer, reads, columns = [], example }: Option<Value>): DecisionChoice => ({
  value: answer,
  reads,
  columns,
  ...(example && { example }),
});

/** Decides on a part of a file; the likeliest option is the first. Proof against the memory of a layout is asked about. */
export function decide<Value>(
  on: ReadingDecision['on'],
  options: readonly Option<Value>[],
  { said, proof, remembered, known, areAlike = Object.is }: Sources<Value> = {},
): Decided<Value> {
  const settle = (by: DecidedBy, option: Option<Value>, says?: string): Decided<Value> => ({
    value: option.value,
    decision: {
      on,
      reads: option.reads,
      by,
      isOpen: false,
      ...(says && { says }),
      ...(options.length > 1 && { choices: options.map(choiceOf) }),
    },
  });
  if (said) return settle('said', said);
  const before = remembered ?? known;
  const isContradicted = proof && before && !areAlike(proof.option.value, before.value);
  if (proof && !isContradicted) return settle('proof', proof.option, proof.says);
  if (before && !isContradicted) return settle(remembered ? 'remembered' : 'known', before);
  const [first, ...others] = options;
  if (first && !isContradicted && others.every(({ value }) => areAlike(first.value, value)))
    return settle(others.length ? 'likely' : 'only', first);
  return { decision: openDecision(on, options) };
}

/** The record of a decision that a person has to make. */
export const openDecision = <Value>(
  on: ReadingDecision['on'],
  options: readonly Option<Value>[],
): ReadingDecision => ({ on, reads: '', isOpen: true, choices: options.map(choiceOf) });

/** Names a column in a sentence: its name in the header, or its number from 1. */
export const columnNamed = (column: number, header?: readonly string[]): string =>
  header?.[column] ? `"${header[column].slice(0, 60)}"` : `column ${column + 1}`;

/** Decides on the order of dates or the decimal mark: the file stands above earlier ones, of which only a mark that fits counts. */
export function decideMark<Mark extends string>(
  on: ReadingDecision['on'],
  options: readonly Option<Mark>[],
  proof: Sources<Mark>['proof'],
  { said, remembered, known }: Told<Mark | null>,
  fits: (mark: Mark) => boolean = () => true,
): Decided<Mark> {
  const of = (mark: Mark) => options.find(({ value }) => value === mark);
  const before = (mark?: Mark | null) => (!proof && mark && fits(mark) ? of(mark) : undefined);
  const told = said && (of(said) ?? ({ value: said, reads: '', answer: {} } satisfies Option<Mark>));
  const isFree = options.length > 1;
  return decide(on, options, {
    said: told ? { ...told, reads: told.reads || options[0]?.reads || '' } : undefined,
    proof,
    ...(isFree && { remembered: before(remembered), known: before(known) }),
  });
}
