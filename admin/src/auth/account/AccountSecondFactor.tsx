import { Box, Button, GlobalStyles, Skeleton, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { TotpOffer } from '#domain/auth/second-factor';
import { useRead, useWrite } from '../../data/useCall.js';
import { NotLoaded, Section } from '../../ui/common/Section.js';
import { TitledDialog } from '../../ui/common/TitledDialog.js';
import { lazyPart } from '../../ui/common/lazyPart.js';
import { LeaveQuestion } from '../../ui/forms/FormBody.js';
import { SafeConfirm } from '../../ui/forms/FormDialog.js';
import { saveFile } from '../../ui/exports/ExportsProvider.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

/** Of everything on the page, only the codes are printed. */
const printed = (
  <GlobalStyles
    styles={{
      '@media print': {
        'body > *:not(.recovery-codes)': { display: 'none !important' },
        '.recovery-codes .MuiDialogActions-root, .recovery-codes .MuiBackdrop-root': { display: 'none' },
      },
    }}
  />
);

/** New recovery codes, which are never shown again: to copy, to save and to print. */
function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const label = useTexts('admin.account.recovery');
  const notify = useNotify();
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify('admin.copy.done', { type: 'success' });
    } catch {
      // The codes are on the screen; without TLS there is no clipboard.
      notify('admin.account.recovery.copyFailed', { type: 'info' });
    }
  };
  return (
    <TitledDialog
      title={label('title')}
      text={label('text')}
      className="recovery-codes"
      actions={
        <>
          <Button onClick={() => void copy()}>{label('copy')}</Button>
          <Button onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}>
            {label('download')}
          </Button>
          <Button onClick={() => print()}>{label('print')}</Button>
          <Button variant="contained" onClick={onClose}>
            {label('kept')}
          </Button>
        </>
      }
      // Closed by its button only: the codes are lost then.
      onClose={() => {}}
    >
      {printed}
      <LeaveQuestion isUnsaved content={label('text')} />
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          p: 0,
          my: 2,
          display: 'grid',
          gap: 0.5,
          fontFamily: 'monospace',
          fontSize: '1rem',
          overflowWrap: 'anywhere',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
    </TitledDialog>
  );
}

const TotpSetup = lazyPart(
  () => import('./TotpSetup.js'),
  'TotpSetup',
  <Skeleton variant="rounded" height={420} />,
);

/** The authenticator app and the recovery codes of the account. */
export function AccountSecondFactor() {
  const label = useTexts('admin.account.totp');
  const client = useQueryClient();
  const [offer, setOffer] = useState<TotpOffer | null>();
  const [codes, setCodes] = useState<string[]>();
  const [asked, setAsked] = useState<'remove' | 'newCodes'>();
  const { data, error, refetch } = useRead(['account', 'second-factor'], 'GET /account/second-factor');
  const refresh = () => client.invalidateQueries({ queryKey: ['account'] });
  const start = useWrite({
    mutationKey: ['account', 'offerTotp'],
    mutationFn: (_, call) => call('POST /account/totp'),
    onSuccess: setOffer,
    tellsFailure: true,
  });
  const remove = useWrite({
    mutationKey: ['account', 'removeTotp'],
    mutationFn: (_, call) => call('DELETE /account/totp'),
    done: label('removed'),
    tellsFailure: true,
    onSettled: () => {
      setAsked(undefined);
      return Promise.all([refresh(), client.invalidateQueries({ queryKey: ['sessions'] })]);
    },
  });
  const renew = useWrite({
    mutationKey: ['account', 'recoveryCodes'],
    mutationFn: (_, call) => call('POST /account/recovery-codes'),
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
    tellsFailure: true,
    onSettled: () => {
      setAsked(undefined);
      return refresh();
    },
  });

  return (
    <Section title={label('title')} isBusy={!data && !error}>
      {!data ? (
        <NotLoaded error={error} refetch={refetch} height={96} />
      ) : offer ? (
        <TotpSetup
          offer={offer}
          onConfirmed={(made) => {
            setOffer(undefined);
            setCodes(made);
            void refresh();
          }}
          onCancel={() => setOffer(null)}
        />
      ) : (
        <>
          <Typography>{label(data.totp ? 'on' : data.passkeys > 0 ? 'passkeys' : 'off')}</Typography>
          {(data.totp || data.passkeys > 0) && (
            <Typography color={data.recoveryCodes < 3 ? 'warning.main' : 'text.secondary'}>
              {label('codesLeft', { smart_count: data.recoveryCodes })}
            </Typography>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2 }}>
            {!data.totp && (
              // Once the form was given up, in the place of its fields, which had the focus.
              <Button
                variant="contained"
                autoFocus={offer === null}
                loading={start.isPending}
                onClick={() => start.mutate()}
              >
                {label('setUp')}
              </Button>
            )}
            {(data.totp || data.passkeys > 0) && (
              <Button variant="outlined" onClick={() => setAsked('newCodes')}>
                {label('newCodes')}
              </Button>
            )}
            {data.totp && (
              <Button variant="outlined" color="error" onClick={() => setAsked('remove')}>
                {label('remove')}
              </Button>
            )}
          </Box>
        </>
      )}
      {asked && (
        <SafeConfirm
          title={label(asked)}
          content={label(`${asked}Text`)}
          confirm={label(asked)}
          confirmColor="warning"
          loading={remove.isPending || renew.isPending}
          onConfirm={() => (asked === 'remove' ? remove : renew).mutate()}
          onClose={() => setAsked(undefined)}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Section>
  );
}
