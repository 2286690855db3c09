import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { formatTime } from '#domain/dates';
import { mailKindNames } from '#domain/mail';
import { messages } from '#domain/messages';
import { formatCounted } from '#domain/numbers';
import { EmailText } from '../ui/common/EmailText.js';
import { DateText } from '../ui/common/DateText.js';
import { EmptyState } from '../ui/common/EmptyState.js';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import { Table } from '../ui/common/Table.js';
import { TextLink } from '../ui/common/TextLink.js';
import type { dataProvider } from '../data/dataProvider.js';
import { mailPath } from '../ui/paths.js';
import type { MailOwner } from '../data/mailMethods.js';
import { MailStateChip } from './MailStateChip.js';
import { useRefreshWhileUnsent } from './useRefreshWhileUnsent.js';

interface MailTableProps {
  owner: MailOwner;
  /** Shown where there is no mail. */
  empty: string;
}

/** The mails about a payment or to a customer, newest first, each linked to its page. */
export function MailTable({ owner, empty }: MailTableProps) {
  const translate = useTranslate();
  const { getMailsOf } = useDataProvider<typeof dataProvider>();
  const { data, error, refetch } = useQuery({
    queryKey: ['mails', 'of', owner],
    queryFn: ({ signal }) => getMailsOf(owner, signal),
    // The server sends mails by itself, so cached states may be outdated.
    staleTime: 0,
  });
  useRefreshWhileUnsent(data?.mails, refetch);
  const label = (name: string) => translate(`resources.mails.${name}`);

  if (error && !data)
    return (
      <Box sx={{ p: 2 }}>
        <ErrorAlert error={error} fallback={messages.fetchMails} onRetry={() => void refetch()} />
      </Box>
    );
  if (!data)
    return (
      <Box sx={{ p: 2 }}>
        <Skeleton variant="rounded" height={106} />
      </Box>
    );
  if (data.mails.length === 0) return <EmptyState title={empty} />;
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
          {data.mails.map((mail) => (
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
      {data.pagination.total > data.mails.length && (
        <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 1 }}>
          {translate('resources.mails.more', {
            shown: data.mails.length,
            total: formatCounted(data.pagination.total, data.pagination.atLeast ?? false),
          })}
        </Typography>
      )}
    </>
  );
}
