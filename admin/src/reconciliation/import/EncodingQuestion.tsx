import type { EncodingOption, StatementEncoding } from '#domain/statement-reading';
import { ChoiceQuestion } from './ChoiceQuestion.js';
import { useQuestionText } from './useQuestionText.js';

interface EncodingQuestionProps {
  encodings: EncodingOption[];
  isBusy: boolean;
  onAnswer: (encoding: StatementEncoding) => void;
}

/** Asks in which encoding the letters of a file are right, with rows of it in each. */
export function EncodingQuestion({ encodings, ...props }: EncodingQuestionProps) {
  const label = useQuestionText('encoding');
  return (
    <ChoiceQuestion
      {...props}
      question="encoding"
      options={encodings.map(({ encoding, samples }) => ({
        ...{ value: encoding, reads: samples, name: label(encoding) },
      }))}
    />
  );
}
