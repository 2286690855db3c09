import { Box, Button, Typography } from '@mui/material';
import { TextInput } from 'react-admin';
import { encode } from 'uqr';
import { secondFactorLimits, type TotpOffer } from '#domain/auth/second-factor';
import { useWrite } from '../../data/useCall.js';
import { Copyable, Hint } from '../../ui/common/fields.js';
import { FormInputs, SubmitButton, WriteForm } from '../../ui/forms/WriteForm.js';
import { textsOf, useTranslate } from '../../ui/i18n/useTranslate.js';

/** A QR code, black on white in both themes, as cameras expect it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={220}
      height={220}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

interface TotpSetupProps {
  offer: TotpOffer;
  /** Called with the recovery codes, which are shown this once. */
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** The secret for an authenticator app, as QR code and as text, and the code that confirms it. */
export function TotpSetup({ offer: { secret, uri }, onConfirmed, onCancel }: TotpSetupProps) {
  const translate = useTranslate();
  const label = textsOf(translate, 'admin.account.totp');
  const confirm = useWrite({
    mutationKey: ['account', 'confirmTotp'],
    mutationFn: (body: { code: string }, call) => call('POST /account/totp/confirm', { body }),
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  return (
    <WriteForm<{ code: string }> write={confirm}>
      <Typography>{label('scan')}</Typography>
      <Box sx={{ my: 2, lineHeight: 0, width: 'fit-content', p: 1.5, bgcolor: '#fff', borderRadius: 1 }}>
        <QrCode text={uri} label={label('qr')} />
      </Box>
      <Hint>{label('byHand')}</Hint>
      <Copyable text={secret} name={label('secret')}>
        <Box component="code" sx={{ fontSize: '1rem', overflowWrap: 'anywhere' }}>
          {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </Box>
      </Copyable>
      <FormInputs mt={2}>
        <TextInput
          autoFocus
          source="code"
          label={label('code')}
          autoComplete="one-time-code"
          parse={(text: string) => text.replaceAll(/\D/g, '').slice(0, secondFactorLimits.codeDigits)}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <SubmitButton<{ code: string }>
            submit={label('confirm')}
            isReady={({ code }) => code?.length === secondFactorLimits.codeDigits}
          />
          <Button variant="outlined" onClick={onCancel}>
            {translate('ra.action.cancel')}
          </Button>
        </Box>
      </FormInputs>
    </WriteForm>
  );
}
