import type { ReadingDecision } from '#bank-files/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import type { PreviewRow } from '#domain/bank/reconciliation';
import { otherWayRound } from './columnMapping.js';
import { Question } from './Question.js';
import type { DraftActions } from './useDraftActions.js';
import { useQuestionText } from './useQuestionText.js';

/** The decisions by which a file is read, each with what spoke for it and against it. */
function DecisionList({ decisions }: { decisions: ReadingDecision[] }) {
  const label = useQuestionText('why');
  return (
    <Box component="details" sx={{ mt: 2, '& summary': { cursor: 'pointer', py: 1 } }}>
      <summary>{label('title')}</summary>
      <Box component="ul" sx={{ m: 0, pl: 3, display: 'grid', gap: 0.5 }}>
        {decisions
          .filter(({ reads }) => reads)
          .map(({ on, reads, for: reasons, against }) => (
            <Typography key={on} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              <span>{reads.charAt(0).toUpperCase() + reads.slice(1)}</span>
              <Typography component="span" variant="body2" color="text.secondary">
                {[
                  reasons.length > 0 && label('for', { reasons: reasons.join('; ') }),
                  against.length > 0 && label('against', { reasons: against.join('; ') }),
                ]
                  .filter(Boolean)
                  .join('')}
              </Typography>
            </Typography>
          ))}
      </Box>
    </Box>
  );
}

/**
 * "Nov 5, 2026: received CA$2,256.61 from JANE SMITH" or "Nov 6, 2026: paid CA$12.50, FEE": a row as it was read, with the
 * currency that the file names for it.
 */
function readingText(
  { day, amount, currency, payer, text, fileCurrency }: PreviewRow,
  translate: (key: string, options: object) => string,
): string {
  const direction = amount > 0 ? 'received' : 'paid';
  const by = payer ? 'With' : text ? 'Text' : '';
  const read = translate(`resources.reconcile.question.confirm.${direction}${by}`, {
    day: formatDay(day),
    amount: formatNamedMoney(Math.abs(amount), currency),
    name: payer,
    text,
  });
  return fileCurrency
    ? translate('resources.reconcile.question.confirm.inCurrency', { read, currency: fileCurrency })
    : read;
}

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
