import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin';
import { formatTime } from '../../../domain/dates.js';
import { mailKindNames } from '../../../domain/mail.js';
import { messages } from '../../../domain/messages.js';
import { DateText } from '../common/DateText.js';
import { EmptyState } from '../common/EmptyState.js';
import { ErrorAlert } from '../common/ErrorAlert.js';
import { Section } from '../common/Section.js';
import { Table } from '../common/Table.js';
import type { dataProvider, PaymentRecord } from '../dataProvider.js';
import { MailActions } from './MailActions.js';
import { MailStateChip } from './MailStateChip.js';

/** The mails about the payment in context, newest first, and what can be sent by hand. */
export function PaymentMails() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const { getPaymentMails } = useDataProvider<typeof dataProvider>();
  const id = payment?.id ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['mails', 'payment', id],
    queryFn: ({ signal }) => getPaymentMails(id, signal),
    enabled: id !== '',
    // Mails go out by themselves.
    staleTime: 0,
  });
  if (!payment) return null;
  const label = (name: string) => translate(`admin.mails.${name}`);

  return (
    <Section title={label('title')} flush>
      <MailActions payment={payment} />
      {error && <ErrorAlert error={error} fallback={messages.fetchMails} onRetry={() => void refetch()} />}
      {data?.mails.length === 0 && <EmptyState title={label('none')} />}
      {data && data.mails.length > 0 && (
        <Table aria-label={label('title')}>
          <thead>
            <tr>
              <th scope="col">{label('date')}</th>
              <th scope="col">{label('mail')}</th>
              <th scope="col">{label('state')}</th>
            </tr>
          </thead>
          <tbody>
            {data.mails.map((mail) => (
              <tr key={mail._id}>
                <td>
                  <DateText value={mail.sentAt ?? mail.createdAt} />
                  <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
                    {formatTime(mail.sentAt ?? mail.createdAt)}
                  </Typography>
                </td>
                <td>
                  {mailKindNames[mail.kind] ?? mail.kind}
                  <Typography
                    variant="caption"
                    color="text.secondary"
                    sx={{ display: 'block', overflowWrap: 'anywhere' }}
                  >
                    {mail.to}
                    {mail.state !== 'sent' && mail.smtpResponse && ` · ${mail.smtpResponse}`}
                  </Typography>
                </td>
                <td>
                  <MailStateChip state={mail.state} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {data && data.pagination.total > data.mails.length && (
        <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 1 }}>
          {translate('admin.mails.more', { shown: data.mails.length, total: data.pagination.total })}
        </Typography>
      )}
    </Section>
  );
}
