import { Button, Skeleton } from '@mui/material';
import { useState } from 'react';
import {
  Confirm,
  FunctionField,
  NumberField,
  SimpleShowLayout,
  TextField,
  TextInput,
  TopToolbar,
  useGetOne,
  useNotify,
  useRecordContext,
  useShowContext,
} from 'react-admin';
import { customerRules, emailKey } from '#domain/customers/customers';
import {
  cancellableMailStates,
  hasAccountLink,
  isReaddressable,
  mailKindNames,
  type MailState as State,
  resendableMailStates,
} from '#domain/mail/mail';
import { messages } from '#domain/platform/messages';
import type { CustomerRecord, MailRecord } from '../data/records.js';
import { ActivitySection } from '../audit/activity/ActivitySection.js';
import { versionOf } from '../data/recordCache.js';
import { useWrite } from '../data/useCall.js';
import { EmailText } from '#browser/EmailText';
import { ErrorAlert, NotLoaded, Section } from '../ui/common/Section.js';
import { DateField, TextLink } from '../ui/common/fields.js';
import { FormDialog } from '../ui/forms/FormDialog.js';
import { Permitted } from '../ui/page/Permitted.js';
import { SectionColumn, SectionColumns, ShowFrame } from '../ui/page/ShowFrame.js';
import { useLeadOn } from '../ui/page/useLeadOn.js';
import { customerPath, mailPath, paymentPath } from '../ui/paths.js';
import { MailStateChip } from './fields.js';
import { MailBanner } from './MailBanner.js';
import { MailContent } from './MailContent.js';
import { useRefreshWhileUnsent, useTellQueued } from './useMailsOf.js';
import { textsOf, useTranslate } from '../ui/i18n/useTranslate.js';
import { DialogButton } from '../ui/common/buttons.js';

/** Returns a function that says where a mail that was sent again goes, and leads on to it from the former one. */
function useShowResent() {
  const tellQueued = useTellQueued();
  const leadOn = useLeadOn();
  return (mail: Pick<MailRecord, 'id' | 'to' | 'state'>, former: string) => {
    tellQueued([mail]);
    leadOn(mailPath(mail.id), mailPath(former));
  };
}

/** The mail's recipient, payment, kind, dates and delivery. */
function MailInformation({ mail }: { mail: MailRecord }) {
  const translate = useTranslate();
  const { state, dismissed } = mail;
  const linkTo = (path: (id: string) => string, text: string) => (_mail: MailRecord, source?: string) => {
    const id = mail[source as 'paymentId' | 'customerId' | 'resendOf'];
    return id && <TextLink to={path(id)}>{translate(`resources.mails.${text}`)}</TextLink>;
  };

  return (
    <Section title={translate('resources.mails.information')}>
      <SimpleShowLayout>
        <FunctionField source="to" render={({ to }: MailRecord) => <EmailText email={to} />} />
        <FunctionField source="kind" render={({ kind }: MailRecord) => mailKindNames[kind] ?? kind} />
        <DateField source="createdAt" showTime />
        <DateField source="sentAt" showTime />
        {(state === 'queued' || state === 'retrying') && <DateField source="nextAttemptAt" showTime />}
        {mail.attempts > 0 && <NumberField source="attempts" />}
        <TextField
          // Another field for each label, which a translated page would keep.
          key={state}
          source="smtpResponse"
          label={state === 'cancelled' ? 'resources.mails.fields.reason' : undefined}
        />
        {dismissed && (
          <FunctionField
            source="dismissed"
            render={() => (
              <>
                <DateField source="dismissed.at" showTime />{' '}
                {translate('resources.mails.dismissedBy', { by: dismissed.by })}
              </>
            )}
          />
        )}
        <FunctionField source="paymentId" render={linkTo(paymentPath, 'viewPayment')} />
        <FunctionField source="customerId" render={linkTo(customerPath, 'viewCustomer')} />
        <FunctionField source="resendOf" render={linkTo(mailPath, 'viewMail')} />
        <FunctionField
          source="messageId"
          render={({ messageId }: MailRecord) => <EmailText email={messageId} />}
        />
      </SimpleShowLayout>
    </Section>
  );
}

/** Sends a mail again, to an address that is typed here: filled in is that of the customer, where it was corrected since. */
function ReaddressDialog({ mail, onClose }: { mail: MailRecord; onClose: () => void }) {
  const translate = useTranslate();
  const { customerId } = mail;
  const customer = useGetOne<CustomerRecord>(
    'customers',
    { id: customerId ?? '' },
    { enabled: !!customerId },
  );
  const showResent = useShowResent();
  const sending = useWrite({
    mutationKey: ['mails', 'change'],
    mutationFn: ({ to }: { to: string }, call) =>
      call('POST /mails/{id}/resend', { id: mail.id, body: { to: to.trim(), version: versionOf(mail) } }),
    onSuccess: (sent) => showResent(sent, mail.id),
  });
  const email = customer.data?.email ?? '';
  return (
    <FormDialog<{ to: string }>
      title={translate('resources.mails.actions.readdress')}
      text={translate('resources.mails.ask.readdress', { to: mail.to, subject: mail.subject })}
      submit="resources.mails.send.one"
      defaultValues={{ to: email.includes('@') && emailKey(email) !== emailKey(mail.to) ? email : '' }}
      write={sending}
      isReady={() => !customer.isLoading}
      maxWidth="sm"
      onClose={onClose}
    >
      {customer.error && (
        <ErrorAlert error={customer.error} fallback={messages.fetchCustomer} refetch={customer.refetch} />
      )}
      {customer.isLoading ? (
        <Skeleton variant="rounded" height={56} />
      ) : (
        <TextInput
          autoFocus
          isRequired
          source="to"
          type="email"
          label="resources.mails.address"
          validate={customerRules.email}
        />
      )}
    </FormDialog>
  );
}

type Action = 'resend' | 'cancel' | 'dismiss';

interface Change extends Pick<MailRecord, 'id' | 'version'> {
  action: Action;
}

const isOneOf = (states: readonly State[], state: State) => states.includes(state);

const told: Record<Exclude<Action, 'resend'>, string> = { cancel: 'cancelledNow', dismiss: 'dismissedNow' };

/** Sends the mail in context again, cancels it while it is unsent, or dismisses a failed one. */
function MailButtons() {
  const translate = useTranslate();
  const notify = useNotify();
  const showResent = useShowResent();
  const mail = useRecordContext<MailRecord>();
  const [asked, setAsked] = useState<Exclude<Action, 'dismiss'>>();
  /** Closes the question about an act; another one may have been asked meanwhile. */
  const close = (act: Action) => setAsked((now) => (now === act ? undefined : now));

  const change = useWrite({
    mutationKey: ['mails', 'change'],
    about: ({ action, id }: Change) => `${action} ${id}`,
    mutationFn: ({ action, id, ...asSeen }: Change, call) =>
      action === 'resend'
        ? call('POST /mails/{id}/resend', { id, body: { version: versionOf(asSeen) } })
        : call(`POST /mails/{id}/${action}`, { id }),
    onSuccess: ({ id, to, state }, { action, id: former }) => {
      close(action);
      if (action === 'resend') showResent({ id, to, state }, former);
      else notify(`resources.mails.${told[action]}`, { type: 'success', messageArgs: { to } });
    },
    tellsFailure: true,
    onError: (_error, { action }) => close(action),
  });
  const isSending = (action: Action) => change.isPending && change.variables.action === action;

  if (!mail) return null;
  const label = textsOf(translate, 'resources.mails.actions');
  return (
    <>
      {isOneOf(resendableMailStates, mail.state) && !hasAccountLink(mail) && (
        <Button variant="contained" onClick={() => setAsked('resend')}>
          {label('resend')}
        </Button>
      )}
      {isOneOf(resendableMailStates, mail.state) && isReaddressable(mail) && (
        <DialogButton variant="outlined" dialog={(close) => <ReaddressDialog mail={mail} onClose={close} />}>
          {label('readdress')}
        </DialogButton>
      )}
      {isOneOf(cancellableMailStates, mail.state) && (
        <Button variant="outlined" onClick={() => setAsked('cancel')}>
          {label('cancel')}
        </Button>
      )}
      {mail.state === 'failed' && !mail.dismissed && (
        <Button
          variant="outlined"
          loading={isSending('dismiss')}
          onClick={() => change.mutate({ ...mail, action: 'dismiss' })}
        >
          {label('dismiss')}
        </Button>
      )}
      {asked && (
        <Confirm
          isOpen
          title={label(asked)}
          content={translate(`resources.mails.ask.${asked}`, { to: mail.to, subject: mail.subject })}
          confirm={label(asked)}
          cancel="ra.action.back"
          loading={isSending(asked)}
          onConfirm={() => change.mutate({ ...mail, action: asked })}
          onClose={() => close(asked)}
        />
      )}
    </>
  );
}

/** One mail: its state and its content. */
export function MailShow() {
  const translate = useTranslate();
  const { record: mail, error, refetch } = useShowContext<MailRecord>();
  useRefreshWhileUnsent(mail && [mail], refetch);
  const [measured, setMeasured] = useState<string>();

  return (
    <ShowFrame
      status={mail && <MailStateChip {...mail} />}
      actions={
        <Permitted to="write" resource="mails">
          <TopToolbar>
            <MailButtons />
          </TopToolbar>
        </Permitted>
      }
    >
      <MailBanner />
      {mail && (
        <SectionColumns data-narrow>
          <MailInformation mail={mail} />
          <SectionColumn>
            <Section
              title={translate('resources.mails.content.title')}
              isBusy={!error && measured !== mail.id}
            >
              {/* The list's record, which is shown until the mail itself is loaded, has no content. */}
              {mail.html === undefined ? (
                <NotLoaded error={error} fallback={messages.fetchMail} refetch={refetch} height={480} />
              ) : (
                <MailContent mail={mail} onMeasured={() => setMeasured(mail.id)} />
              )}
            </Section>
            <ActivitySection resource="mails" />
          </SectionColumn>
        </SectionColumns>
      )}
    </ShowFrame>
  );
}
