import { Alert, Button, Stack } from '@mui/material';
import { Link } from 'react-router';
import type { Statement } from '#domain/bank/reconciliation';
import { useRead } from '../../data/useCall.js';
import { Section } from '../../ui/common/Section.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { transactionsPath } from '../../ui/paths.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

/** The result of an import, with links to the next steps. */
export function ImportOutcome({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const label = useTexts('resources.reconcile.outcomeOfImport');
  const { _id, fileName, imported = 0, known = 0 } = statement;
  // The current counts: transactions that were open after the import may be matched by now.
  const query = { perPage: 1, filter: { statementId: _id } };
  const counts = useRead(['bank-transactions', 'counts', _id], 'GET /bank-transactions', { query });
  const { ready = 0, review = 0 } = counts.data?.counts ?? statement;
  const ignored = counts.data?.counts.ignored ?? 0;
  return (
    <Section title={label('title', { file: fileName })} isBusy={counts.isPending} isResult>
      <Stack spacing={2} sx={{ visibility: counts.isPending ? 'hidden' : undefined }}>
        <Alert severity="success">
          {[
            label('imported', { smart_count: imported }),
            known > 0 && label('known', { smart_count: known }),
            label('led', { ready, review }),
            ignored > 0 && label('ignored', { ignored }),
          ]
            .filter(Boolean)
            .join(' ')}
        </Alert>
        <Stack direction="row" useFlexGap spacing={1.5} sx={{ flexWrap: 'wrap' }}>
          {ready > 0 && (
            <Button
              variant="contained"
              component={Link}
              to={transactionsPath({ state: 'ready', statementId: _id })}
            >
              {label('toReady', { smart_count: ready })}
            </Button>
          )}
          {review > 0 && (
            <Button
              variant={ready > 0 ? 'outlined' : 'contained'}
              component={Link}
              to={transactionsPath({ state: 'review', statementId: _id })}
            >
              {label('toReview', { smart_count: review })}
            </Button>
          )}
          <Permitted to="write" resource="statements">
            <Button variant="outlined" onClick={onClose}>
              {label('another')}
            </Button>
          </Permitted>
        </Stack>
      </Stack>
    </Section>
  );
}
