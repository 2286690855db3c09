import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import type { ManualMailKind } from '#domain/mail';
import type { dataProvider } from '../data/dataProvider.js';
import type { SendResult } from '../data/mailMethods.js';
import { MailPager } from './MailPager.js';
import { useWrite } from '../data/useWrite.js';

interface SendMailDialogProps {
  payments: { id: string; referenceNumber: string; lastReminderAt?: string }[];
  kind: ManualMailKind;
  /** Called with the ids of the payments whose mails were queued. */
  onSent?: (ids: string[]) => void;
  onClose: () => void;
}

/** Previews one mail for each payment, sends them, and lists those that could not be sent. */
export function SendMailDialog({ payments, kind, onSent, onClose }: SendMailDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { sendMails } = useDataProvider<typeof dataProvider>();
  // Mails go to exactly the payments that were previewed, even if the list changes meanwhile.
  const [asked] = useState(payments);
  const [done, setDone] = useState(0);
  const [refused, setRefused] = useState<SendResult[]>([]);
  const label = (name: string, options?: object) => translate(`resources.mails.${name}`, options);
  const counts = { smart_count: asked.length };

  const sending = useWrite({
    mutationKey: ['payments', 'sendMails'],
    mutationFn: () =>
      sendMails(
        asked.map(({ id }) => id),
        kind,
        setDone,
      ),
    onSuccess: (results) => {
      const sent = results.flatMap(({ id, mail }) => (mail ? [{ id, mail }] : []));
      const [first] = sent;
      if (first) {
        const { to, state } = first.mail;
        notify(`resources.mails.${state === 'held' ? 'held' : 'queued'}${sent.length > 1 ? 'Many' : 'Now'}`, {
          type: state === 'held' ? 'warning' : 'success',
          messageArgs: { to, smart_count: sent.length },
        });
      }
      onSent?.(sent.map(({ id }) => id));
      const failed = results.filter(({ mail }) => !mail);
      setRefused(failed);
      if (!failed.length) onClose();
    },
  });

  const isPreviewed = refused.length === 0 || asked.length === 1;
  return (
    <Dialog
      open
      onClose={() => !sending.isPending && onClose()}
      fullWidth
      maxWidth="sm"
      aria-labelledby="send-mail-title"
      // The buttons stay in their place while a mail is loaded and measured: MUI limits the height to the window's.
      slotProps={{ paper: { sx: isPreviewed ? { height: 840 } : {} } }}
    >
      <DialogTitle id="send-mail-title">
        {asked.length > 1 ? label(`send.${kind}`, counts) : label(`actions.${kind}`)}
      </DialogTitle>
      <DialogContent>
        {refused.length > 0 && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {asked.length === 1
              ? refused[0]?.message
              : label('send.refused', { smart_count: refused.length })}
            {asked.length > 1 && (
              <ul>
                {refused.map(({ id, message }) => (
                  <li key={id}>
                    <strong>{asked.find((payment) => payment.id === id)?.referenceNumber}</strong> {message}
                  </li>
                ))}
              </ul>
            )}
          </Alert>
        )}
        {isPreviewed && <MailPager payments={asked} kind={kind} />}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {sending.isPending && asked.length > 1 && (
          <span role="status">{label('send.progress', { done, total: asked.length })}</span>
        )}
        <Button disabled={sending.isPending} onClick={onClose}>
          {label(refused.length ? 'close' : 'cancel')}
        </Button>
        {isPreviewed && (
          <Button variant="contained" loading={sending.isPending} onClick={() => sending.mutate()}>
            {asked.length > 1 ? label('send.all', counts) : label('send.one')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
