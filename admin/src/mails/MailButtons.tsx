import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm, useDataProvider, useNotify, useRecordContext, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { cancellableMailStates, type MailState, resendableMailStates } from '../../../domain/mail.js';
import { messages } from '../../../domain/messages.js';
import type { dataProvider } from '../dataProvider.js';
import { errorMessage } from '../../../browser/http.js';
import { mailPath } from '../paths.js';
import type { MailRecord } from './mailMethods.js';

type Action = 'resend' | 'cancel';

const isOneOf = (states: readonly MailState[], state: MailState) => states.includes(state);

/** Sends the mail in context again, or cancels it while it was not sent; both ask first. */
export function MailButtons() {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const mail = useRecordContext<MailRecord>();
  const { resendMail, cancelMail } = useDataProvider<typeof dataProvider>();
  const [asked, setAsked] = useState<Action>();
  const close = () => setAsked(undefined);

  const change = useMutation({
    mutationKey: ['mails', 'change'],
    mutationFn: ({ action, id }: { action: Action; id: string }) =>
      action === 'resend' ? resendMail(id) : cancelMail(id),
    onSuccess: ({ id, to, state }, { action }) => {
      close();
      const told = action === 'cancel' ? 'cancelledNow' : state === 'held' ? 'heldNow' : 'queuedNow';
      notify(`admin.mails.${told}`, { type: 'success', messageArgs: { to } });
      if (action === 'resend') void navigate(mailPath(id));
    },
    onError: (error, { action }) => {
      close();
      notify(errorMessage(error, action === 'resend' ? messages.sendMail : messages.cancelMail), {
        type: 'error',
      });
    },
  });

  if (!mail) return null;
  const label = (name: string) => translate(`admin.mails.actions.${name}`);
  return (
    <>
      {isOneOf(resendableMailStates, mail.state) && (
        <Button variant="contained" onClick={() => setAsked('resend')}>
          {label('resend')}
        </Button>
      )}
      {isOneOf(cancellableMailStates, mail.state) && (
        <Button variant="outlined" onClick={() => setAsked('cancel')}>
          {label('cancel')}
        </Button>
      )}
      {asked && (
        <Confirm
          isOpen
          title={label(asked)}
          content={translate(`admin.mails.ask.${asked}`, { to: mail.to, subject: mail.subject })}
          confirm={label(asked)}
          cancel={translate('admin.mails.keep')}
          loading={change.isPending}
          onConfirm={() => change.mutate({ action: asked, id: mail.id })}
          onClose={close}
        />
      )}
    </>
  );
}
