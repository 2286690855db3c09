import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { statementLimits } from '#domain/reconciliation';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { Section } from '../../ui/common/Section.js';
import { TextLink } from '../../ui/common/TextLink.js';
import type { dataProvider } from '../../data/dataProvider.js';
import { errorMessage, HttpError } from '../../../../browser/http.js';
import { draftPath } from '../../ui/paths.js';
import { BankAccountDialog } from '../accounts/BankAccountDialog.js';
import { FileDrop } from './FileDrop.js';
import { formatBytes } from './formatBytes.js';
import type { StatementDraftRecord } from '../../data/reconciliationMethods.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import { useWrite } from '../../data/useWrite.js';

/** Asks for the account and the bank's file, and uploads the file as a draft. */
export function StatementUpload({ onUploaded }: { onUploaded: (draft: StatementDraftRecord) => void }) {
  const translate = useTranslate();
  const { uploadStatement } = useDataProvider<typeof dataProvider>();
  const { accounts, error, refetch } = useBankAccounts();
  const [chosen, setChosen] = useState('');
  const [isAdding, setAdding] = useState(false);
  const label = (name: string, options?: object) => translate(`resources.reconcile.import.${name}`, options);
  const accountId = accounts?.some(({ id }) => id === chosen)
    ? chosen
    : accounts?.length === 1
      ? accounts[0]?.id
      : '';
  const upload = useWrite({
    mutationKey: ['statements', 'upload'],
    mutationFn: ({ file, account }: { file: File; account: string }) => uploadStatement(account, file),
    onSuccess: onUploaded,
  });
  const [tooLarge, setTooLarge] = useState<File>();
  const take = (file: File) => {
    upload.reset();
    const isTooLarge = file.size > statementLimits.bytes;
    setTooLarge(isTooLarge ? file : undefined);
    if (accountId && !isTooLarge) upload.mutate({ file, account: accountId });
  };
  const known = upload.error instanceof HttpError ? upload.error.body.errors?.statementId : undefined;

  return (
    <Section title={label('file')} isBusy={!accounts && !error}>
      {error && !accounts ? (
        <ErrorAlert error={error} fallback={messages.fetchBankAccounts} onRetry={() => void refetch()} />
      ) : !accounts ? (
        <Skeleton variant="rounded" height={220} />
      ) : (
        <Stack spacing={2}>
          {accounts.length === 0 ? (
            <Typography>{label('noAccount')}</Typography>
          ) : (
            <Typography color="text.secondary">{label('hint')}</Typography>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
            {accounts.length > 0 && (
              <TextField
                select
                size="small"
                id="statement-account"
                label={label('account')}
                value={accountId}
                onChange={(event) => setChosen(event.target.value)}
                helperText={accountId ? undefined : label('accountFirst')}
                sx={{ minWidth: 240, flex: { xs: '1 1 100%', sm: '0 0 auto' } }}
              >
                {accounts.map(({ id, name, currency, lastDigits }) => (
                  <MenuItem key={id} value={id}>
                    {[name, currency, lastDigits && `•••• ${lastDigits}`].filter(Boolean).join(' · ')}
                  </MenuItem>
                ))}
              </TextField>
            )}
            <Button
              variant={accounts.length === 0 ? 'contained' : 'outlined'}
              onClick={() => setAdding(true)}
            >
              {translate('resources.reconcile.accounts.add')}
            </Button>
          </Box>
          {accounts.length > 0 && <FileDrop disabled={!accountId || upload.isPending} onFile={take} />}
          {upload.isPending && (
            <div role="status">
              <Typography variant="body2" sx={{ mb: 1 }}>
                {label('reading', {
                  file: upload.variables.file.name,
                  size: formatBytes(upload.variables.file.size),
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
          {upload.error && (
            <Alert severity="error">
              {errorMessage(upload.error, messages.uploadStatement)}{' '}
              {known && <TextLink to={draftPath(known)}>{label('showKnown')}</TextLink>}
            </Alert>
          )}
        </Stack>
      )}
      {isAdding && <BankAccountDialog onSaved={({ id }) => setChosen(id)} onClose={() => setAdding(false)} />}
    </Section>
  );
}
