import { useTranslate } from 'react-admin';
import type { AuditResource } from '#domain/audit';
import { EmptyState } from '../ui/common/EmptyState.js';
import { ActivityItem } from './ActivityItem.js';
import { ActivityRows } from './ActivityRows.js';
import { ActivityStatus } from './ActivityStatus.js';
import { useActivity } from './useActivity.js';

/** The audit trail of a record, loaded as it is shown. */
export function ActivityList({ resource, id }: { resource: AuditResource; id: string }) {
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
      <ActivityStatus activity={activity} skeletons={3} />
    </>
  );
}
