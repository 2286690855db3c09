import { Alert, Box, Button } from '@mui/material';
import type { MappingInput } from '#domain/bank/reconciliation';
import type { StatementDraftRecord } from '../../data/records.js';
import { DraftRows, PreviewList } from './DraftRows.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

/** Number of rows that are listed for single decisions; the buttons above decide on all. */
const shownRows = 50;

interface DraftDecisionsProps {
  draft: StatementDraftRecord;
  isBusy: boolean;
  onDecide: (decision: MappingInput) => void;
}

/** Rows that block an import until they are decided: possible duplicates, and rows that cannot be read. */
export function DraftDecisions({ draft, isBusy, onDecide }: DraftDecisionsProps) {
  const label = useTexts('resources.reconcile.draft');
  const { excluded, included, preview } = draft;
  const { suspectedRows, suspected, unreadable } = preview;
  const exclude = (rows: number[]) =>
    onDecide({
      excluded: [...new Set([...excluded, ...rows])],
      included: included.filter((row) => !rows.includes(row)),
    });
  const include = (rows: number[]) =>
    onDecide({
      included: [...new Set([...included, ...rows])],
      excluded: excluded.filter((row) => !rows.includes(row)),
    });
  const button = (
    name: 'exclude' | 'include' | 'excludeAll' | 'includeAll',
    decide: () => void,
    named?: string,
  ) => (
    <Button size="small" variant="outlined" disabled={isBusy} onClick={decide} aria-label={named}>
      {label(name)}
    </Button>
  );

  return (
    <>
      {suspected.length > 0 && (
        <div>
          <Alert severity="warning" sx={{ mb: 1 }}>
            {label('suspected', { smart_count: suspected.length })}
          </Alert>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1 }}>
            {button('excludeAll', () => exclude(suspected))}
            {button('includeAll', () => include(suspected))}
          </Box>
          <PreviewList
            rows={suspectedRows.slice(0, shownRows)}
            caption={label('suspectedRows')}
            action={({ row }) => (
              <Box sx={{ display: 'flex', gap: 1 }}>
                {button('exclude', () => exclude([row]), label('excludeOf', { row }))}
                {button('include', () => include([row]), label('includeOf', { row }))}
              </Box>
            )}
          />
        </div>
      )}
      {unreadable.length > 0 && (
        <div>
          <Alert severity="error" sx={{ mb: 1 }}>
            {label('unreadable', { smart_count: unreadable.length })}
          </Alert>
          <Box sx={{ mb: 1 }}>{button('excludeAll', () => exclude(unreadable.map(({ row }) => row)))}</Box>
          <DraftRows aria-label={label('unreadableRows')}>
            {unreadable.slice(0, shownRows).map(({ row, reason }) => (
              <li key={row}>
                <div data-quiet>{label('rowOf', { row })}</div>
                <div data-text>{reason}</div>
                {button('exclude', () => exclude([row]), label('excludeOf', { row }))}
              </li>
            ))}
          </DraftRows>
        </div>
      )}
      {(excluded.length > 0 || included.length > 0) && (
        <Alert
          severity="info"
          action={
            <Button
              color="inherit"
              disabled={isBusy}
              onClick={() => onDecide({ excluded: [], included: [] })}
            >
              {label('resetDecisions')}
            </Button>
          }
        >
          {label('decisions', { excluded: excluded.length, included: included.length })}
        </Alert>
      )}
    </>
  );
}
