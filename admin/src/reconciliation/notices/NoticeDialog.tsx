import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type SubmitEvent, useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { formatNamedMoney } from '#domain/money';
import type { dataProvider } from '../../data/dataProvider.js';
import { errorMessage } from '../../../../browser/http.js';
import { FileButton } from '../../ui/common/FileButton.js';
import { useWrite } from '../../data/useWrite.js';

const maximumText = 50_000;

/** Stores an Interac notification, pasted or as a mail's file; the server then matches open transactions again. */
export function NoticeDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { addInteracNotice } = useDataProvider<typeof dataProvider>();
  const [text, setText] = useState('');
  const label = (name: string) => translate(`resources.reconcile.notice.${name}`);
  const add = useWrite({
    mutationKey: ['interac-notices', 'add'],
    mutationFn: addInteracNotice,
    onSuccess: ({ notice: { sender, amount, currency, message }, isNew }) => {
      notify(`resources.reconcile.notice.${isNew ? 'added' : 'known'}`, {
        type: isNew ? 'success' : 'info',
        multiLine: true,
        messageArgs: {
          sender,
          amount: formatNamedMoney(amount, currency),
          message: message || label('noMessage'),
        },
      });
      onClose();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim() && !add.isPending) add.mutate(text);
  };

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={onClose}
      aria-labelledby="notice-title"
      aria-describedby="notice-text"
    >
      <DialogTitle id="notice-title">{label('title')}</DialogTitle>
      <form noValidate onSubmit={submit}>
        <DialogContent sx={{ pt: 0 }}>
          <DialogContentText id="notice-text">{label('text')}</DialogContentText>
          {add.error && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {errorMessage(add.error, messages.addNotice)}
            </Alert>
          )}
          <TextField
            autoFocus
            fullWidth
            multiline
            minRows={5}
            maxRows={14}
            margin="normal"
            id="notice-paste"
            label={label('paste')}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              add.reset();
            }}
            slotProps={{ htmlInput: { maxLength: maximumText } }}
          />
          <FileButton
            variant="outlined"
            accept=".eml,message/rfc822"
            disabled={add.isPending}
            onFile={(file) => add.mutate(file)}
          >
            {label('file')}
          </FileButton>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose}>{translate('admin.form.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!text.trim()} loading={add.isPending}>
            {label('add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
