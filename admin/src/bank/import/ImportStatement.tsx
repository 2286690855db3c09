import { Alert, Button, Stack } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Title, TopToolbar } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { pages } from '#domain/platform/pages';
import type { PayoutReportResult } from '#domain/payouts/payouts';
import type { StatementDraftRecord } from '../../data/records.js';
import { recordKey } from '../../data/recordCache.js';
import { useCan } from '../../data/session/role.js';
import { Section } from '../../ui/common/Section.js';
import { Subtitle } from '../../ui/page/Subtitle.js';
import { SectionColumn } from '../../ui/page/ShowFrame.js';
import { unknownPayoutsPath } from '../../ui/paths.js';
import { StatementDraftSection } from './DraftReview.js';
import { StatementHistory } from './StatementHistory.js';
import { StatementUpload } from './StatementUpload.js';
import { textsOf, useTranslate } from '../../ui/i18n/useTranslate.js';

interface PayoutOutcomeProps {
  fileName: string;
  result: PayoutReportResult;
  onClose: () => void;
}

/** The result of the import of a payout report, with links to the next steps. */
function PayoutOutcome({ fileName, result: { payouts, lines, unknownLines }, onClose }: PayoutOutcomeProps) {
  const translate = useTranslate();
  const label = textsOf(translate, 'resources.reconcile.outcomeOfReport');
  const more = lines.unknown - unknownLines.length;
  return (
    <Section title={label('title', { file: fileName })} isResult>
      <Stack spacing={2}>
        <Alert severity="success">
          {[
            label('payouts', { smart_count: payouts }),
            label('new', { smart_count: lines.new }),
            lines.known > 0 && label('known', { smart_count: lines.known }),
          ]
            .filter(Boolean)
            .join(' ')}
        </Alert>
        {lines.unknown > 0 && (
          <Alert severity="warning">
            <span>{label('unknown', { smart_count: lines.unknown })}</span>
            <ul style={{ margin: '8px 0 0', paddingLeft: 20, overflowWrap: 'anywhere' }}>
              {unknownLines.map(({ balanceTransactionId, category, paymentIntentId }) => (
                <li key={balanceTransactionId}>
                  {[category.replaceAll('_', ' '), balanceTransactionId, paymentIntentId]
                    .filter(Boolean)
                    .join(' · ')}
                </li>
              ))}
            </ul>
            {more > 0 && <span>{label('more', { smart_count: more })}</span>}
          </Alert>
        )}
        <Stack direction="row" useFlexGap spacing={1.5} sx={{ flexWrap: 'wrap' }}>
          <Button variant="contained" component={Link} to={pages.cardPayouts}>
            {label('toPayouts')}
          </Button>
          {lines.unknown > 0 && (
            <Button variant="outlined" component={Link} to={unknownPayoutsPath}>
              {label('toUnknown')}
            </Button>
          )}
          <Button variant="outlined" onClick={onClose}>
            {translate('resources.reconcile.outcomeOfImport.another')}
          </Button>
        </Stack>
      </Stack>
    </Section>
  );
}

/** The import page: upload, review and import of a bank's file, and the files imported so far. */
export function ImportStatement() {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const draftId = params.get('statement');
  const canImport = useCan('write', 'statements');
  const label = textsOf(translate, 'resources.reconcile.import');
  const client = useQueryClient();
  const [uploadedId, setUploadedId] = useState<string>();
  const [report, setReport] = useState<{ fileName: string; result: PayoutReportResult }>();
  const open = (draft: StatementDraftRecord) => {
    // Before the list of statements brings its record, which has no preview.
    client.setQueryData(recordKey('statements', draft.id), draft);
    setUploadedId(draft.id);
    setParams({ statement: draft.id });
  };
  const title = canImport ? label('title') : translate('resources.reconcile.actions.statements');
  const close = () => setParams({});
  // A draft that is opened again is asked for.
  const forgetUploaded = useCallback(() => setUploadedId(undefined), []);

  return (
    <>
      <Title title={title} />
      {canImport && <Subtitle>{label('subtitle')}</Subtitle>}
      <TopToolbar>
        <Button variant="outlined" component={Link} to={pages.interacNotices}>
          {translate('resources.reconcile.notices.title')}
        </Button>
        <Button variant="outlined" component={Link} to={pages.bankAccounts}>
          {translate('resources.reconcile.accounts.title')}
        </Button>
      </TopToolbar>
      <SectionColumn>
        {draftId ? (
          <StatementDraftSection
            key={draftId}
            id={draftId}
            isUploaded={uploadedId === draftId}
            onMoved={open}
            onClose={close}
            onLeft={forgetUploaded}
          />
        ) : !canImport ? (
          <Alert severity="info">{label('notYours')}</Alert>
        ) : report ? (
          <PayoutOutcome {...report} onClose={() => setReport(undefined)} />
        ) : (
          <StatementUpload
            onUploaded={open}
            onReport={(fileName, result) => setReport({ fileName, result })}
          />
        )}
        <StatementHistory openId={draftId} onDeleted={(id) => id === draftId && close()} />
      </SectionColumn>
    </>
  );
}
