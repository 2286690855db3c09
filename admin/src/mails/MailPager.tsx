import PreviousIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { formatDate } from '#domain/dates';
import type { ManualMailKind } from '#domain/mail';
import { messages } from '#domain/messages';
import { Details } from '../ui/common/Details.js';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import type { dataProvider } from '../data/dataProvider.js';
import { MailContent } from './MailContent.js';

interface MailPagerProps {
  payments: { id: string; referenceNumber: string; lastReminderAt?: string }[];
  kind: ManualMailKind;
}

/** Previews of the mails about payments, one at a time. */
export function MailPager({ payments, kind }: MailPagerProps) {
  const translate = useTranslate();
  const { previewMail } = useDataProvider<typeof dataProvider>();
  const [at, setAt] = useState(0);
  const label = (name: string, options?: object) => translate(`resources.mails.${name}`, options);
  const { id = '', lastReminderAt } = payments[at] ?? {};
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['mails', 'preview', id, kind],
    queryFn: ({ signal }) => previewMail(id, kind, signal),
    gcTime: 0,
    staleTime: 0,
  });

  return (
    <>
      {payments.length > 1 && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
          <IconButton aria-label={label('pager.previous')} disabled={at === 0} onClick={() => setAt(at - 1)}>
            <PreviousIcon />
          </IconButton>
          <Typography role="status" sx={{ flex: 1, textAlign: 'center', fontVariantNumeric: 'tabular-nums' }}>
            {label('pager.position', { number: at + 1, total: payments.length })}
          </Typography>
          <IconButton
            aria-label={label('pager.next')}
            disabled={at === payments.length - 1}
            onClick={() => setAt(at + 1)}
          >
            <NextIcon />
          </IconButton>
        </Box>
      )}
      {kind === 'reminder' && lastReminderAt && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {label('remindedBefore', { date: formatDate(lastReminderAt) })}
        </Alert>
      )}
      {error && <ErrorAlert error={error} fallback={messages.fetchMails} onRetry={() => void refetch()} />}
      {isPending && <Skeleton variant="rounded" height={320} />}
      {data && (
        <>
          <Details
            rows={[
              [label('to'), data.to],
              [label('subject'), data.subject],
            ]}
          />
          <Box sx={{ mt: 1 }}>
            <MailContent mail={data} />
          </Box>
        </>
      )}
    </>
  );
}
