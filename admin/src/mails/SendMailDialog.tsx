import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import type { ManualMailKind } from '../../../domain/mail.js';
import { messages } from '../../../domain/messages.js';
import { Details } from '../common/Details.js';
import { ErrorAlert } from '../common/ErrorAlert.js';
import type { dataProvider, PaymentRecord } from '../dataProvider.js';
import { errorMessage } from '../http.js';
import { MailContent } from './MailContent.js';

interface SendMailDialogProps {
  payment: PaymentRecord;
  kind: ManualMailKind;
  onClose: () => void;
}

/** Shows a mail as it would go out, and sends it. */
export function SendMailDialog({ payment: { id }, kind, onClose }: SendMailDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { previewMail, sendMail } = useDataProvider<typeof dataProvider>();
  const label = (name: string) => translate(`admin.mails.${name}`);
  const preview = useQuery({
    queryKey: ['mails', 'preview', id, kind],
    queryFn: ({ signal }) => previewMail(id, kind, signal),
    gcTime: 0,
    staleTime: 0,
  });
  const sending = useMutation({
    mutationKey: ['payments', 'sendMail'],
    mutationFn: () => sendMail(id, kind),
    onSuccess: ({ to, state }) => {
      notify(state === 'held' ? 'admin.mails.heldNow' : 'admin.mails.queuedNow', {
        type: 'success',
        messageArgs: { to },
      });
      onClose();
    },
  });
  const mail = preview.data;

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="send-mail-title">
      <DialogTitle id="send-mail-title">{label(`actions.${kind}`)}</DialogTitle>
      <DialogContent>
        {sending.error && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {errorMessage(sending.error, messages.sendMail)}
          </Alert>
        )}
        {preview.error && (
          <ErrorAlert
            error={preview.error}
            fallback={messages.fetchMails}
            onRetry={() => void preview.refetch()}
          />
        )}
        {preview.isPending && <Skeleton variant="rounded" height={320} />}
        {mail && (
          <>
            <Details
              rows={[
                [label('to'), mail.to],
                [label('subject'), mail.subject],
              ]}
            />
            <Box sx={{ mt: 1 }}>
              <MailContent mail={mail} />
            </Box>
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{label('cancel')}</Button>
        <Button
          variant="contained"
          disabled={!mail}
          loading={sending.isPending}
          onClick={() => sending.mutate()}
        >
          {label('send')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
