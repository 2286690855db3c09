import type { ReadingDecision } from './contract.js';

/** Something that speaks for an option, or, with a negative weight, against it. */
export interface Evidence {
  says: string;
  weight: number;
}

/**
 * Weights of evidence: that the file's own numbers prove it, the content of a column, its name, and what is usual.
 * A proof outweighs content and name together, and content a name.
 */
export const weights = { proof: 12, content: 4, name: 4, hint: 1 } as const;

/** Evidence of a person, and of the files of this layout before: a proof against the latter is asked about again. */
export const saidNow: Evidence = { says: 'you said so', weight: 100 };
export const saidBefore: Evidence = { says: 'files of this layout were read so before', weight: 6 };

/** Two options closer to each other than this, and one that has less than this, leave a decision open. */
const margin = 3;

/** Returns this evidence where it is so. */
export const where = (isSo: unknown, says: string, weight: number): Evidence[] =>
  isSo ? [{ says, weight }] : [];

/** An option of a decision, such as a column, with its evidence. */
export interface Option<Value> {
  value: Value;
  /** The reading in words. */
  reads: string;
  evidence: Evidence[];
}

const sumOf = ({ evidence }: { evidence: readonly Evidence[] }): number =>
  evidence.reduce((sum, { weight }) => sum + weight, 0);

const said = (evidence: readonly Evidence[], sign: 1 | -1): string[] =>
  evidence.filter(({ weight }) => Math.sign(weight) === sign).map(({ says }) => says);

/** Returns the record of a decision for an option; it is open where the evidence against it outweighs the margin. */
export const recordOf = <Value>(
  on: ReadingDecision['on'],
  { reads, evidence }: Omit<Option<Value>, 'value'>,
  isOpen = sumOf({ evidence }) < margin,
): ReadingDecision => ({ on, reads, for: said(evidence, 1), against: said(evidence, -1), isOpen });

/** The option with the most evidence, if anything speaks for any, and the record of the decision. */
export interface Choice<Value> {
  value?: Value;
  record: ReadingDecision;
}

/**
 * Chooses the option that most speaks for. It stays open where too little does, another one that would be read otherwise
 * (`differ`) is close, or what is said against the choice outweighs it.
 */
export function choose<Value>(
  on: ReadingDecision['on'],
  options: readonly Option<Value>[],
  differ: (one: Value, other: Value) => boolean = () => true,
  against: readonly Evidence[] = [],
): Choice<Value> {
  const [best, ...others] = options
    .filter((option) => sumOf(option) > 0)
    .sort((one, other) => sumOf(other) - sumOf(one));
  if (!best) return { record: recordOf(on, { reads: '', evidence: [...against] }, true) };
  const rivals = others.filter(
    (other) => sumOf(best) - sumOf(other) < margin && differ(best.value, other.value),
  );
  const evidence = [...best.evidence, ...against];
  const isOpen = rivals.length > 0 || sumOf({ evidence }) < margin;
  const further = rivals.flatMap(({ reads }) => where(true, `${reads} has as much for it`, -1));
  return {
    value: best.value,
    record: recordOf(on, { reads: best.reads, evidence: [...evidence, ...further] }, isOpen),
  };
}

/** Adds what speaks for an option that was said before, or is said now, to its evidence. */
export const withSaid = <Value>(
  options: readonly Option<Value>[],
  said: Value | undefined,
  saying: readonly Evidence[],
): Option<Value>[] =>
  options.map((one) => (one.value === said ? { ...one, evidence: [...saying, ...one.evidence] } : one));

/** Names a column in a sentence: its name in the header, or its number from 1. */
export const columnNamed = (column: number, header?: readonly string[]): string =>
  header?.[column] ? `"${header[column].slice(0, 60)}"` : `column ${column + 1}`;
