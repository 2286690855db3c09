import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Alert, Button, IconButton, Stack, styled } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ListBase, Title, TopToolbar, useListContext } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { pages } from '#domain/platform/pages';
import type { PayoutReportResult } from '#domain/payouts/payouts';
import { statementFormatNames } from '#bank-files/contract';
import { formatDays } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import type { Statement } from '#domain/bank/reconciliation';
import type { StatementDraftRecord, WithId } from '../../data/records.js';
import { recordKey } from '../../data/recordCache.js';
import { useCan } from '../../data/session/role.js';
import { EmptyState, NotLoaded, Section } from '../../ui/common/Section.js';
import { Subtitle } from '../../ui/page/Subtitle.js';
import { SectionColumn } from '../../ui/page/ShowFrame.js';
import { useLeadOn } from '../../ui/page/useLeadOn.js';
import { draftPath, unknownPayoutsPath } from '../../ui/paths.js';
import { StatementDraftSection } from './DraftReview.js';
import { StatementUpload } from './StatementUpload.js';
import { textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { DeleteWithConfirmButton } from '../../ui/forms/FormDialog.js';
import { DateField, TextLink, ToneChip } from '../../ui/common/fields.js';
import { useDownload } from '../../ui/exports/ExportsProvider.js';
import { Pagination } from '../../ui/lists/ListFrame.js';
import { listDefaults } from '../../ui/page/lazyPage.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import { proofText } from './proofText.js';

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
  const [params] = useSearchParams();
  const leadOn = useLeadOn();
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
    leadOn(draftPath(draft.id));
  };
  const title = canImport ? label('title') : translate('resources.reconcile.actions.statements');
  const close = () => leadOn(pages.importStatement);
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

/** The look of the history of statements. */
const StatementRows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontSize: '0.875rem',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 16px',
    padding: '8px 16px',
    borderTop: `1px solid ${theme.palette.divider}`,
    overflowWrap: 'anywhere',
    '&[data-open]': { background: theme.palette.action.selected },
  },
  '[data-what]': { flex: '1 1 20rem', minWidth: 0 },
  '[data-quiet]': { color: theme.palette.text.secondary, fontSize: '0.8125rem' },
  '[data-actions]': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4 },
}));

interface StatementRowProps {
  statement: WithId<Statement>;
  isOpen: boolean;
  onDeleted: (id: string) => void;
}

/** One imported file: its result, its download, and its deletion. */
function StatementRow({ statement, isOpen, onDeleted }: StatementRowProps) {
  const translate = useTranslate();
  const { accounts, nameOf, currencyOf } = useBankAccounts();
  const canWrite = useCan('write', 'statements');
  const {
    id,
    fileName,
    state,
    format,
    bankAccountId,
    from,
    to,
    createdBy,
    imported = 0,
    known = 0,
    proof,
  } = statement;
  const label = textsOf(translate, 'resources.reconcile.history');
  const download = useDownload('GET /statements/{id}/file', fileName);

  return (
    <li data-open={isOpen || undefined}>
      <div data-what>
        {canWrite || state === 'imported' ? (
          <TextLink to={draftPath(id)} sx={{ paddingBlock: '14px' }}>
            {fileName}
          </TextLink>
        ) : (
          <span>{fileName}</span>
        )}{' '}
        <ToneChip
          name={label(state === 'draft' ? 'notImported' : 'isImported')}
          tone={state === 'draft' ? 'warning' : 'success'}
        />
        <div data-quiet>
          {[statementFormatNames[format], nameOf(bankAccountId), from && formatDays(from, to)]
            .filter(Boolean)
            .join(' · ')}
        </div>
        <div data-quiet>
          {state !== 'draft' && <span>{`${label('imported', { smart_count: imported, known })} · `}</span>}
          <DateField source="createdAt" record={statement} /> <span>{label('by', { name: createdBy })}</span>
        </div>
        {accounts && proof && !proof.agrees && (
          <div data-quiet>
            {proofText(proof, { rows: imported + known, currency: currencyOf(bankAccountId) }, translate)}
          </div>
        )}
      </div>
      <div data-actions>
        {canWrite && state === 'draft' && (
          <Button component={Link} to={draftPath(id)} aria-label={label('continueOf', { file: fileName })}>
            {label('continue')}
          </Button>
        )}
        <IconButton
          aria-label={label('downloadOf', { file: fileName })}
          title={label('download')}
          loading={download.isPending}
          onClick={() => download.mutate({ id })}
        >
          <DownloadIcon />
        </IconButton>
        {canWrite && (
          <DeleteWithConfirmButton
            record={statement}
            aria-label={label('deleteOf', { file: fileName })}
            {...(state === 'draft' && { confirmContent: 'resources.statements.message.delete_draft' })}
            translateOptions={{ smart_count: imported }}
            onDeleted={() => onDeleted(id)}
          />
        )}
      </div>
    </li>
  );
}

interface StatementHistoryProps {
  openId: string | null;
  onDeleted: (id: string) => void;
}

function StatementHistoryRows({ openId, onDeleted }: StatementHistoryProps) {
  const label = useTexts('resources.reconcile.history');
  const { data, error, refetch } = useListContext<WithId<Statement>>();
  return (
    <Section title={label('title')} flush>
      {!data ? (
        <NotLoaded error={error} fallback={messages.fetchStatements} refetch={refetch} height={120} isFlush />
      ) : data.length ? (
        <StatementRows aria-label={label('title')}>
          {data.map((statement) => (
            <StatementRow
              key={statement.id}
              statement={statement}
              isOpen={statement.id === openId}
              onDeleted={onDeleted}
            />
          ))}
        </StatementRows>
      ) : (
        <EmptyState title={label('empty')} hint={label('emptyHint')} />
      )}
      <Pagination />
    </Section>
  );
}

/** The imported files, newest first. */
export const StatementHistory = (props: StatementHistoryProps) => (
  <ListBase
    resource="statements"
    {...listDefaults}
    disableSyncWithLocation
    exporter={false}
    disableAuthentication
  >
    <StatementHistoryRows {...props} />
  </ListBase>
);
