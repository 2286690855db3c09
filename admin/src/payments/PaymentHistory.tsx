import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useId, useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { maximumPageSize } from '../../../domain/lists.js';
import { messages } from '../../../domain/messages.js';
import { useActivity } from '../activity/useActivity.js';
import { EmptyState } from '../common/EmptyState.js';
import { ErrorAlert } from '../common/ErrorAlert.js';
import { Section } from '../common/Section.js';
import { Table } from '../common/Table.js';
import type { PaymentRecord } from '../dataProvider.js';
import { PaymentHistoryRow } from './PaymentHistoryRow.js';
import { timelineOf } from './timeline.js';

/** The status history: every change with its note and actor; on demand with everything else that was done to the payment. */
export function PaymentHistory() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  const activity = useActivity('payments', payment?.id ?? '', {
    enabled: isOpen && Boolean(payment),
    perPage: maximumPageSize,
  });
  if (!payment) return null;
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = activity;
  const label = (name: string) => translate(`resources.payments.show.${name}`);
  const entries = (isOpen && data?.pages.flatMap((page) => page.entries)) || [];
  const rows = timelineOf(payment.statusHistory, [...new Map(entries.map((one) => [one._id, one])).values()]);
  const latest = payment.statusHistory.at(-1);

  return (
    <Section
      title={label('history')}
      flush
      action={
        <Button aria-expanded={isOpen} aria-controls={panel} onClick={() => setIsOpen(!isOpen)}>
          {translate(`admin.activity.${isOpen ? 'hide' : 'show'}`)}
        </Button>
      }
    >
      <div id={panel}>
        {rows.length === 0 ? (
          <EmptyState title={label('noHistory')} />
        ) : (
          <Table aria-label={label('history')} data-whole-words data-stacked>
            <thead>
              <tr>
                <th scope="col">{label('historyDate')}</th>
                <th scope="col">{label('status')}</th>
                <th scope="col">{label('historyNote')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <PaymentHistoryRow key={index} row={row} isLatest={row.change === latest} />
              ))}
            </tbody>
          </Table>
        )}
        {isOpen && !data && !error && (
          <Box role="status" aria-label={translate('admin.activity.loading')} sx={{ px: 2, pb: 2 }}>
            <Skeleton height={53} />
          </Box>
        )}
        {isOpen && error && (!data || isFetchNextPageError) && (
          <Box sx={{ p: 2 }}>
            <ErrorAlert
              error={error}
              fallback={messages.fetchActivity}
              onRetry={() => void (isFetchNextPageError ? activity.fetchNextPage() : activity.refetch())}
            />
          </Box>
        )}
        {isOpen && hasNextPage && !error && (
          <Box sx={{ p: 2, textAlign: 'center' }}>
            <Button
              variant="outlined"
              loading={isFetchingNextPage}
              onClick={() => void activity.fetchNextPage()}
            >
              {translate('admin.activity.more')}
            </Button>
          </Box>
        )}
      </div>
    </Section>
  );
}
