import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { PreviewRow } from '#domain/reconciliation';
import type { ReadingDecision } from '#domain/statement-reading';
import { DecisionList } from './DecisionList.js';
import { otherWayRound } from './columnMapping.js';
import { Question } from './Question.js';
import { readingText } from './readingText.js';
import { useQuestionText } from './useQuestionText.js';
import type { DraftActions } from './useDraftActions.js';

interface ReadingQuestionProps {
  examples: PreviewRow[];
  decisions: ReadingDecision[] | undefined;
  actions: DraftActions;
  isBusy: boolean;
  /** Undefined where the file has no columns to choose from. */
  onChangeColumns: (() => void) | undefined;
}

/** Asks whether the first reading of a layout is right, with a row each way in words. */
export function ReadingQuestion({
  examples,
  decisions,
  actions,
  isBusy,
  onChangeColumns,
}: ReadingQuestionProps) {
  const translate = useTranslate();
  const { mapping, setMapping, confirm } = actions;
  const label = useQuestionText('confirm');
  const missing = (['in', 'out'] as const).filter(
    (direction) => !examples.some(({ amount }) => amount > 0 === (direction === 'in')),
  );
  return (
    <Question
      title={label('title')}
      hint={label('hint')}
      answers={
        <>
          <Button variant="contained" disabled={isBusy} onClick={confirm}>
            {label('yes')}
          </Button>
          {mapping && onChangeColumns && (
            <Button variant="outlined" disabled={isBusy} onClick={() => setMapping(otherWayRound(mapping))}>
              {label('other')}
            </Button>
          )}
          {onChangeColumns && (
            <Button disabled={isBusy} onClick={onChangeColumns}>
              {label('columns')}
            </Button>
          )}
        </>
      }
    >
      {examples.map((example) => (
        <Typography key={example.row} sx={{ mt: 1, fontWeight: 500, overflowWrap: 'anywhere' }}>
          {readingText(example, translate)}
        </Typography>
      ))}
      {missing.map((direction) => (
        <Typography key={direction} color="text.secondary" sx={{ mt: 1 }}>
          {label(`none.${direction}`)}
        </Typography>
      ))}
      {decisions && <DecisionList decisions={decisions} />}
    </Question>
  );
}
