import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { EmptyState } from '../ui/common/EmptyState.js';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import { Section } from '../ui/common/Section.js';
import type { dataProvider } from '../data/dataProvider.js';
import type { MailOwner } from '../data/mailMethods.js';
import { MailTable } from './MailTable.js';
import { useRefreshWhileUnsent } from './useRefreshWhileUnsent.js';

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
