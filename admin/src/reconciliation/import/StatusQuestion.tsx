import type { CsvMapping } from '#domain/reconciliation';
import type { StatusWord } from '#domain/statement-reading';
import { useQuestionText } from './useQuestionText.js';
import { WordsQuestion } from './WordsQuestion.js';

interface StatusQuestionProps {
  mapping: CsvMapping;
  words: StatusWord[];
  isBusy: boolean;
  onAnswer: (mapping: CsvMapping) => void;
}

/** Asks whether rows with each unknown word of the status column are booked. */
export function StatusQuestion({ mapping, onAnswer, ...props }: StatusQuestionProps) {
  const label = useQuestionText('status');
  return (
    <WordsQuestion
      {...props}
      question="status"
      hint={label('hint')}
      list={label('words')}
      empty={label('empty')}
      meanings={(['booked', 'pending'] as const).map((value) => ({ value, label: label(value) }))}
      onAnswer={(statuses) => onAnswer({ ...mapping, statuses: { ...mapping.statuses, ...statuses } })}
    />
  );
}
