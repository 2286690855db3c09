import Button from '@mui/material/Button';
import Grid from '@mui/material/Grid';
import Skeleton from '@mui/material/Skeleton';
import { Fragment, useState } from 'react';
import {
  Confirm,
  TextInput,
  useDataProvider,
  useNotify,
  useRecordContext,
  useShowContext,
  useTranslate,
} from 'react-admin';
import { useNavigate } from 'react-router';
import { customerRules } from '#domain/customers';
import {
  cancellableMailStates,
  hasAccountLink,
  isReaddressable,
  mailKindNames,
  type MailState as State,
  resendableMailStates,
} from '#domain/mail';
import { messages } from '#domain/messages';
import { formatCount } from '#domain/numbers';
import { errorMessage } from '../../../browser/http.js';
import { ActivitySection } from '../activity/ActivitySection.js';
import type { dataProvider } from '../data/dataProvider.js';
import type { MailRecord } from '../data/mailMethods.js';
import { useWrite } from '../data/useWrite.js';
import { Details } from '../ui/common/Details.js';
import { EmailText } from '../../../browser/EmailText.js';
import { Section } from '../ui/common/Section.js';
import { TextLink } from '../ui/common/TextLink.js';
import { FormDialog } from '../ui/forms/FormDialog.js';
import { PageHeader } from '../ui/page/PageHeader.js';
import { Permitted } from '../ui/page/Permitted.js';
import { RecordPage } from '../ui/page/RecordPage.js';
import { SectionColumn } from '../ui/page/SectionColumn.js';
import { customerPath, mailPath, paymentPath } from '../ui/paths.js';
import { DateAndTime, MailState } from './fields.js';
import { MailBanner } from './MailBanner.js';
import { MailContent } from './MailContent.js';
import { useRefreshWhileUnsent } from './useRefreshWhileUnsent.js';
import { useTellQueued } from './useTellQueued.js';

/** Returns a function that says where a mail that was sent again goes, and opens it. */
function useShowResent() {
  const tellQueued = useTellQueued();
  const navigate = useNavigate();
  return (mail: Pick<MailRecord, 'id' | 'to' | 'state'>) => {
    tellQueued([mail]);
    void navigate(mailPath(mail.id));
  };
}

/** The mail's recipient, payment, kind, dates and delivery. */
function MailInformation() {
  const translate = useTranslate();
  const mail = useRecordContext<MailRecord>();
  if (!mail) return null;
  const label = (name: string) => translate(`resources.mails.${name}`);
  const { paymentId, customerId, resendOf, sentAt, state, dismissed } = mail;
  const isDue = state === 'queued' || state === 'retrying';

  return (
    <Section title={label('information')}>
      <Details
        stacked
        rows={[
          [label('to'), <EmailText key="to" email={mail.to} />],
          [label('kind'), mailKindNames[mail.kind] ?? mail.kind],
          [label('created'), <DateAndTime key="created" value={mail.createdAt} />],
          sentAt && [label('sent'), <DateAndTime key="sent" value={sentAt} />],
          isDue && [label('due'), <DateAndTime key="due" value={mail.nextAttemptAt} />],
          mail.attempts > 0 && [label('attempts'), formatCount(mail.attempts)],
          mail.smtpResponse && [label(state === 'cancelled' ? 'reason' : 'response'), mail.smtpResponse],
          dismissed && [
            label('dismissed'),
            <Fragment key="dismissed">
              <DateAndTime value={dismissed.at} />{' '}
              {translate('resources.mails.dismissedBy', { by: dismissed.by })}
            </Fragment>,
          ],
          paymentId && [
            label('payment'),
            <TextLink key="payment" to={paymentPath(paymentId)}>
              {label('viewPayment')}
            </TextLink>,
          ],
          customerId && [
            label('customer'),
            <TextLink key="customer" to={customerPath(customerId)}>
              {label('viewCustomer')}
            </TextLink>,
          ],
          resendOf && [
            label('resendOf'),
            <TextLink key="resendOf" to={mailPath(resendOf)}>
              {label('viewMail')}
            </TextLink>,
          ],
          [label('messageId'), <EmailText key="messageId" email={mail.messageId} />],
        ]}
      />
    </Section>
  );
}

/** Sends a mail again, to an address that is typed here. */
function ReaddressDialog({ mail, onClose }: { mail: MailRecord; onClose: () => void }) {
  const translate = useTranslate();
  const showResent = useShowResent();
  const { resendMail } = useDataProvider<typeof dataProvider>();
  const sending = useWrite({
    mutationKey: ['mails', 'change'],
    mutationFn: ({ to }: { to: string }) => resendMail(mail.id, to.trim()),
    onSuccess: (sent) => {
      onClose();
      showResent(sent);
    },
  });
  return (
    <FormDialog<{ to: string }>
      title={translate('resources.mails.actions.readdress')}
      text={translate('resources.mails.ask.readdress', { to: mail.to, subject: mail.subject })}
      submit="resources.mails.send.one"
      write={sending}
      failure={messages.sendMail}
      maxWidth="sm"
      onClose={onClose}
    >
      <TextInput
        autoFocus
        isRequired
        source="to"
        type="email"
        label="resources.mails.address"
        validate={customerRules.email}
      />
    </FormDialog>
  );
}

type Action = 'resend' | 'cancel' | 'dismiss';

const isOneOf = (states: readonly State[], state: State) => states.includes(state);

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
function MailButtons() {
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

/** One mail: its state and its content. */
export function MailShow() {
  const translate = useTranslate();
  const show = useShowContext<MailRecord>();
  const { record, refetch } = show;
  useRefreshWhileUnsent(record && [record], refetch);
  const [measured, setMeasured] = useState<string>();
  const subject = record?.subject ?? '';

  return (
    <RecordPage state={show}>
      <PageHeader title={subject} under="mails" after={<MailState />}>
        <Permitted to="write" resource="mails">
          <MailButtons />
        </Permitted>
      </PageHeader>
      <MailBanner />
      <Grid container spacing={3}>
        <Grid size={{ xs: 12, lg: 4 }}>
          <MailInformation />
        </Grid>
        <Grid size={{ xs: 12, lg: 8 }}>
          <SectionColumn>
            <Section title={translate('resources.mails.content.title')} isBusy={measured !== record?.id}>
              {/* The list's record, which is shown until the mail itself is loaded, has no content. */}
              {record?.html === undefined ? (
                <Skeleton variant="rounded" height={480} />
              ) : (
                <MailContent mail={record} onMeasured={() => setMeasured(record.id)} />
              )}
            </Section>
            <ActivitySection resource="mails" />
          </SectionColumn>
        </Grid>
      </Grid>
    </RecordPage>
  );
}
