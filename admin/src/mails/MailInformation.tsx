import { Fragment } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { mailKindNames } from '#domain/mail';
import { formatCount } from '#domain/numbers';
import { Details } from '../ui/common/Details.js';
import { EmailText } from '../ui/common/EmailText.js';
import { Section } from '../ui/common/Section.js';
import { TextLink } from '../ui/common/TextLink.js';
import { customerPath, mailPath, paymentPath } from '../ui/paths.js';
import { DateAndTime } from './fields.js';
import type { MailRecord } from '../data/mailMethods.js';

/** The mail's recipient, payment, kind, dates and delivery. */
export function MailInformation() {
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
