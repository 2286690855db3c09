import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { CsvMapping, StatementPreview } from '#domain/reconciliation';
import { Answers } from './Answers.js';
import { DraftRows } from './DraftRows.js';
import { Question } from './Question.js';

type DirectionWord = NonNullable<StatementPreview['directionWords']>[number];
type Direction = NonNullable<DirectionWord['direction']>;

interface DirectionQuestionProps {
  mapping: CsvMapping;
  words: DirectionWord[];
  isBusy: boolean;
  onAnswer: (mapping: CsvMapping) => void;
}

/**
 * Asks which way the money went by each word of the direction column, and by a sign that contradicts its word; without
 * such a column, by each mark of the amounts.
 */
export function DirectionQuestion({ mapping, words, isBusy, onAnswer }: DirectionQuestionProps) {
  const translate = useTranslate();
  const [directions, setDirections] = useState(
    () => new Map(words.flatMap(({ word, direction }) => (direction ? [[word, direction] as const] : []))),
  );
  const [counts, setCounts] = useState(mapping.contradictions);
  const label = (name: string, options?: object) =>
    translate(`resources.reconcile.question.direction.${name}`, options);
  // Without a column of directions, the words are the marks of the amounts themselves.
  const isOfColumn = mapping.direction !== undefined;
  const nameOf = (word: string) => word || label(isOfColumn ? 'empty' : 'unmarked');
  // A word that is known is open for the sign beside it only.
  const contradicted = isOfColumn && words.find(({ isOpen, direction }) => isOpen && direction);
  const isAnswered =
    words.every(({ word, isOpen }) => !isOpen || directions.has(word)) && (!contradicted || counts);
  const answer = () =>
    onAnswer({
      ...mapping,
      directions: { ...mapping.directions, ...Object.fromEntries(directions) },
      ...(counts && { contradictions: counts }),
    });
  return (
    <Question title={label('title')} hint={label(isOfColumn ? 'hint' : 'marksHint')}>
      <DraftRows aria-label={label(isOfColumn ? 'words' : 'marks')}>
        {words.map(({ word, rows, example }) => (
          <li key={word}>
            <div data-text>
              <b>{nameOf(word)}</b>
              <div>{label('example', { smart_count: rows, text: example.text, amount: example.amount })}</div>
            </div>
            <RadioGroup
              row
              aria-label={label('of', { word: nameOf(word) })}
              value={directions.get(word) ?? ''}
              onChange={(_event, value) =>
                setDirections((chosen) => new Map(chosen).set(word, value as Direction))
              }
            >
              {(['in', 'out'] as const).map((direction) => (
                <FormControlLabel
                  key={direction}
                  value={direction}
                  control={<Radio />}
                  label={translate(`resources.reconcile.mapping.roles.${direction}`)}
                />
              ))}
            </RadioGroup>
          </li>
        ))}
      </DraftRows>
      {contradicted && (
        <>
          <Typography id="contradictions" sx={{ mt: 2 }}>
            {label('contradicted', {
              word: contradicted.word,
              amount: contradicted.example.amount,
              text: contradicted.example.text,
            })}
          </Typography>
          <RadioGroup
            sx={{ gap: 1, mt: 0.5 }}
            aria-labelledby="contradictions"
            value={counts ?? ''}
            onChange={(_event, value) => setCounts(value as 'sign' | 'word')}
          >
            {(['word', 'sign'] as const).map((one) => (
              <FormControlLabel key={one} value={one} control={<Radio />} label={label(one)} />
            ))}
          </RadioGroup>
        </>
      )}
      <Answers>
        <Button variant="contained" disabled={isBusy || !isAnswered} onClick={answer}>
          {label('answer')}
        </Button>
      </Answers>
    </Question>
  );
}
