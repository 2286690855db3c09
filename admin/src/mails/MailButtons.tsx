import Button from '@mui/material/Button';
import { useState } from 'react';
import { Confirm, useDataProvider, useNotify, useRecordContext, useTranslate } from 'react-admin';
import {
  cancellableMailStates,
  hasAccountLink,
  isReaddressable,
  type MailState,
  resendableMailStates,
} from '#domain/mail';
import { messages } from '#domain/messages';
import type { dataProvider } from '../data/dataProvider.js';
import { errorMessage } from '../../../browser/http.js';
import { useShowResent } from './useShowResent.js';
import { ReaddressDialog } from './ReaddressDialog.js';
import type { MailRecord } from '../data/mailMethods.js';
import { useWrite } from '../data/useWrite.js';

type Action = 'resend' | 'cancel' | 'dismiss';

const isOneOf = (states: readonly MailState[], state: MailState) => states.includes(state);

const told: Record<Exclude<Action, 'resend'>, string> = { cancel: 'cancelledNow', dismiss: 'dismissedNow' };
const failure: Record<Action, string> = {
  resend: messages.sendMail,
  cancel: messages.cancelMail,
  dismiss: messages.dismissMail,
};

/**
 * Sends the mail in context again, or cancels it while it is unsent; both ask first. A failed mail that an admin has
 * dealt with otherwise can be dismissed.
 */
export function MailButtons() {
  const translate = useTranslate();
  const notify = useNotify();
  const showResent = useShowResent();
  const mail = useRecordContext<MailRecord>();
  const { resendMail, cancelMail, dismissMail } = useDataProvider<typeof dataProvider>();
  const [asked, setAsked] = useState<Exclude<Action, 'dismiss'>>();
  const [isReaddressing, setReaddressing] = useState(false);
  const close = () => setAsked(undefined);

  const change = useWrite({
    mutationKey: ['mails', 'change'],
    mutationFn: ({ action, id }: { action: Action; id: string }) =>
      ({ resend: (mail: string) => resendMail(mail), cancel: cancelMail, dismiss: dismissMail })[action](id),
    onSuccess: ({ id, to, state }, { action }) => {
      close();
      if (action === 'resend') showResent({ id, to, state });
      else notify(`resources.mails.${told[action]}`, { type: 'success', messageArgs: { to } });
    },
    onError: (error, { action }) => {
      close();
      notify(errorMessage(error, failure[action]), { type: 'error' });
    },
  });

  if (!mail) return null;
  const label = (name: string) => translate(`resources.mails.actions.${name}`);
  return (
    <>
      {isOneOf(resendableMailStates, mail.state) && !hasAccountLink(mail) && (
        <Button variant="contained" onClick={() => setAsked('resend')}>
          {label('resend')}
        </Button>
      )}
      {isOneOf(resendableMailStates, mail.state) && isReaddressable(mail) && (
        <Button variant="outlined" onClick={() => setReaddressing(true)}>
          {label('readdress')}
        </Button>
      )}
      {isOneOf(cancellableMailStates, mail.state) && (
        <Button variant="outlined" onClick={() => setAsked('cancel')}>
          {label('cancel')}
        </Button>
      )}
      {mail.state === 'failed' && !mail.dismissed && (
        <Button
          variant="outlined"
          loading={change.isPending && change.variables.action === 'dismiss'}
          onClick={() => change.mutate({ action: 'dismiss', id: mail.id })}
        >
          {label('dismiss')}
        </Button>
      )}
      {isReaddressing && <ReaddressDialog mail={mail} onClose={() => setReaddressing(false)} />}
      {asked && (
        <Confirm
          isOpen
          title={label(asked)}
          content={translate(`resources.mails.ask.${asked}`, { to: mail.to, subject: mail.subject })}
          confirm={label(asked)}
          cancel={translate('resources.mails.keep')}
          loading={change.isPending}
          onConfirm={() => change.mutate({ action: asked, id: mail.id })}
          onClose={close}
        />
      )}
    </>
  );
}
