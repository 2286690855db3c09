import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm, useDataProvider, useNotify, useTranslate } from 'react-admin';
import { formatDate, formatDateTime } from '#domain/dates';
import { messages } from '#domain/messages';
import { type Passkey, secondFactorLimits } from '#domain/secondFactor';
import { errorMessage } from '../../../browser/http.js';
import type { dataProvider } from '../data/dataProvider.js';
import { pageQuery } from '../data/queryClient.js';
import { useWrite } from '../data/useWrite.js';
import { canUsePasskeys } from '../session/canUsePasskeys.js';
import { EmptyState } from '../ui/common/EmptyState.js';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import { FormDialog } from '../ui/common/FormDialog.js';
import { Section } from '../ui/common/Section.js';
import { accountRow } from './accountRow.js';

interface PasskeyNameDialogProps {
  /** The one to rename; a new one is made without it. */
  passkey: Passkey | undefined;
  onClose: () => void;
}

/** Asks for the name of a passkey, and adds or renames it. */
function PasskeyNameDialog({ passkey, onClose }: PasskeyNameDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { addPasskey, renamePasskey } = useDataProvider<typeof dataProvider>();
  const [name, setName] = useState(passkey?.name ?? '');
  const label = (key: string) => translate(`admin.account.passkeys.${key}`);
  const save = useWrite({
    mutationKey: ['account', 'namePasskey'],
    mutationFn: (typed: string) =>
      passkey ? renamePasskey({ id: passkey._id, name: typed }) : addPasskey(typed),
    onSuccess: () => {
      notify(label(passkey ? 'renamed' : 'addedNow'), { type: 'success' });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['account'] }),
  });
  return (
    <FormDialog
      title={label(passkey ? 'rename' : 'add')}
      text={passkey ? undefined : label('nameHint')}
      submit={passkey ? translate('admin.form.save') : label('make')}
      error={save.error ? errorMessage(save.error, messages.updateAccount) : undefined}
      isPending={save.isPending}
      isDisabled={!name.trim()}
      onSubmit={() => save.mutate(name.trim())}
      onClose={onClose}
    >
      <TextField
        fullWidth
        autoFocus
        margin="normal"
        id="passkey-name"
        label={label('name')}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
        slotProps={{ htmlInput: { maxLength: secondFactorLimits.passkeyName } }}
      />
    </FormDialog>
  );
}

/** The passkeys of the account: added, renamed and removed. */
export function AccountPasskeys() {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { getPasskeys, removePasskey } = useDataProvider<typeof dataProvider>();
  const [named, setNamed] = useState<Passkey | 'new'>();
  const [removed, setRemoved] = useState<Passkey>();
  const label = (name: string, options?: object) => translate(`admin.account.passkeys.${name}`, options);
  const { data, error, refetch } = useQuery({
    queryKey: ['account', 'passkeys'],
    queryFn: ({ signal }) => getPasskeys(signal),
    ...pageQuery,
  });
  const remove = useWrite({
    mutationKey: ['account', 'removePasskey'],
    mutationFn: removePasskey,
    onSuccess: () => notify(label('removed'), { type: 'success' }),
    onError: (failure) => notify(errorMessage(failure, messages.updateAccount), { type: 'error' }),
    onSettled: () => {
      setRemoved(undefined);
      return Promise.all(
        [['account'], ['sessions']].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });

  return (
    <Section
      flush
      title={label('title')}
      isBusy={!data && !error}
      action={canUsePasskeys && <Button onClick={() => setNamed('new')}>{label('add')}</Button>}
    >
      {!data ? (
        <Box sx={{ p: 2 }}>
          {error ? (
            <ErrorAlert error={error} fallback={messages.fetchAccount} onRetry={() => void refetch()} />
          ) : (
            <Skeleton variant="rounded" height={60} />
          )}
        </Box>
      ) : data.length === 0 ? (
        <EmptyState title={label('empty')} hint={label(canUsePasskeys ? 'hint' : 'cannot')} />
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.map((passkey) => (
            <Box component="li" key={passkey._id} sx={accountRow}>
              <Box sx={{ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography sx={{ fontWeight: 600 }}>{passkey.name}</Typography>
                <Typography variant="body2" color="text.secondary">
                  {label('added', { time: formatDate(passkey.createdAt) })} ·{' '}
                  {passkey.lastUsedAt
                    ? label('used', { time: formatDateTime(passkey.lastUsedAt) })
                    : label('unused')}
                </Typography>
              </Box>
              <Box sx={{ display: 'flex', gap: 1.5 }}>
                <Button
                  variant="outlined"
                  aria-label={label('renameOf', { name: passkey.name })}
                  onClick={() => setNamed(passkey)}
                >
                  {label('rename')}
                </Button>
                <Button
                  variant="outlined"
                  color="error"
                  aria-label={label('removeOf', { name: passkey.name })}
                  onClick={() => setRemoved(passkey)}
                >
                  {label('remove')}
                </Button>
              </Box>
            </Box>
          ))}
        </Box>
      )}
      {named && (
        <PasskeyNameDialog
          passkey={named === 'new' ? undefined : named}
          onClose={() => setNamed(undefined)}
        />
      )}
      <Confirm
        isOpen={Boolean(removed)}
        title={label('removeOf', { name: removed?.name ?? '' })}
        content={label('removeText')}
        confirm={label('remove')}
        loading={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed._id)}
        onClose={() => setRemoved(undefined)}
      />
    </Section>
  );
}
