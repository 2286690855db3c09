import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type SubmitEvent, useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { check } from '#domain/check';
import { customerRules } from '#domain/customers';
import { messages } from '#domain/messages';
import { errorMessage } from '../../../browser/http.js';
import type { dataProvider } from '../data/dataProvider.js';
import type { MailRecord } from '../data/mailMethods.js';
import { useWrite } from '../data/useWrite.js';
import { useShowResent } from './useShowResent.js';

/** Sends a mail again, to an address that is typed here. */
export function ReaddressDialog({ mail, onClose }: { mail: MailRecord; onClose: () => void }) {
  const translate = useTranslate();
  const showResent = useShowResent();
  const { resendMail } = useDataProvider<typeof dataProvider>();
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState<string>();
  const sending = useWrite({
    mutationKey: ['mails', 'change'],
    mutationFn: (to: string) => resendMail(mail.id, to),
    onSuccess: (sent) => {
      onClose();
      showResent(sent);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = check({ to: customerRules.email }, { to: address }).to;
    setFault(found);
    if (!found && !sending.isPending) sending.mutate(address.trim());
  };
  const close = () => !sending.isPending && onClose();

  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby="readdress-title">
      <form noValidate onSubmit={submit}>
        <DialogTitle id="readdress-title">{translate('resources.mails.actions.readdress')}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2, overflowWrap: 'anywhere' }}>
            {translate('resources.mails.ask.readdress', { to: mail.to, subject: mail.subject })}
          </DialogContentText>
          {sending.error && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {errorMessage(sending.error, messages.sendMail)}
            </Alert>
          )}
          <TextField
            autoFocus
            fullWidth
            required
            type="email"
            label={translate('resources.mails.address')}
            value={address}
            error={!!fault}
            helperText={fault ?? ' '}
            onChange={({ target }) => {
              setAddress(target.value);
              setFault(undefined);
            }}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button disabled={sending.isPending} onClick={close}>
            {translate('resources.mails.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={sending.isPending}>
            {translate('resources.mails.send.one')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
