import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatDays } from '../../../domain/dates.js';
import { messages } from '../../../domain/messages.js';
import { type Currency, formatNamedMoney } from '../../../domain/money.js';
import { type SkipReason, statementFormatNames } from '../../../domain/reconciliation.js';
import { Details } from '../common/Details.js';
import { Section } from '../common/Section.js';
import { errorMessage } from '../../../browser/http.js';
import { DraftDecisions } from './DraftDecisions.js';
import { formatBytes } from './formatBytes.js';
import { MappingEditor } from './MappingEditor.js';
import { PreviewTable } from './PreviewTable.js';
import type { StatementDraftRecord } from './reconciliationMethods.js';
import { useBankAccounts } from './useBankAccounts.js';
import { useDraft } from './useDraft.js';

interface DraftReviewProps {
  draft: StatementDraftRecord;
  onClose: () => void;
}

/** Review of an uploaded file: its column mapping, the decisions it needs, a preview, and the import. */
export function DraftReview({ draft, onClose }: DraftReviewProps) {
  const translate = useTranslate();
  const { accounts, nameOf } = useBankAccounts();
  const { change, importing } = useDraft(draft);
  const { preview, fileName, format, size, bankAccountId, mapping } = draft;
  const label = (name: string, options?: object) => translate(`admin.reconcile.draft.${name}`, options);
  const currency: Currency = accounts?.find(({ id }) => id === bankAccountId)?.currency ?? 'CAD';
  const blocks = [
    preview.questions.length > 0 && label('blocked.questions'),
    preview.unreadable.length > 0 && label('blocked.unreadable', { smart_count: preview.unreadable.length }),
    preview.suspected.length > 0 && label('blocked.suspected', { smart_count: preview.suspected.length }),
  ].filter((block) => block !== false);
  const skipped = Object.entries(preview.skipped) as [SkipReason, number][];
  const isBusy = change.isPending || importing.isPending;
  const error = importing.error ?? change.error;
  const failure = importing.error ? messages.importStatement : messages.uploadStatement;

  return (
    <Section
      title={label('title', { file: fileName })}
      action={
        <Button onClick={onClose} disabled={importing.isPending}>
          {label('another')}
        </Button>
      }
    >
      <Stack spacing={3} aria-busy={isBusy}>
        <Details
          rows={[
            [
              label('file'),
              [statementFormatNames[format], formatBytes(size), nameOf(bankAccountId)]
                .filter(Boolean)
                .join(' · '),
            ],
            preview.from && [label('days'), formatDays(preview.from, preview.to)],
            // Nothing is read before the questions are answered.
            preview.questions.length === 0 && [
              label('new'),
              <strong key="new">
                {label('newRows', {
                  smart_count: preview.new,
                  total: formatNamedMoney(preview.total, currency),
                })}
              </strong>,
            ],
            preview.known > 0 && [label('known'), label('knownRows', { smart_count: preview.known })],
            skipped.length > 0 && [
              label('skipped'),
              skipped.map(([reason, count]) => label(`skip.${reason}`, { smart_count: count })).join(', '),
            ],
          ]}
        />
        {preview.gapDays !== undefined && (
          <Alert severity="info">{label('gap', { smart_count: preview.gapDays })}</Alert>
        )}
        {mapping && (
          <MappingEditor
            draft={draft}
            mapping={mapping}
            onChange={(changed) => change.mutate({ mapping: changed })}
          />
        )}
        <DraftDecisions draft={draft} isBusy={isBusy} onDecide={(decision) => change.mutate(decision)} />
        <PreviewTable rows={preview.rows} caption={label('preview', { count: preview.rows.length })} />
        {importing.isPending && (
          <div role="status">
            <Typography variant="body2" sx={{ mb: 1 }}>
              {label('importing', { smart_count: preview.new })}
            </Typography>
            <LinearProgress aria-label={label('importingLabel')} />
          </div>
        )}
        {error && <Alert severity="error">{errorMessage(error, failure)}</Alert>}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Button
            variant="contained"
            disabled={blocks.length > 0 || change.isPending}
            loading={importing.isPending}
            onClick={() => importing.mutate()}
          >
            {label('import', { smart_count: preview.new })}
          </Button>
          {blocks.length > 0 && (
            <Typography color="text.secondary" role="status">
              {blocks.join(' ')}
            </Typography>
          )}
        </Box>
      </Stack>
    </Section>
  );
}
