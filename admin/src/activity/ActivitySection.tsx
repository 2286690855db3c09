import { useId, useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import type { AuditResource } from '#domain/audit';
import { useCan } from '../session/role.js';
import { EmptyState } from '../ui/common/EmptyState.js';
import { Section } from '../ui/common/Section.js';
import { ActivityItem } from './ActivityItem.js';
import { ActivityRows } from './ActivityRows.js';
import { ActivityStatus } from './ActivityStatus.js';
import { ActivityToggle } from './ActivityToggle.js';
import { useActivity } from './useActivity.js';

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
      <ActivityStatus activity={activity} skeletons={3} />
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
      action={<ActivityToggle isOpen={isOpen} panel={panel} onToggle={setIsOpen} />}
    >
      <div id={panel}>{isOpen && <ActivityList resource={resource} id={record.id} />}</div>
    </Section>
  );
}
