import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { pages } from '#domain/pages';
import type { PayoutReportResult } from '#domain/payouts';
import { PageHeader } from '../../ui/page/PageHeader.js';
import { recordKey } from '../../data/recordCache.js';
import { SectionColumn } from '../../ui/page/SectionColumn.js';
import type { StatementDraftRecord } from '../../data/reconciliationMethods.js';
import { StatementDraftSection } from './DraftReview.js';
import { PayoutOutcome } from './PayoutOutcome.js';
import { StatementHistory } from './StatementHistory.js';
import { StatementUpload } from './StatementUpload.js';
import { useCan } from '../../session/role.js';

/** The import page: upload, review and import of a bank's file, and the files imported so far. */
export function ImportStatement() {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const draftId = params.get('statement');
  const canImport = useCan('write', 'statements');
  const label = (name: string) => translate(`resources.reconcile.import.${name}`);
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
      <PageHeader title={title} subtitle={canImport ? label('subtitle') : undefined} under="reconcile">
        <Button variant="outlined" component={Link} to={pages.interacNotices}>
          {translate('resources.reconcile.notices.title')}
        </Button>
        <Button variant="outlined" component={Link} to={pages.bankAccounts}>
          {translate('resources.reconcile.accounts.title')}
        </Button>
      </PageHeader>
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
        ) : (
          canImport &&
          (report ? (
            <PayoutOutcome {...report} onClose={() => setReport(undefined)} />
          ) : (
            <StatementUpload
              onUploaded={open}
              onReport={(fileName, result) => setReport({ fileName, result })}
            />
          ))
        )}
        <StatementHistory openId={draftId} onDeleted={(id) => id === draftId && close()} />
      </SectionColumn>
    </>
  );
}
