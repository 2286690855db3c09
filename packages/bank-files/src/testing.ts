import type { DecisionChoice, ReadingDecision } from './common/contract.js';
import { mergeAnswers } from './csv/mapping.js';
import { readStatement, type ReadOptions } from './read-statement.js';

/** Returns the decision on a part of a file: the first one that is open, else the first. */
export const decisionOn = (
  on: ReadingDecision['on'],
  { decisions }: { decisions: readonly ReadingDecision[] },
): ReadingDecision | undefined =>
  decisions.find((one) => one.on === on && one.isOpen) ?? decisions.find((one) => one.on === on);

/** Returns the choices of an open part, in words. */
export const choicesOn = (
  on: ReadingDecision['on'],
  reading: { decisions: readonly ReadingDecision[] },
): string[] => openChoices(on, reading).map(({ reads }) => reads);

/** Returns the choices of an open part. */
export const openChoices = (
  on: ReadingDecision['on'],
  reading: { decisions: readonly ReadingDecision[] },
): DecisionChoice[] =>
  reading.decisions.filter((one) => one.on === on && one.isOpen).flatMap(({ choices = [] }) => choices);

/** Reads a file as a person would who takes the first choice of each open part; returns the parts that were asked, too. */
export function readAnswered(text: string, currency = 'CAD', options: ReadOptions = {}) {
  const said: ReadOptions = { ...options };
  const asked: string[] = [];
  for (;;) {
    const reading = readStatement(Buffer.from(text), currency, said);
    const open = reading.decisions.find(({ isOpen, choices }) => isOpen && choices?.length);
    if (!open || asked.length > 20) return { ...reading, asked };
    asked.push(open.on);
    const { answers, ...others } = open.choices![0]!.value;
    Object.assign(said, others, answers && { answers: mergeAnswers(said.answers ?? {}, answers) });
  }
}

/** Encodes a text with one byte per letter, by the decoder of the same encoding. */
export function encoded(encoding: string, text: string): Buffer {
  if (encoding === 'windows-1252')
    return Buffer.from(text.replace('€', '\x80').replace('’', '\x92').replace('œ', '\x9C'), 'latin1');
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  return Buffer.from([...text].map((character) => bytes.get(character)!));
}
