import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { Choices } from './Choices.js';
import { Question } from './Question.js';
import { useQuestionText } from './useQuestionText.js';

interface Word<Meaning> {
  word: string;
  rows: number;
  example: { amount: string; text: string };
  /** The meaning that it is taken for. */
  meaning?: Meaning | undefined;
  /** True where it may be left without a meaning. */
  isOptional?: boolean;
}

interface WordsQuestionProps<Meaning extends string> {
  question: 'direction' | 'status';
  hint: string;
  /** The label of the list of words. */
  list: string;
  /** The name of a word that is empty. */
  empty: string;
  words: Word<Meaning>[];
  meanings: readonly { value: Meaning; label: string }[];
  children?: ReactNode;
  /** False while something else than the words is not answered. */
  isAnswered?: boolean;
  isBusy: boolean;
  onAnswer: (meanings: Record<string, Meaning>) => void;
}

/** Asks for the meaning of the words of one of a file's columns, each with its first row. */
export function WordsQuestion<Meaning extends string>({
  question,
  hint,
  list,
  empty,
  words,
  meanings,
  children,
  isAnswered = true,
  isBusy,
  onAnswer,
}: WordsQuestionProps<Meaning>) {
  const label = useQuestionText(question);
  const [chosen, setChosen] = useState(
    () => new Map(words.flatMap(({ word, meaning }) => (meaning ? [[word, meaning] as const] : []))),
  );
  const areChosen = words.every(({ word, isOptional }) => isOptional || chosen.has(word));
  return (
    <Question
      title={label('title')}
      hint={hint}
      list={{
        label: list,
        items: words.map(({ word, rows, example: { text, amount } }) => ({
          ...{ key: word, name: word || empty },
          detail: label('example', { smart_count: rows, text, amount }),
          control: (
            <Choices
              row
              aria-label={label('of', { word: word || empty })}
              options={meanings}
              value={chosen.get(word)}
              onChoose={(meaning) => setChosen((before) => new Map(before).set(word, meaning))}
            />
          ),
        })),
      }}
      answers={
        <Button
          variant="contained"
          disabled={isBusy || !areChosen || !isAnswered}
          onClick={() => onAnswer(Object.fromEntries(chosen))}
        >
          {label('answer')}
        </Button>
      }
    >
      {children}
    </Question>
  );
}
