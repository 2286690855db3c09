import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { CsvMapping } from '#domain/reconciliation';
import type { DirectionWord } from '#domain/statement-reading';
import { Choices } from './Choices.js';
import { useQuestionText } from './useQuestionText.js';
import { WordsQuestion } from './WordsQuestion.js';

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
  const label = useQuestionText('direction');
  const [counts, setCounts] = useState(mapping.contradictions);
  // Without a column of directions, the words are the marks of the amounts themselves.
  const isOfColumn = mapping.direction !== undefined;
  // A word that is known is open for the sign beside it only.
  const contradicted = isOfColumn && words.find(({ isOpen, direction }) => isOpen && direction);
  return (
    <WordsQuestion
      question="direction"
      hint={label(isOfColumn ? 'hint' : 'marksHint')}
      list={label(isOfColumn ? 'words' : 'marks')}
      empty={label(isOfColumn ? 'empty' : 'unmarked')}
      words={words.map((word) => ({ ...word, meaning: word.direction, isOptional: !word.isOpen }))}
      meanings={(['in', 'out'] as const).map((value) => ({
        ...{ value, label: translate(`resources.reconcile.mapping.roles.${value}`) },
      }))}
      isAnswered={!contradicted || counts !== undefined}
      isBusy={isBusy}
      onAnswer={(directions) =>
        onAnswer({
          ...mapping,
          directions: { ...mapping.directions, ...directions },
          ...(counts && { contradictions: counts }),
        })
      }
    >
      {contradicted && (
        <>
          <Typography id="contradictions" sx={{ mt: 2 }}>
            {label('contradicted', { ...contradicted.example, word: contradicted.word })}
          </Typography>
          <Choices
            sx={{ gap: 1, mt: 0.5 }}
            aria-labelledby="contradictions"
            options={(['word', 'sign'] as const).map((value) => ({ value, label: label(value) }))}
            value={counts}
            onChoose={setCounts}
          />
        </>
      )}
    </WordsQuestion>
  );
}
