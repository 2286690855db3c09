import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { CsvMapping } from '#domain/reconciliation';
import type { RowStatus, StatusWord } from '#domain/statement-reading';
import { Answers } from './Answers.js';
import { DraftRows } from './DraftRows.js';
import { Question } from './Question.js';

interface StatusQuestionProps {
  mapping: CsvMapping;
  words: StatusWord[];
  isBusy: boolean;
  onAnswer: (mapping: CsvMapping) => void;
}

/** Asks whether rows with each unknown word of the status column are booked. */
export function StatusQuestion({ mapping, words, isBusy, onAnswer }: StatusQuestionProps) {
  const translate = useTranslate();
  const [statuses, setStatuses] = useState(() => new Map<string, RowStatus>());
  const label = (name: string, options?: object) =>
    translate(`resources.reconcile.question.status.${name}`, options);
  const nameOf = (word: string) => word || label('empty');
  return (
    <Question title={label('title')} hint={label('hint')}>
      <DraftRows aria-label={label('words')}>
        {words.map(({ word, rows, example }) => (
          <li key={word}>
            <div data-text>
              <b>{nameOf(word)}</b>
              <div>{label('example', { smart_count: rows, text: example.text, amount: example.amount })}</div>
            </div>
            <RadioGroup
              row
              aria-label={label('of', { word: nameOf(word) })}
              value={statuses.get(word) ?? ''}
              onChange={(_event, value) =>
                setStatuses((chosen) => new Map(chosen).set(word, value as RowStatus))
              }
            >
              {(['booked', 'pending'] as const).map((status) => (
                <FormControlLabel key={status} value={status} control={<Radio />} label={label(status)} />
              ))}
            </RadioGroup>
          </li>
        ))}
      </DraftRows>
      <Answers>
        <Button
          variant="contained"
          disabled={isBusy || !words.every(({ word }) => statuses.has(word))}
          onClick={() =>
            onAnswer({ ...mapping, statuses: { ...mapping.statuses, ...Object.fromEntries(statuses) } })
          }
        >
          {label('answer')}
        </Button>
      </Answers>
    </Question>
  );
}
