import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { check } from '#domain/check';
import { customerRules } from '#domain/customers';
import { messages } from '#domain/messages';
import { errorMessage } from '../../../browser/http.js';
import type { dataProvider } from '../data/dataProvider.js';
import type { MailRecord } from '../data/mailMethods.js';
import { useWrite } from '../data/useWrite.js';
import { FormDialog } from '../ui/common/FormDialog.js';
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
  const submit = () => {
    const found = check({ to: customerRules.email }, { to: address }).to;
    setFault(found);
    if (!found) sending.mutate(address.trim());
  };

  return (
    <FormDialog
      title={translate('resources.mails.actions.readdress')}
      text={translate('resources.mails.ask.readdress', { to: mail.to, subject: mail.subject })}
      submit={translate('resources.mails.send.one')}
      error={sending.error ? errorMessage(sending.error, messages.sendMail) : undefined}
      isPending={sending.isPending}
      maxWidth="sm"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        autoFocus
        fullWidth
        required
        margin="normal"
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
    </FormDialog>
  );
}
