import { statementFormatNames } from '#bank-files/contract';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button, IconButton, styled } from '@mui/material';
import { ListBase, useDataProvider, useListContext } from 'react-admin';
import { Link } from 'react-router';
import { formatDays } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import type { Statement } from '#domain/bank/reconciliation';
import type { dataProvider } from '../../data/dataProvider.js';
import { useWrite } from '../../data/useCall.js';
import type { WithId } from '../../data/records.js';
import { useCan } from '../../data/session/role.js';
import { DeleteWithConfirmButton } from '../../ui/forms/FormDialog.js';
import { DateField, TextLink, ToneChip } from '../../ui/common/fields.js';
import { EmptyState, NotLoaded, Section } from '../../ui/common/Section.js';
import { saveFile } from '../../ui/exports/ExportsProvider.js';
import { Pagination } from '../../ui/lists/ListFrame.js';
import { listDefaults } from '../../ui/page/lazyPage.js';
import { draftPath } from '../../ui/paths.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import { proofText } from './proofText.js';
import { textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

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
  const { nameOf, currencyOf } = useBankAccounts();
  const { download: downloadFile } = useDataProvider<typeof dataProvider>();
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
  const download = useWrite({
    mutationKey: ['downloads', 'statement'],
    mutationFn: () => downloadFile('GET /statements/{id}/file', { id }),
    onSuccess: ({ file }) => saveFile(file, fileName),
    tellsFailure: true,
  });

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
          {state !== 'draft' && <span>{label('imported', { smart_count: imported, known })} · </span>}
          <DateField source="createdAt" record={statement} /> <span>{label('by', { name: createdBy })}</span>
        </div>
        {proof && !proof.agrees && (
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
          onClick={() => download.mutate()}
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
