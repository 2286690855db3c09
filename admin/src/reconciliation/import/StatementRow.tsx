import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { formatDays } from '#domain/dates';
import { messages } from '#domain/messages';
import { type Statement, statementFormatNames } from '#domain/reconciliation';
import { DateText } from '../../ui/common/DateText.js';
import { TextLink } from '../../ui/common/TextLink.js';
import type { dataProvider } from '../../data/dataProvider.js';
import type { WithId } from '../../data/withId.js';
import { saveFile } from '../../ui/exports/ExportsProvider.js';
import { errorMessage } from '../../../../browser/http.js';
import { draftPath } from '../../ui/paths.js';
import { proofText } from './proofText.js';
import { StatementDeleteDialog } from './StatementDeleteDialog.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import { useWrite } from '../../data/useWrite.js';
import { useCan } from '../../session/role.js';

interface StatementRowProps {
  statement: WithId<Statement>;
  isOpen: boolean;
  onDeleted: (id: string) => void;
}

/** One imported file: its result, its download, and its deletion. */
export function StatementRow({ statement, isOpen, onDeleted }: StatementRowProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { nameOf, currencyOf } = useBankAccounts();
  const { downloadStatement } = useDataProvider<typeof dataProvider>();
  const canWrite = useCan('write', 'statements');
  const [isDeleting, setDeleting] = useState(false);
  const {
    id,
    fileName,
    state,
    format,
    bankAccountId,
    from,
    to,
    createdAt,
    createdBy,
    imported = 0,
    known = 0,
    proof,
  } = statement;
  const label = (name: string, options?: object) => translate(`resources.reconcile.history.${name}`, options);
  const download = useWrite({
    mutationKey: ['downloads', 'statement'],
    mutationFn: () => downloadStatement(id),
    onSuccess: (file) => saveFile(file, fileName),
    onError: (error) => notify(errorMessage(error, messages.downloadStatement), { type: 'error' }),
  });

  return (
    <li data-open={isOpen || undefined}>
      <div data-what>
        {canWrite || state === 'imported' ? <TextLink to={draftPath(id)}>{fileName}</TextLink> : fileName}
        <div data-quiet>
          {[statementFormatNames[format], nameOf(bankAccountId), from && formatDays(from, to)]
            .filter(Boolean)
            .join(' · ')}
        </div>
        <div data-quiet>
          {state === 'draft' ? label('draft') : label('imported', { smart_count: imported, known })} ·{' '}
          <DateText value={createdAt} /> {label('by', { name: createdBy })}
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
          <IconButton
            aria-label={label('deleteOf', { file: fileName })}
            title={label('delete')}
            onClick={() => setDeleting(true)}
          >
            <DeleteIcon />
          </IconButton>
        )}
      </div>
      {isDeleting && (
        <StatementDeleteDialog
          statement={statement}
          onDeleted={() => onDeleted(id)}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}
