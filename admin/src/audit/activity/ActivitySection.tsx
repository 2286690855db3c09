import { Box, Button, Skeleton, styled } from '@mui/material';
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useRecordContext } from 'react-admin';
import type { AuditEntry, AuditResource } from '#domain/audit/audit';
import { defaultPageSize } from '#domain/platform/lists';
import { humanize } from '#domain/platform/humanize';
import { useCall } from '../../data/useCall.js';
import { useCan } from '../../data/session/role.js';
import { EmptyState, ErrorAlert, Section } from '../../ui/common/Section.js';
import { ActivityChanges, changedFields } from './ActivityChanges.js';
import { DateField } from '../../ui/common/fields.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** One entry of the audit trail: time and network address, action and actor, and the changed fields. */
export function ActivityItem({ entry }: { entry: AuditEntry }) {
  const translate = useTranslate();
  const { by, ip, action, resource, currency, changes } = entry;
  const words = translate(`admin.activity.actions.${action}`, { _: humanize(action) });
  return (
    <li>
      <div data-when>
        <DateField source="at" record={entry} showTime />{' '}
        <span>{translate('admin.activity.from', { ip })}</span>
      </div>
      <div data-what>
        <strong>{translate('admin.activity.who', { action: words, name: by })}</strong>
        <ActivityChanges resource={resource} currency={currency} changes={changedFields(changes)} />
      </div>
    </li>
  );
}

/** The look of the audit trail: two columns, stacked on narrow screens. */
export const ActivityRows = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontSize: '0.875rem',
  lineHeight: 1.5,
  overflowWrap: 'anywhere',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '11rem minmax(0, 1fr)',
    gap: '4px 24px',
    padding: '12px 16px',
    borderTop: `1px solid ${theme.palette.divider}`,
    [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  '[data-when]': { color: theme.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
  '[data-when] > *': {
    display: 'block',
    [theme.breakpoints.down('sm')]: { display: 'inline' },
  },
  strong: { fontWeight: 600 },
  summary: { padding: '4px 0', cursor: 'pointer', color: theme.palette.text.secondary },
  ul: { listStyle: 'none', margin: '4px 0 0', padding: 0 },
  b: { fontWeight: 400, color: theme.palette.text.secondary },
}));

/** Queries the audit entries of a record, newest first, page by page. */
function useActivity(resource: AuditResource, id: string) {
  const call = useCall();
  return useInfiniteQuery({
    queryKey: ['audit', resource, id],
    queryFn: ({ pageParam, signal }) =>
      call('GET /audit', {
        query: {
          page: pageParam,
          perPage: defaultPageSize,
          sort: { field: 'at', order: 'DESC' },
          filter: { resource, resourceId: id },
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    select: distinctEntries,
    // Always refetched on opening: it shows what colleagues have just done.
    staleTime: 0,
  });
}

/** The entries of all pages, each once: an entry added between two fetches moves the last one of a page to the next. */
function distinctEntries({ pages }: InfiniteData<{ entries: AuditEntry[] }>): AuditEntry[] {
  const all = pages.flatMap(({ entries }) => entries);
  return [...new Map(all.map((entry) => [entry._id, entry])).values()];
}

/** The end of an audit trail: placeholders while it loads, the error, or the button for older entries. */
export function ActivityStatus({ activity }: { activity: UseInfiniteQueryResult<unknown> }) {
  const translate = useTranslate();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchNextPageError, isFetchingNextPage } =
    activity;

  if (!data && !error)
    return (
      <Box role="status" aria-label={translate('admin.activity.loading')} sx={{ px: 2, pb: 2 }}>
        <Skeleton height={48} />
        <Skeleton height={48} />
        <Skeleton height={48} />
      </Box>
    );
  if (error)
    return (
      (!data || isFetchNextPageError) && (
        <Box sx={{ p: 2 }}>
          <ErrorAlert
            error={error}
            refetch={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
          />
        </Box>
      )
    );
  return (
    hasNextPage && (
      <Box sx={{ p: 2, textAlign: 'center' }}>
        <Button variant="outlined" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {translate('admin.activity.more')}
        </Button>
      </Box>
    )
  );
}

/** The audit trail of a record, loaded as it is shown. */
function ActivityList({ resource, id }: { resource: AuditResource; id: string }) {
  const translate = useTranslate();
  const activity = useActivity(resource, id);
  const entries = activity.data ?? [];

  return (
    <>
      {activity.data?.length === 0 && <EmptyState title={translate('admin.activity.empty')} />}
      {entries.length > 0 && (
        <ActivityRows aria-label={translate('admin.activity.title')}>
          {entries.map((entry) => (
            <ActivityItem key={entry._id} entry={entry} />
          ))}
        </ActivityRows>
      )}
      <ActivityStatus activity={activity} />
    </>
  );
}

/** The audit trail of the record in context; loaded when it is opened. */
export function ActivitySection({ resource }: { resource: AuditResource }) {
  const translate = useTranslate();
  const record = useRecordContext<{ id: string }>();
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  const canRead = useCan('read', 'history');
  if (!record || !canRead) return null;
  return (
    <Section
      flush
      title={translate('admin.activity.title')}
      action={
        <Button aria-expanded={isOpen} aria-controls={panel} onClick={() => setIsOpen(!isOpen)}>
          <span>{translate(`admin.activity.${isOpen ? 'hide' : 'show'}`)}</span>
        </Button>
      }
    >
      <div id={panel}>{isOpen && <ActivityList resource={resource} id={record.id} />}</div>
    </Section>
  );
}
