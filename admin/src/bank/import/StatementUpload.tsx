import { statementLimits } from '#bank-files/contract';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Alert, Box, LinearProgress, Stack, Typography } from '@mui/material';
import { type DragEvent, useState } from 'react';
import { messages } from '#domain/platform/messages';
import { isPayoutReport, type PayoutReportResult } from '#domain/payouts/payouts';
import { errorMessage, HttpError } from '#browser/http';
import { useWrite } from '../../data/useCall.js';
import type { StatementDraftRecord } from '../../data/records.js';
import { useHasCards } from '../../data/useCounts.js';
import { DialogButton, FileButton } from '../../ui/common/buttons.js';
import { NotLoaded, Section } from '../../ui/common/Section.js';
import { Hint, TextLink } from '../../ui/common/fields.js';
import { draftPath } from '../../ui/paths.js';
import { BankAccountDialog } from '../accounts/BankAccounts.js';
import { accountChoice, useBankAccounts } from '../accounts/useBankAccounts.js';
import { formatBytes } from './formatBytes.js';
import { textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { SelectField } from '../../ui/lists/FilterBar.js';

/** A field for a bank's file, dropped or chosen. */
function FileDrop({ disabled, onFile }: { disabled: boolean; onFile: (file: File) => void }) {
  const label = useTexts('resources.reconcile.import');
  const [isOver, setOver] = useState(false);
  const over = (isDragged: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isDragged && !disabled);
  };

  return (
    <Box
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        const file = event.dataTransfer.files[0];
        if (file && !disabled) onFile(file);
      }}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 1,
        p: 3,
        textAlign: 'center',
        border: 2,
        borderStyle: 'dashed',
        borderRadius: 2,
        borderColor: isOver ? 'primary.main' : 'divider',
        bgcolor: isOver ? 'action.hover' : undefined,
      }}
    >
      <Typography color="text.secondary">{label('drop')}</Typography>
      <FileButton
        variant="contained"
        accept=".csv,.txt,.ofx,.qfx,.qbo,.xml,.qif,.sta,.mt940,.940,.swi,text/csv,application/xml"
        startIcon={<UploadIcon />}
        disabled={disabled}
        onFile={onFile}
      >
        {label('choose')}
      </FileButton>
      <Hint>{label('formats')}</Hint>
    </Box>
  );
}

interface StatementUploadProps {
  onUploaded: (draft: StatementDraftRecord) => void;
  onReport: (fileName: string, result: PayoutReportResult) => void;
}

/** Bytes of a file within which a payout report has its whole header. */
const headerBytes = 8192;

/** The beginning of a file, which tells a payout report; '' for one that cannot be read, whose upload then fails. */
const headerOf = (file: File): Promise<string> => {
  const header = file.slice(0, headerBytes).text();
  return header.catch(() => '');
};

/** Uploads a bank's file as a draft; a payout report of the card provider is known by its header, and imported at once. */
export function StatementUpload({ onUploaded, onReport }: StatementUploadProps) {
  const translate = useTranslate();
  const { accounts, error, refetch } = useBankAccounts();
  const [chosen, setChosen] = useState('');
  const label = textsOf(translate, 'resources.reconcile.import');
  const accountId = accounts?.some(({ id }) => id === chosen)
    ? chosen
    : accounts?.length === 1
      ? accounts[0]?.id
      : '';
  const upload = useWrite({
    mutationKey: ['statements', 'upload'],
    mutationFn: ({ file, account }: { file: File; account: string }, call) =>
      call('POST /bank-accounts/{id}/statements', {
        id: account,
        query: { fileName: file.name },
        body: file,
      }),
    onSuccess: onUploaded,
  });
  const report = useWrite({
    mutationKey: ['card-payouts', 'import'],
    mutationFn: ({ file }: { file: File }, call) =>
      call('POST /card-payouts/reports', { query: { fileName: file.name }, body: file }),
    onSuccess: (result, { file }) => onReport(file.name, result),
  });
  const hasCards = useHasCards();
  const [tooLarge, setTooLarge] = useState<File>();
  // A file that was chosen first waits for its account.
  const [waiting, setWaiting] = useState<File>();
  const choose = (account: string) => {
    setChosen(account);
    setWaiting(undefined);
    if (waiting) upload.mutate({ file: waiting, account });
  };
  const take = async (file: File) => {
    upload.reset();
    report.reset();
    const isTooLarge = file.size > statementLimits.bytes;
    setTooLarge(isTooLarge ? file : undefined);
    setWaiting(undefined);
    if (isTooLarge) return;
    const isReport = hasCards && isPayoutReport(await headerOf(file));
    setWaiting(isReport || accountId ? undefined : file);
    if (isReport) report.mutate({ file });
    else if (accountId) upload.mutate({ file, account: accountId });
  };
  const running = [upload, report].find(({ isPending }) => isPending);
  const failed = upload.error ?? report.error;
  const known = upload.error instanceof HttpError ? upload.error.body.errors?.statementId : undefined;

  return (
    <Section title={label('file')} isBusy={!accounts && !error}>
      {!accounts ? (
        <NotLoaded error={error} refetch={refetch} height={220} />
      ) : (
        <Stack spacing={2}>
          {accounts.length === 0 ? (
            <Typography>{label('noAccount')}</Typography>
          ) : (
            <Typography color="text.secondary">{label('hint')}</Typography>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1.5 }}>
            {accounts.length > 0 && (
              <SelectField
                id="statement-account"
                label={label('account')}
                value={accountId}
                choices={accounts.map(accountChoice)}
                onChange={choose}
                helperText={accountId ? undefined : label('accountFirst')}
                sx={{ minWidth: 240, flex: { xs: '1 1 100%', sm: '0 0 auto' } }}
              />
            )}
            <DialogButton
              variant={accounts.length === 0 ? 'contained' : 'outlined'}
              dialog={(close) => <BankAccountDialog onSaved={({ id }) => choose(id)} onClose={close} />}
            >
              {translate('resources.reconcile.accounts.add')}
            </DialogButton>
          </Box>
          {(accounts.length > 0 || hasCards) && (
            <FileDrop
              disabled={(!accountId && !hasCards) || running !== undefined}
              onFile={(file) => void take(file)}
            />
          )}
          {hasCards && <Typography color="text.secondary">{label('report')}</Typography>}
          {waiting && <Alert severity="info">{label('waits', { file: waiting.name })}</Alert>}
          {running?.variables && (
            <div role="status">
              <Typography variant="body2" sx={{ mb: 1 }}>
                {label('reading', {
                  file: running.variables.file.name,
                  size: formatBytes(running.variables.file.size),
                })}
              </Typography>
              <LinearProgress aria-label={label('readingLabel')} />
            </div>
          )}
          {tooLarge && (
            <Alert severity="error">
              {label('tooLarge', {
                file: tooLarge.name,
                size: formatBytes(tooLarge.size),
                limit: formatBytes(statementLimits.bytes),
              })}
            </Alert>
          )}
          {failed && (
            <Alert severity="error">
              <span>
                {errorMessage(failed, upload.error ? messages.uploadStatement : messages.importPayoutReport)}
              </span>{' '}
              {known && <TextLink to={draftPath(known)}>{label('showKnown')}</TextLink>}
            </Alert>
          )}
        </Stack>
      )}
    </Section>
  );
}
