import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { formatTime } from '#domain/dates';
import { mailKindNames, type MailPage } from '#domain/mail';
import { messages } from '#domain/messages';
import { formatCounted } from '#domain/numbers';
import type { dataProvider } from '../data/dataProvider.js';
import type { MailOwner } from '../data/mailMethods.js';
import { DateText } from '../ui/common/DateText.js';
import { EmailText } from '../ui/common/EmailText.js';
import { EmptyState } from '../ui/common/EmptyState.js';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import { Section } from '../ui/common/Section.js';
import { Table } from '../ui/common/Table.js';
import { TextLink } from '../ui/common/TextLink.js';
import { mailPath } from '../ui/paths.js';
import { MailStateChip } from './fields.js';
import { useRefreshWhileUnsent } from './useRefreshWhileUnsent.js';

/** Mails, each linked to its page; says where there are more. */
function MailTable({ mails, pagination }: MailPage) {
  const translate = useTranslate();
  const label = (name: string) => translate(`resources.mails.${name}`);
  return (
    <>
      <Table aria-label={label('title')}>
        <thead>
          <tr>
            <th scope="col">{label('date')}</th>
            <th scope="col">{label('mail')}</th>
            <th scope="col">{label('state')}</th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <tr key={mail._id}>
              <td>
                <DateText value={mail.sentAt ?? mail.createdAt} />
                <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
                  {formatTime(mail.sentAt ?? mail.createdAt)}
                </Typography>
              </td>
              <td>
                <TextLink to={mailPath(mail._id)}>{mailKindNames[mail.kind] ?? mail.kind}</TextLink>
                <Typography
                  variant="caption"
                  color="text.secondary"
                  sx={{ display: 'block', overflowWrap: 'anywhere' }}
                >
                  <EmailText email={mail.to} />
                  {mail.state !== 'sent' && mail.smtpResponse && ` · ${mail.smtpResponse}`}
                </Typography>
              </td>
              <td>
                <MailStateChip {...mail} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {pagination.total > mails.length && (
        <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 1 }}>
          {translate('resources.mails.more', {
            shown: mails.length,
            total: formatCounted(pagination.total, pagination.atLeast ?? false),
          })}
        </Typography>
      )}
    </>
  );
}

interface MailSectionProps {
  owner: MailOwner;
  /** Shown where there is no mail. */
  empty: string;
  /** Shown above the mails. */
  children?: ReactNode;
}

/** The mails about a payment or to a customer, newest first, each linked to its page. */
export function MailSection({ owner, empty, children }: MailSectionProps) {
  const translate = useTranslate();
  const { getMailsOf } = useDataProvider<typeof dataProvider>();
  const { data, error, refetch } = useQuery({
    queryKey: ['mails', 'of', owner],
    queryFn: ({ signal }) => getMailsOf(owner, signal),
    // The server sends mails by itself, so cached states may be outdated.
    staleTime: 0,
  });
  useRefreshWhileUnsent(data?.mails, refetch);

  let content: ReactNode;
  if (data) content = data.mails.length ? <MailTable {...data} /> : <EmptyState title={empty} />;
  else
    content = (
      <Box sx={{ p: 2 }}>
        {error ? (
          <ErrorAlert error={error} fallback={messages.fetchMails} onRetry={() => void refetch()} />
        ) : (
          <Skeleton variant="rounded" height={106} />
        )}
      </Box>
    );
  return (
    <Section title={translate('resources.mails.title')} flush isBusy={!data && !error}>
      {children}
      {content}
    </Section>
  );
}
