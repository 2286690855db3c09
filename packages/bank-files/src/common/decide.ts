import type { Answer, DecidedBy, DecisionChoice, ReadingDecision } from './contract.js';

/** A reading that a part of a file can have. */
export interface Option<Value> {
  value: Value;
  /** The reading in words. */
  reads: string;
  /** The answer by which a person says it. */
  answer: Answer;
  /** The columns that it is about. */
  columns?: number[];
}

/** All that can settle a part, beside the number of its options. */
export interface Sources<Value> {
  said?: Option<Value> | undefined;
  /** The option that the file itself proves, and how. */
  proof?: { option: Option<Value>; says: string } | undefined;
  remembered?: Option<Value> | undefined;
  known?: Option<Value> | undefined;
  /** True where a file is read alike by both: the first option is as good as another. */
  areAlike?: (one: Value, other: Value) => boolean;
}

/** The value of a part, where something settles it, and the record of its decision. */
export interface Decided<Value> {
  value?: Value;
  decision: ReadingDecision;
}

const choiceOf = <Value>({ answer, reads, columns = [] }: Option<Value>): DecisionChoice => ({
  ...{ value: answer, reads, columns },
});

/**
 * Decides on a part of a file: by what a person says, what the file proves, what was said of its layout before, what is
 * known of it, and as the only option. The options are in the order in which they are offered, the likeliest first. What
 * the file proves against the memory of its layout is asked, as all else is.
 */
export function decide<Value>(
  on: ReadingDecision['on'],
  options: readonly Option<Value>[],
  { said, proof, remembered, known, areAlike = Object.is }: Sources<Value> = {},
): Decided<Value> {
  const settle = (by: DecidedBy, option: Option<Value>, says?: string): Decided<Value> => ({
    value: option.value,
    decision: {
      ...{ on, reads: option.reads, by, isOpen: false },
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
  if (first && !others.length && !isContradicted) return settle('only', first);
  if (first && !isContradicted && others.every(({ value }) => areAlike(first.value, value)))
    return settle('likely', first);
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
