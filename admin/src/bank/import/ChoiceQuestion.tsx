import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Choices } from './Choices.js';
import { Question } from './Question.js';
import { useQuestionText } from './useQuestionText.js';

interface ChoiceQuestionProps<Value extends string> {
  question: 'year' | 'encoding';
  /** The possible readings, with what the file is then; the likeliest is first, and filled in. */
  options: readonly { value: Value; reads: string[]; name?: string }[];
  isBusy: boolean;
  onAnswer: (value: Value) => void;
}

/** Asks which of a few readings of the whole file is right. */
export function ChoiceQuestion<Value extends string>({
  question,
  options,
  isBusy,
  onAnswer,
}: ChoiceQuestionProps<Value>) {
  const label = useQuestionText(question);
  const [value, setValue] = useState(options[0]?.value);
  return (
    <Question
      title={label('title')}
      hint={label('hint')}
      answers={
        <Button variant="contained" disabled={isBusy || !value} onClick={() => value && onAnswer(value)}>
          {label('answer')}
        </Button>
      }
    >
      <Choices
        aria-label={label('title')}
        value={value}
        onChoose={setValue}
        options={options.map(({ value: one, reads, name }) => ({
          value: one,
          label: (
            <Box sx={{ overflowWrap: 'anywhere', py: 0.5 }}>
              {reads.map((line) => (
                <div key={line}>{line}</div>
              ))}
              {name && (
                <Typography variant="body2" color="text.secondary">
                  {name}
                </Typography>
              )}
            </Box>
          ),
        }))}
      />
    </Question>
  );
}
