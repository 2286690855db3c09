import { Box, Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { formatDate, formatDateTime } from '#domain/platform/dates';
import { asText } from '#domain/platform/rules';
import { type Passkey, secondFactorLimits, secondFactorRules } from '#domain/auth/second-factor';
import { Hint } from '../../ui/common/fields.js';
import { useRead, useWrite } from '../../data/useCall.js';
import { canUsePasskeys } from '../../data/session/canUsePasskeys.js';
import { EmptyState, NotLoaded, Section } from '../../ui/common/Section.js';
import { FormDialog, SafeConfirm } from '../../ui/forms/FormDialog.js';
import { accountRow } from './accountRow.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';
import { DialogButton } from '../../ui/common/buttons.js';

/** Asks for the name of the passkey to rename, or of a new one, which it adds. */
function PasskeyNameDialog({ passkey, onClose }: { passkey?: Passkey; onClose: () => void }) {
  const label = useTexts('admin.account.passkeys');
  const client = useQueryClient();
  const save = useWrite({
    mutationKey: ['account', 'namePasskey'],
    mutationFn: async (typed: { name: string }, call) => {
      const name = typed.name.trim();
      if (passkey) return call('PATCH /account/passkeys/{id}', { id: passkey._id, body: { name } });
      const { createPasskey } = await import('../../data/session/passkeyRegistration.js');
      const credential = await createPasskey(await call('POST /account/passkeys/options'));
      return call('POST /account/passkeys', { body: { name, credential } });
    },
    done: label(passkey ? 'renamed' : 'addedNow'),
    onSettled: () => client.invalidateQueries({ queryKey: ['account'] }),
  });
  return (
    <FormDialog<{ name: string }>
      title={label(passkey ? 'rename' : 'add')}
      text={passkey ? undefined : label('nameHint')}
      submit={passkey ? undefined : label('make')}
      defaultValues={{ name: passkey?.name }}
      write={save}
      isReady={({ name }) => Boolean(asText(name))}
      onClose={onClose}
    >
      <TextInput
        autoFocus
        source="name"
        label={label('name')}
        validate={secondFactorRules.passkeyName}
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: secondFactorLimits.passkeyName } }}
      />
    </FormDialog>
  );
}

/** The passkeys of the account: added, renamed and removed. */
export function AccountPasskeys() {
  const label = useTexts('admin.account.passkeys');
  const client = useQueryClient();
  const [removed, setRemoved] = useState<Passkey>();
  const { data, error, refetch } = useRead(
    ['account', 'passkeys'],
    'GET /account/passkeys',
    {},
    { select: ({ passkeys }) => passkeys },
  );
  const remove = useWrite({
    mutationKey: ['account', 'removePasskey'],
    mutationFn: (id: string, call) => call('DELETE /account/passkeys/{id}', { id }),
    done: label('removed'),
    tellsFailure: true,
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
      action={
        canUsePasskeys && (
          <DialogButton dialog={(close) => <PasskeyNameDialog onClose={close} />}>
            {label('add')}
          </DialogButton>
        )
      }
    >
      {!data ? (
        <NotLoaded error={error} refetch={refetch} height={76} isFlush />
      ) : data.length === 0 ? (
        <EmptyState title={label('empty')} hint={label(canUsePasskeys ? 'hint' : 'cannot')} />
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.map((passkey) => (
            <Box component="li" key={passkey._id} sx={accountRow}>
              <Box sx={{ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography sx={{ fontWeight: 600 }}>{passkey.name}</Typography>
                <Hint>
                  {[
                    label('added', { time: formatDate(passkey.createdAt) }),
                    passkey.lastUsedAt
                      ? label('used', { time: formatDateTime(passkey.lastUsedAt) })
                      : label('unused'),
                  ].join(' · ')}
                </Hint>
              </Box>
              <Box sx={{ display: 'flex', gap: 1.5 }}>
                <DialogButton
                  variant="outlined"
                  aria-label={label('renameOf', { name: passkey.name })}
                  dialog={(close) => <PasskeyNameDialog passkey={passkey} onClose={close} />}
                >
                  {label('rename')}
                </DialogButton>
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
      {removed && (
        <SafeConfirm
          title={label('removeOf', { name: removed.name })}
          content={label('removeText')}
          confirm={label('remove')}
          confirmColor="warning"
          loading={remove.isPending}
          onConfirm={() => remove.mutate(removed._id)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Section>
  );
}
